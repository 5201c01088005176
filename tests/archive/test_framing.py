"""File header, torn tails, trailers, space set aside, order."""

import struct

import numpy as np
import pytest

from hrr import archive as archives
from hrr.archive import ArchiveError, Writer, framing
from hrr.archive.repair import trailer

from .conftest import fill


def events_file(root):
    return next(root.glob("pid-*")) / "events.bin"


def rewrite(root, data):
    events_file(root).write_bytes(bytes(data))
    return archives.open_archive(root)


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"", "not-an-archive"),
        (b"EHRR", "not-an-archive"),
        (b"HRRE\x08\0\1\0", "not-an-archive"),
        (struct.pack("<IHH", framing.MAGIC, 1, 0), "version"),
        (struct.pack("<IHH", framing.MAGIC, 2, 0), "version"),
        (struct.pack("<IHH", framing.MAGIC, 9, 0), "version"),
    ],
)
def test_refused_headers(small, head, kind):
    with pytest.raises(ArchiveError) as caught:
        rewrite(small, head)
    assert caught.value.kind == kind
    assert caught.value.offset in (0, 4)


def test_cut_at_every_byte(small):
    """Whole records before the cut are kept, a partial one is dropped and named with its offset."""
    data = events_file(small).read_bytes()
    archive = archives.open_archive(small)
    ends = [int(end) for end in archive.events.offset + archive.events.length]
    for cut in range(framing.FILE_HEADER.size, len(data)):
        torn = rewrite(small, data[:cut])
        kept = sum(end <= cut for end in ends)
        assert len(torn.events) == kept
        assert not torn.complete
        whole = cut in ends or cut == framing.FILE_HEADER.size
        assert torn.truncated is not whole
        if not whole:
            assert torn.problems[0].offset == max([8, *(end for end in ends if end <= cut)])
    assert rewrite(small, data).complete


@pytest.mark.parametrize("length", [0, 1, 31, (64 << 20) + 1, 0xFFFFFFFF])
def test_impossible_lengths(small, length):
    data = bytearray(events_file(small).read_bytes())
    third = int(archives.open_archive(small).events.offset[2])
    struct.pack_into("<I", data, third + 26, length)
    archive = rewrite(small, data)
    assert len(archive.events) == 2
    assert archive.truncated
    assert archive.frames.torn.offset == third


def test_space_set_aside_is_no_torn_record(small):
    data = events_file(small).read_bytes()[: -framing.TRAILER_SIZE]
    archive = rewrite(small, data + bytes(10000))
    assert (len(archive.events), archive.truncated, archive.complete) == (9, False, False)
    assert archive.problems[0].kind == "no-trailer"


def test_a_few_zeros_are_a_torn_header_unless_they_end_a_page(tmp_path):
    """hipApiName has the id 0: two bytes of its record are zero and nothing else."""
    for size, truncated in ((4095 - 8, True), (4096 - 8, False), (4096 - 9, True)):
        left = size - 4000
        writer = Writer(tmp_path / f"{size}.hrr")
        writer.raw(66, bytes(4000 - 32 + left - 7))
        path = writer.close(complete=False)
        archive = rewrite(path, events_file(path).read_bytes() + bytes(7))
        assert archive.frames.raw.size == size + 8
        assert (len(archive.events), archive.truncated) == (1, truncated)


def test_a_record_behind_space_is_not_read(small):
    data = events_file(small).read_bytes()
    archive = rewrite(small, data[: -framing.TRAILER_SIZE] + bytes(64) + data[8:])
    assert len(archive.events) == 9


def test_trailer_count_must_match(small):
    data = bytearray(events_file(small).read_bytes())
    struct.pack_into("<Q", data, len(data) - 12, 10)
    archive = rewrite(small, data)
    assert not archive.complete
    assert [problem.kind for problem in archive.problems] == ["trailer"]


def test_records_behind_the_trailer_are_counted_and_ignored(small):
    data = events_file(small).read_bytes()
    archive = rewrite(small, data + data[8:60])
    assert (len(archive.events), archive.frames.behind, archive.complete) == (9, 1, True)
    assert archive.problems[0].kind == "behind-trailer"


@pytest.mark.parametrize("size", [32, 43, 45])
def test_0xffff_is_a_trailer_only_in_its_own_shape(tmp_path, size):
    writer = Writer(tmp_path / "a.hrr")
    writer.raw(0xFFFF, bytes(size - 32))
    archive = archives.open_archive(writer.close())
    assert (len(archive.events), archive.complete) == (1, True)
    assert archive.calls == {"api-65535": 1}


def test_44_bytes_without_the_magic_are_a_record(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    writer.raw(0xFFFF, bytes(12))
    assert len(archives.open_archive(writer.close()).events) == 1


def test_events_are_sorted_by_sequence_id(tmp_path):
    writer = Writer(tmp_path / "a.hrr")
    for seq, size in ((2, 20), (0, 0), (1, 10)):
        payload = struct.pack("<iQQ", 0, 0x1000, size)
        writer.raw(215, payload, seq=seq)
    events = archives.open_archive(writer.close()).events
    assert events.seq.tolist() == [0, 1, 2]
    assert events.decode(events.rows[0])["size"].tolist() == [0, 10, 20]


def test_gaps_and_repeats_are_named(tmp_path):
    for number, seqs in enumerate(((0, 2), (0, 0))):
        writer = Writer(tmp_path / f"{number}.hrr")
        for seq in seqs:
            writer.raw(66, bytes(4), seq=seq)
        problems = archives.open_archive(writer.close()).problems
        assert [problem.kind for problem in problems] == ["sequence"]


def test_scan_does_not_copy_the_file(small):
    archive = archives.open_archive(small)
    assert archive.events.raw is archive.frames.raw
    assert not archive.events.raw.flags.writeable


def test_trailer_bytes():
    assert trailer(5, 4) == framing.RECORD_HEADER.pack(0xFFFF, 5, 0, 0, 44, bytes(2)) + struct.pack("<Q", 4) + b"HEOF"


def test_empty_archive(tmp_path):
    archive = archives.open_archive(Writer(tmp_path / "a.hrr").close())
    assert (len(archive.events), archive.complete, archive.calls) == (0, True, {})
    assert archive.events.seq.dtype == np.uint64


def test_fill_is_what_the_other_tests_think(small):
    archive = archives.open_archive(small)
    assert sum(archive.calls.values()) == 9
    assert fill(Writer(small)) is not None
