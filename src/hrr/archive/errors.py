"""What can be wrong with an archive."""

from __future__ import annotations


def printable(text: str) -> str:
    """Text that any terminal takes: control characters and bytes that are no UTF-8 become escapes."""
    shown = (letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in text)
    return "".join(shown)


class ArchiveError(Exception):
    """An archive that cannot be read.

    ``kind`` is a word for programs ("missing", "not-an-archive", "version", "unreadable", "unwritable",
    "missing-blob", "spool", "in-use"), ``offset`` the place in events.bin where reading stopped, or None.
    """

    def __init__(self, kind: str, message: str, offset: int | None = None) -> None:
        message = printable(message)
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.offset = offset


class MissingBlob(ArchiveError, KeyError):
    """An event names a blob that the archive does not hold."""

    def __init__(self, key: str) -> None:
        super().__init__("missing-blob", f"the archive holds no blob {key}")

    def __str__(self) -> str:
        return self.message
