"""native/rect against the naive model and hrr.rect, through a tiny C library."""

from __future__ import annotations

import ctypes
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from lib import compiler

from hrr.rect import RectOverflow, make_rect

from .model import Shape, huge, offsets, runs, small

ROOT = Path(__file__).resolve().parents[2]
U64 = ctypes.c_uint64


@pytest.fixture(scope="module")
def lib(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    out = tmp_path_factory.mktemp("rect") / "librect_c.so"
    sources = [Path(__file__).with_name("rect_c.cpp"), ROOT / "native/rect/rect.cpp"]
    flags = ["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", f"-I{ROOT / 'native'}"]
    subprocess.run([compiler.CXX, *flags, "-o", str(out), *map(str, sources)], check=True)
    library = ctypes.CDLL(str(out))
    library.rect_runs.restype = U64
    library.rect_runs.argtypes = [ctypes.c_void_p, ctypes.c_void_p, U64]
    return library


def make(lib: ctypes.CDLL, shape: Shape) -> ctypes.Array[U64] | None:
    out = (U64 * 8)()
    return out if lib.rect_make(out, (U64 * 8)(*shape)) else None


def bytes_of(size: int, seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, size, dtype=np.uint8)


def pointer(array: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


@given(shape=huge)
def test_the_rule_is_the_same_as_in_python(lib: ctypes.CDLL, shape: Shape) -> None:
    made = make(lib, shape)
    try:
        rect = make_rect(shape.width, shape.height, shape.depth, **shape.place)
    except RectOverflow:
        assert made is None
        return
    assert made is not None
    assert list(made) == [
        *(rect.width, rect.height, rect.depth, rect.row_pitch, rect.slice_pitch, rect.first),
        *(rect.footprint, rect.run_length),
    ]


@given(shape=small)
def test_runs(lib: ctypes.CDLL, shape: Shape) -> None:
    made = make(lib, shape)
    pairs = (U64 * 256)()
    count = lib.rect_runs(made, pairs, 128)
    assert [(pairs[2 * n], pairs[2 * n + 1]) for n in range(count)] == runs(offsets(shape))


@given(shape=small)
def test_pack_and_unpack(lib: ctypes.CDLL, shape: Shape) -> None:
    made, places = make(lib, shape), offsets(shape)
    end = max(places, default=-1) + 1
    base, packed = bytes_of(end + 8, 1), bytes_of(len(places) + 8, 2)
    wanted = packed.copy()
    wanted[: len(places)] = base[places]
    lib.rect_pack(pointer(packed), pointer(base), made)
    assert packed.tolist() == wanted.tolist()

    target = bytes_of(end + 8, 3)
    wanted = target.copy()
    wanted[places] = packed[: len(places)]
    lib.rect_unpack(pointer(target), made, pointer(packed))
    assert target.tolist() == wanted.tolist()


@given(shape=small, other=small)
def test_copy_between_two_layouts(lib: ctypes.CDLL, shape: Shape, other: Shape) -> None:
    other = other._replace(width=shape.width, height=shape.height, depth=shape.depth)
    src_places, dst_places = offsets(shape), offsets(other)
    src, dst = bytes_of(max(src_places, default=0) + 8, 4), bytes_of(max(dst_places, default=0) + 8, 5)
    wanted = dst.copy()
    wanted[dst_places] = src[src_places]
    lib.rect_copy(pointer(dst), make(lib, other), pointer(src), make(lib, shape))
    assert dst.tolist() == wanted.tolist()
