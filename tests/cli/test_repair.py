"""hrr repair."""

from __future__ import annotations


def test_a_torn_archive_becomes_complete(hrr, torn):
    result = hrr("repair", torn)
    assert result.status == 0
    assert result.out == f"{torn}/pid-4242: repaired, 28 events kept, 34 bytes of a torn record dropped\n"
    assert hrr("info", "--json", torn).json["complete"] is True


def test_a_whole_archive_is_left_alone(hrr, good):
    before = (good / "pid-4242" / "events.bin").read_bytes()
    result = hrr("repair", "--json", good)
    assert [item["changed"] for item in result.json] == [False]
    assert (good / "pid-4242" / "events.bin").read_bytes() == before
    assert "whole already, 29 events" in hrr("repair", good).out


def test_nothing_to_repair_is_status_3(hrr, tmp_path):
    result = hrr("repair", tmp_path / "nothing")
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith("hrr: ")
