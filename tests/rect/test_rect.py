"""hrr.rect against the naive model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from hrr.rect import Rect, RectError, RectOverflow, make_rect, make_rects, pack, unpack, window

from .model import Shape, extreme, huge, offsets, runs, small


def rect_of(shape: Shape) -> Rect:
    return make_rect(shape.width, shape.height, shape.depth, **shape.place)


def noise(size: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)


@given(small)
def test_every_byte_is_where_the_model_says(shape: Shape) -> None:
    rect, places = rect_of(shape), offsets(shape)
    assert rect.nbytes == len(places)
    assert rect.footprint == (max(places) + 1 if places else 0)
    buffer = noise(rect.footprint + 3)
    assert pack(buffer, rect).tolist() == [buffer[place] for place in places]


@given(small)
def test_runs_are_the_longest_equal_pieces(shape: Shape) -> None:
    rect, found = rect_of(shape), runs(offsets(shape))
    assert list(rect.each_run()) == found
    assert rect.runs == len(found)
    assert rect.contiguous == (len(found) <= 1)
    assert rect.run_length == (found[0][1] if found else 0)


@given(small)
def test_unpack_writes_the_box_and_nothing_else(shape: Shape) -> None:
    rect, places = rect_of(shape), offsets(shape)
    packed, buffer = noise(rect.nbytes, 2), noise(rect.footprint + 3)
    wanted = buffer.copy()
    wanted[places] = packed
    unpack(packed, buffer, rect)
    assert buffer.tolist() == wanted.tolist()


@given(small)
def test_position_names_slice_row_and_column(shape: Shape) -> None:
    rect = rect_of(shape)
    for packed, place in enumerate(offsets(shape)):
        k, j, i = rect.position(packed)
        assert rect.first + k * rect.slice_pitch + j * rect.row_pitch + i == place
    with pytest.raises(IndexError):
        rect.position(rect.nbytes)


@given(huge)
def test_overflow_is_an_error_exactly_when_the_model_leaves_64_bits(shape: Shape) -> None:
    empty = 0 in shape[:3]
    if empty or extreme(shape) < 2**64:
        rect = rect_of(shape)
        assert rect.footprint < 2**64 and (rect.footprint == 0) == empty
    else:
        with pytest.raises(RectOverflow):
            rect_of(shape)


@given(huge)
def test_columns_agree_with_single_rects(shape: Shape) -> None:
    columns = make_rects([shape.width, 48], shape.height, shape.depth, **shape.place)
    for index, width in enumerate((shape.width, 48)):
        try:
            rect = rect_of(shape._replace(width=width))
        except RectOverflow:
            assert columns.overflow[index] and columns.footprint[index] == 0
            with pytest.raises(RectOverflow):
                columns[index]
            continue
        assert not columns.overflow[index]
        assert columns[index] == rect
        assert columns.nbytes[index] == rect.nbytes
        assert columns.footprint[index] == rect.footprint
        assert columns.run_length[index] == rect.run_length


def test_the_window_of_the_pitched_tests() -> None:
    device = make_rect(48, 3, 2, pitch=256, pitch_height=8, x=16, y=2, z=1)
    assert (device.row_pitch, device.slice_pitch, device.first) == (256, 2048, 2048 + 512 + 16)
    host = make_rect(48, 3, 2, pitch=160, pitch_height=6, x=40, y=1, z=1)
    assert (host.row_pitch, host.slice_pitch, host.first) == (160, 960, 960 + 160 + 40)
    assert host.footprint == 1160 + 960 + 2 * 160 + 48
    assert (host.runs, host.run_length, host.nbytes) == (6, 48, 288)


def test_one_row_and_dense_slices_are_one_run_though_not_at_the_base() -> None:
    assert list(make_rect(48, pitch=160, pitch_height=6, x=40, y=1, z=1).each_run()) == [(960 + 160 + 40, 48)]
    assert list(make_rect(48, 3, 2, pitch=48, z=1).each_run()) == [(144, 288)]


def test_sparse_rows_cost_no_memory_for_the_span() -> None:
    rect = make_rect(48, 4, pitch=1 << 40)
    assert rect.footprint == 3 * (1 << 40) + 48
    assert [offset for offset, _ in rect.each_run()] == [j << 40 for j in range(4)]
    with pytest.raises(RectError):
        window(np.zeros(192, np.uint8), rect)


def test_a_pitch_that_no_row_uses_may_be_anything() -> None:
    rect = make_rect(4, pitch=2**64 - 1)
    assert pack(noise(4), rect).tolist() == noise(4).tolist()


def test_a_window_is_a_view() -> None:
    buffer = noise(64)
    assert np.shares_memory(window(buffer, make_rect(3, 2, 2, pitch=8)), buffer)
    assert not np.shares_memory(pack(buffer, make_rect(8, 2)), buffer)


def test_short_buffers_and_wrong_packed_sizes_are_refused() -> None:
    rect = make_rect(48, 3, 2, pitch=160, pitch_height=6, x=40, y=1, z=1)
    pack(noise(rect.footprint), rect)
    with pytest.raises(RectError):
        pack(noise(rect.footprint - 1), rect)
    for wrong in (rect.nbytes - 1, rect.nbytes + 1):
        with pytest.raises(RectError):
            unpack(noise(wrong), noise(rect.footprint), rect)


@pytest.mark.parametrize(
    "fields", [(48, 2, 1, 47, 96, 0), (48, 2, 2, 60, 107, 0)], ids=["rows overlap", "slices overlap"]
)
def test_overlapping_layouts_are_refused(fields: tuple[int, ...]) -> None:
    with pytest.raises(RectError):
        Rect(*fields)


def test_numbers_outside_64_bits_are_refused() -> None:
    for width in (-1, 2**64):
        with pytest.raises(RectOverflow):
            make_rect(width)
