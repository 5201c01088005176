"""Archives of an independent builder, with the answers that it expects of a reader."""

import json
from pathlib import Path

import pytest

from hrr import archive as archives

KNOWN_GOOD = Path(__file__).parents[1] / "known_good"
NAMES = sorted(path.name for path in KNOWN_GOOD.iterdir() if path.is_dir())


def test_all_are_there():
    assert {"good-v6", "good-v7", "good-v8", "flipped-byte", "short-blob", "torn-tail"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_reading(name):
    expected = json.loads((KNOWN_GOOD / name / "expected.json").read_text())
    info = archives.open_archive(KNOWN_GOOD / name / "archive").info()
    for key in ("version", "flags", "complete", "truncated", "events"):
        assert getattr(info, key) == expected[key], key
    assert info.calls == expected["api_counts"]
    assert info.checks == expected["replay"]["checks"]["total"]


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("good")])
def test_nothing_is_missing(name):
    archive = archives.open_archive(KNOWN_GOOD / name / "archive")
    assert archive.problems == ()
    assert all(check.nbytes for check in archive.checks)


def test_names_are_the_reference_hash_of_the_bytes():
    archive = archives.open_archive(KNOWN_GOOD / "good-v8" / "archive")
    names = list(archive.blobs.keys())
    assert len(names) == 15
    for name in names:
        assert archives.naming.reference(archive.blob(name).tobytes()) == name
