"""hipMemcpyDefault: the direction is found from the pointers, and the copy recorded like an explicit one."""

from __future__ import annotations

from conftest import Archived, Replay
from lib import edit

CALLS = ("hipMemcpy", "hipMemcpy2D", "hipMemcpy2DAsync", "hipMemcpy3D", "hipMemcpy3DAsync", "hipMemcpy3D_spt",
         "hipMemcpy3DAsync_spt")  # fmt: skip


def contents(archive: edit.Archive) -> list[tuple[str, bytes, bytes]]:
    """Call, source bytes, expected bytes of each copy."""
    found = []
    for record in archive.records():
        if record.call not in CALLS:
            continue
        pairs = []
        for name in ("blob_hash", "d2h_hash"):
            known = not (name == "d2h_hash" and record.call == "hipMemcpy")
            pairs.append(archive.blob(record, name).read_bytes() if known and archive.has(record, name) else b"")
        found.append((record.call, pairs[0], pairs[1]))
    return found


def test_the_default_kind_is_recorded_like_the_explicit_one(archived: Archived, replay: Replay) -> None:
    explicit = archived("copies/default_kind", "explicit")
    default = archived("copies/default_kind", "default")
    assert contents(default) == contents(explicit)
    assert sum(1 for _, source, expected in contents(default) if source or expected) == 1 + 2 * 6 + 2
    for archive in (explicit, default):
        replayed = replay(archive)
        assert replayed.all_exact and replayed.checks["total"] == 7
