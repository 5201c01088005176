"""Rows that are one run of host memory, but not at the base: the blob is the run alone."""

from __future__ import annotations

import pytest
from conftest import Archived, Replay
from lib import edit, model


@pytest.mark.parametrize("way", ["d2h", "h2d"])
def test_contiguous_rows_away_from_the_base(way: str, archived: Archived, replay: Replay) -> None:
    archive = archived("copies/contiguous_rows", way)
    row, slices = archive.records("hipMemcpy3D")
    blob = archive.expected if way == "d2h" else archive.source
    if way == "d2h":
        wanted = model.pattern(model.DEVICE.offset(0, 0), 48, 1), model.window(model.DEVICE, 2, 2)
    else:
        wanted = model.pattern(model.HOST.offset(0, 0), 48, 0x51), model.pattern(144, 288, 0x52)
    assert (blob(row).read_bytes(), blob(slices).read_bytes()) == wanted
    assert [len(content) for content in wanted] == [48, 288]
    assert replay(archive).all_exact
    if way == "d2h":
        edit.flip(archive.expected(row), 47)
        edit.flip(archive.expected(slices), 287)
        places = [(entry["slice"], entry["row"], entry["column"]) for entry in replay(archive).not_passed]
        assert places == [(0, 0, 47), (1, 2, 47)]
