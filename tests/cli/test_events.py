"""hrr events, and the decoding behind it."""

from __future__ import annotations

import numpy as np
import pytest

from hrr.archive import Writer, open_archive
from hrr.archive.describe import describe


def seqs(result) -> list[int]:
    return [int(line.split()[0]) for line in result.out.splitlines()]


def test_every_event_has_a_line(hrr, good):
    assert seqs(hrr("events", good)) == list(range(29))


def test_arguments_are_readable(hrr, good):
    lines = hrr("events", good).out.splitlines()
    assert lines[0].endswith("hipMalloc(ptr=0x7f3a40000000, size=6144) = 0")
    assert "kind=hipMemcpyDeviceToHost, expected=20249907749cbc8b200b74ef03d3428d) = 0" in lines[13]
    assert "p={srcArray=0x0, srcPos={x=16, y=2, z=1}, srcPtr={ptr=0x7f3a40000000, pitch=256," in lines[16]
    assert "srcMemoryType=hipMemoryTypeDevice" in lines[18]


@pytest.mark.parametrize(
    ("chosen", "wanted"), [("3:5", [3, 4, 5]), ("27:", [27, 28]), (":1", [0, 1]), ("7", [7]), ("40:50", [])]
)
def test_seq_chooses_a_range_both_ends_included(hrr, good, chosen, wanted):
    assert seqs(hrr("events", good, "--seq", chosen)) == wanted


@pytest.mark.parametrize("chosen", ["5:3", "x", "1:x", "", "-1:2", f"0:{1 << 64}"])
def test_no_range_is_a_usage_error(hrr, good, chosen):
    result = hrr("events", good, f"--seq={chosen}")
    assert result.status == 3
    assert "is no range of sequence ids" in result.err


def test_api_chooses_by_pattern(hrr, good):
    out = hrr("events", good, "--api", "hipMemcpy2D*").out
    assert [line.split()[2].partition("(")[0] for line in out.splitlines()] == [
        "hipMemcpy2D",
        "hipMemcpy2DAsync",
        "hipMemcpy2DAsync",
    ]
    assert hrr("events", good, "--api", "hipmalloc").out == ""


def test_json_is_one_array(hrr, good):
    events = hrr("events", good, "--json", "--seq", "0:1").json
    assert [event["seq"] for event in events] == [0, 1]
    assert events[0]["args"] == {"ptr": "0x7f3a40000000", "size": 6144}
    assert set(events[0]) == {"process", "seq", "call", "thread", "time_ns", "length", "ret", "args"}
    assert hrr("events", good, "--json", "--seq", "900").json == []


def test_a_root_lists_every_process(hrr, root):
    events = hrr("events", "--json", root).json
    assert len(events) == 58
    assert hrr("events", root).out.count("pid-424") == 2


def test_the_description_behind_a_pointer_is_shown(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    described = np.array([32, 32, 0, 0, 2], "<i4").tobytes()
    writer.event("hipMallocArray", {"array": 5, "desc": 6, "ext_desc": described, "width": 7})
    writer.event("hipMallocArray", {"array": 5, "desc": 6})
    first, other = describe(open_archive(writer.close()).events, np.arange(2))
    assert "desc={x=32, y=32, z=0, w=0, f=hipChannelFormatKindFloat}, width=7" in str(first)
    assert "desc=0x6, width=0" in str(other)


def test_every_call_can_be_described(tmp_path):
    # Zeros for every payload: nothing may be assumed about a value.
    from hrr import api
    from hrr.api import wire

    writer = Writer(tmp_path / "all.hrr")
    for row in api.ROWS:
        size = 98 if row.id in api.LAUNCH_FORM else wire.layout(row).size
        writer.raw(row.id, bytes(size - wire.HEADER_SIZE))
    writer.close()
    events = open_archive(tmp_path / "all.hrr").events
    described = list(describe(events, np.arange(len(events))))
    assert [event.call for event in described] == [row.name for row in api.ROWS]
    assert all(str(event).startswith(event.call) for event in described)
