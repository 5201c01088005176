"""The records of large logs, walked in pieces: always what a walk one by one finds."""

import struct

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hrr.archive import chain

HEADER = struct.Struct("<HQQQI2s")


def one_by_one(raw, position):
    """The definition: (offsets, end)."""
    places = []
    while position + 32 <= raw.size:
        length = int.from_bytes(raw[position + 26 : position + 30].tobytes(), "little")
        if length < 32 or length > 64 << 20 or position + length > raw.size:
            break
        places.append(position)
        position += length
    return places, position


def log(sizes, *, first_seq=0, filler=b"\0"):
    parts = [b"8 bytes "]
    for seq, size in enumerate(sizes, first_seq):
        payload = (filler * (size // len(filler) + 1))[: size - 32]
        parts.append(HEADER.pack(seq % 500, seq, 7 * size, 1, size, bytes(2)) + payload)
    return b"".join(parts)


def array(data):
    return np.frombuffer(bytes(data), np.uint8)


def check(data):
    raw = array(data)
    places, end = chain.chain(raw, 8)
    assert (places.tolist(), end) == one_by_one(raw, 8)
    assert places.dtype == np.int64
    return raw


@pytest.fixture(autouse=True)
def pieces_of_small_logs(monkeypatch):
    """Use pieces on logs of a few kilobytes."""
    monkeypatch.setattr(chain, "_SMALL", 1)
    monkeypatch.setattr(chain, "_PIECES", 9)
    monkeypatch.setattr(chain, "_SEARCH", 300)
    monkeypatch.setattr(chain, "_BLOCK", 7000)


def test_pieces_are_used():
    raw = check(log([52, 44, 36, 250] * 100))
    assert raw.size > chain._BLOCK, "several blocks"
    starts = chain._probable_starts(raw, 8, raw.size)
    assert len(starts) == 8
    assert set(starts.tolist()) <= set(one_by_one(raw, 8)[0])


@settings(max_examples=150)
@given(
    sizes=st.lists(st.integers(32, 400), max_size=120),
    filler=st.binary(min_size=1, max_size=40),
    first_seq=st.integers(0, (1 << 64) - 200),
    cut=st.integers(0, 300),
    damage=st.lists(st.tuples(st.floats(0, 1), st.binary(min_size=1, max_size=8)), max_size=4),
)
def test_any_log(sizes, filler, first_seq, cut, damage):
    data = bytearray(log(sizes, first_seq=first_seq, filler=filler))
    for where, replacement in damage:
        at = 8 + int(where * (len(data) - 8))
        data[at : at + len(replacement)] = replacement
    check(data[: max(8, len(data) - cut)])


def test_records_inside_records_do_not_mislead():
    """Payloads that look like logs of their own: every guess is wrong, and passed over."""
    inner = log([40] * 30)[8:]
    raw = check(log([32 + len(inner)] * 12, filler=inner))
    assert len(chain.chain(raw, 8)[0]) == 12


def test_damage_ends_the_chain_wherever_it_is():
    sizes = [36, 52, 131] * 60
    data = log(sizes)
    for place in one_by_one(array(data), 8)[0]:
        broken = bytearray(data)
        broken[place + 26 : place + 30] = bytes(4)
        raw = check(broken)
        assert chain.chain(raw, 8)[1] == place


@pytest.mark.parametrize("size", [0, 8, 31, 39, 40, 41])
def test_tiny_files(size):
    check(log([32])[:size].ljust(size, b"\0"))


def test_space_behind_the_log():
    data = log([36] * 200)
    raw = check(data + bytes(50_000))
    assert chain.chain(raw, 8)[1] == len(data)
