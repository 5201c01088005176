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


def test_a_process_that_cannot_be_repaired_is_named_and_the_status_3(hrr, root, torn):
    (root / "pid-4242" / "events.bin").write_bytes(b"EHRR")
    (torn / "pid-4242").rename(root / "pid-5000")
    result = hrr("repair", root)
    assert result.status == 3
    lost, whole, mended = result.out.splitlines()
    assert lost.startswith(f"{root}/pid-4242: not repaired: ") and "too few for a file header" in lost
    assert "whole already" in whole and ": repaired, 28 events kept" in mended
    again = hrr("repair", "--json", root)
    assert again.status == 3
    assert [bool(item["problem"]) for item in again.json] == [True, False, False]


def test_a_file_is_told_as_by_the_other_verbs(hrr, tmp_path):
    (tmp_path / "file").touch()
    assert hrr("repair", tmp_path / "file").err == hrr("info", tmp_path / "file").err
    assert hrr("repair", tmp_path / "none").err == hrr("info", tmp_path / "none").err
