"""Preprocessed C++ as a list of tokens that can be changed in place, each on the line where it was.

Only what the rewriting needs is told apart: words, numbers, strings and punctuation. ``<`` and ``>`` are always single
tokens, so that template brackets and launch brackets can be counted. The text of system headers is passed by.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

_TOKEN = re.compile(
    r"""
    (?P<space>\s+)
  | (?P<directive>\#[^\n]*)
  | (?P<raw>(?:u8|[uUL])?R"(?P<fence>[^()\\\s]{0,16})\(.*?\)(?P=fence)")
  | (?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"|(?:u8|[uUL])?'(?:[^'\\\n]|\\.)*')
  | (?P<word>[A-Za-z_$\u0080-\U0010ffff][\w$]*)
  | (?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)
  | (?P<punctuation>::|\.\.\.|->|\[\[|\]\]|&&|\|\||[<>=!+\-*/%&|^]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_MARKER = re.compile(r'^# (\d+) "((?:[^"\\]|\\.)*)"((?: \d)*)[^\n]*\n?', re.MULTILINE)
_OPENERS = {"(": ")", "[": "]", "{": "}", "[[": "]]"}
_CLOSERS = {closer: opener for opener, closer in _OPENERS.items()}


class SourceError(Exception):
    """The program cannot be translated. ``file`` and ``line`` are the user's."""

    def __init__(self, file: str, line: int, message: str) -> None:
        super().__init__(f"{file}:{line}: error: {message}")
        self.file, self.line, self.message = file, line, message


class Tokens:
    """``text[i]`` is token i, ``lead[i]`` the space before it; ``str()`` puts all together again.

    ``before[i]`` and ``after[i]`` are put around token i, which stays what it was for everyone who counts brackets.
    """

    def __init__(self, source: str) -> None:
        self.text: list[str] = []
        self.lead: list[str] = []
        self.word: list[bool] = []
        self._markers: list[tuple[int, str, int]] = []  # (first token, file, line), kept in order
        self._newlines: list[int] = []  # newlines up to and including lead[i]
        pending: list[str] = []
        line_base = 0
        for chunk, file, line, system in _chunks(source):
            if line is not None:
                self._markers.append((len(self.text), file, line - line_base - 1))
            if system:
                pending.append(chunk)
                line_base += chunk.count("\n")
                continue
            for match in _TOKEN.finditer(chunk):
                kind = match.lastgroup if match.lastgroup != "fence" else "raw"
                text = match.group()
                if kind in ("space", "directive"):
                    pending.append(_pragma(text) if kind == "directive" else text)
                    line_base += text.count("\n")
                    continue
                self.lead.append("".join(pending))
                self.text.append(text)
                self.word.append(kind == "word")
                self._newlines.append(line_base)
                line_base += text.count("\n")
                pending.clear()
        self.tail = "".join(pending)
        self.before = [""] * len(self.text)
        self.after = [""] * len(self.text)

    def __len__(self) -> int:
        return len(self.text)

    def __str__(self) -> str:
        columns = zip(self.lead, self.before, self.text, self.after, strict=True)
        return "".join(piece for row in columns for piece in row) + self.tail

    def where(self, index: int) -> tuple[str, int]:
        """File and line of a token in the user's source."""
        position = bisect_right(self._markers, index, key=lambda marker: marker[0]) - 1
        if position < 0:
            return "<source>", self._newlines[index] + 1
        _, file, base = self._markers[position]
        return file, base + self._newlines[index] + 1

    def error(self, index: int, message: str) -> SourceError:
        """An error at a token."""
        return SourceError(*self.where(index), message)

    def get(self, index: int) -> str:
        """The text of a token, "" before the first and behind the last."""
        return self.text[index] if 0 <= index < len(self.text) else ""

    def adjacent(self, index: int, text: str, count: int) -> bool:
        """Whether ``count`` tokens ``text`` follow one another from ``index`` with nothing between them."""
        return all(self.get(index + i) == text and (i == 0 or not self.lead[index + i]) for i in range(count))

    def close(self, index: int) -> int:
        """The index of the bracket that closes the one at ``index``."""
        opener = self.text[index]
        if opener == "<":
            return self._close_angle(index)
        closer = _OPENERS[opener]
        depth = 0
        for i in range(index, len(self.text)):
            if self.text[i] == opener:
                depth += 1
            elif self.text[i] == closer:
                depth -= 1
                if depth == 0:
                    return i
        raise self.error(index, f"no {closer!r} for this {opener!r}")

    def open(self, index: int) -> int:
        """The index of the bracket that the one at ``index`` closes."""
        closer = self.text[index]
        opener = "<" if closer == ">" else _CLOSERS[closer]
        depth = 0
        i = index
        while i >= 0:
            text = self.text[i]
            if text == closer:
                depth += 1
            elif text == opener:
                depth -= 1
                if depth == 0:
                    return i
            elif closer == ">" and text in (")", "]", "}"):
                i = self.open(i)
            i -= 1
        raise self.error(index, f"no {opener!r} for this {closer!r}")

    def _close_angle(self, index: int) -> int:
        depth = 0
        i = index
        while i < len(self.text):
            text = self.text[i]
            if text == "<":
                depth += 1
            elif text == ">":
                depth -= 1
                if depth == 0:
                    return i
            elif text in _OPENERS:
                i = self.close(i)
            elif text in (";", "}"):
                break
            i += 1
        raise self.error(index, "no '>' for this '<'")

    def split(self, first: int, last: int) -> list[tuple[int, int]]:
        """[first, last) at its outer commas, those inside of brackets of any kind left alone."""
        pieces, start, i = [], first, first
        while i < last:
            text = self.text[i]
            if text in _OPENERS or (text == "<" and i > first and self.word[i - 1]):
                try:
                    i = min(self.close(i), last)
                except SourceError:
                    pass  # a comparison
            elif text == ",":
                pieces.append((start, i))
                start = i + 1
            i += 1
        if start < last or pieces:
            pieces.append((start, last))
        return pieces

    def source(self, first: int, last: int) -> str:
        """The tokens [first, last) on one line."""
        return " ".join(text for text in self.text[first:last] if text)

    def drop(self, first: int, last: int) -> None:
        """Takes the tokens [first, last) out; lines stay where they are."""
        for i in range(first, last):
            self.text[i] = "\n" * self.text[i].count("\n")
            self.lead[i] = self.lead[i] or " "


def _pragma(text: str) -> str:
    # GCC has no "unroll" of clang's form; it is a hint.
    words = text[1:].split()
    return "" if words[:2] == ["pragma", "unroll"] or words[:2] == ["pragma", "nounroll"] else text


def _chunks(source: str) -> Iterator[tuple[str, str, int | None, bool]]:
    """The text between line markers, marker included: (text, file, line, whether it is of a system header)."""
    start, file, system = 0, "", False
    own: set[str] = set()  # GCC marks what a macro of a system header makes of the user's line like the header itself
    line: int | None = None
    for match in _MARKER.finditer(source):
        if match.start() > start:
            yield source[start : match.start()], file, line, system
        # The chunk begins with the marker's own line, one before the line that the marker names.
        start, file, line = match.start(), match.group(2), int(match.group(1)) - 1
        if "3" not in match.group(3).split():
            own.add(file)
        system = file not in own
    if start < len(source):
        yield source[start:], file, line, system
