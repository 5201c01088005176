"""hrr info."""

from __future__ import annotations

import hrr as package

KEYS = {"version", "flags", "platform", "complete", "truncated", "events", "calls", "blobs", "bytes", "problems"}


def test_json_has_the_keys_and_is_the_python_api(hrr, good):
    found = hrr("info", "--json", good).json
    assert found.keys() >= KEYS
    assert (found["version"], found["flags"], found["platform"]) == (8, 1, "amd")
    assert (found["complete"], found["truncated"], found["events"], found["blobs"]) == (True, False, 29, 15)
    assert found["calls"] == package.open(good).calls
    assert sum(found["calls"].values()) == 29
    assert found["problems"] == []


def test_text(hrr, good):
    out = hrr("info", good).out
    assert "format     version 8, flags 0x1, platform amd" in out
    assert "events     29, complete" in out
    assert "  3  hipMalloc\n" in out


def test_a_torn_archive_is_no_error_and_says_what_it_lacks(hrr, torn):
    result = hrr("info", torn)
    assert result.status == 0
    assert "the last record is cut off" in result.out
    assert "problem    the record at byte" in result.out
    found = hrr("info", "--json", torn).json
    assert (found["complete"], found["truncated"], found["events"]) == (False, True, 28)
    assert found["problems"][0]["kind"] == "torn"
    assert isinstance(found["problems"][0]["offset"], int)


def test_a_root_lists_its_processes(hrr, root):
    found = hrr("info", "--json", root).json
    assert found.keys() >= KEYS | {"processes"}
    assert found["events"] == 58
    assert [process["events"] for process in found["processes"]] == [29, 29]
    assert str(root / "pid-4243") in hrr("info", root).out


def test_no_archive_is_one_line_and_status_3(hrr, tmp_path):
    result = hrr("info", tmp_path / "nothing")
    assert result.status == 3
    assert result.err == f"hrr: {tmp_path}/nothing: no such file or directory\n"


def test_a_broken_header_names_the_offset(hrr, good):
    events = good / "pid-4242" / "events.bin"
    data = bytearray(events.read_bytes())
    data[4:6] = b"\xff\xff"
    events.write_bytes(data)
    result = hrr("info", "--json", good)
    assert result.status == 3
    error = result.json["error"]
    assert set(error) == {"kind", "message", "offset"}
    assert (error["kind"], error["offset"]) == ("version", 4)
