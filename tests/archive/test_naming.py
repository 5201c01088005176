"""Blob names: test vectors of both hashes."""

import numpy as np
import pytest

from hrr.archive import naming

REFERENCE = {
    b"": "cbf29ce48422232500000100000001b3",
    b"a": "af63dc4c8601ec8c61c4bcf88623f95a",
    b"abc": "e71fa2190541574b7770914aaa4fe3c7",
    bytes(16): "88201fb960ff64658d44c0053e1a02f3",
    bytes(range(256)): "4242dc5249c33625042cd2895c50ddb3",
}


@pytest.mark.parametrize(("data", "name"), REFERENCE.items())
def test_reference(data, name):
    assert naming.reference(data) == name


@pytest.mark.parametrize(
    "size", [1, 2, 255, naming._BLOCK - 1, naming._BLOCK, naming._BLOCK + 1, 3 * naming._BLOCK + 7]
)
def test_reference_is_the_byte_wise_definition(size):
    data = np.random.default_rng(size).integers(0, 256, size, dtype=np.uint8).tobytes()
    low, high = 0xCBF29CE484222325, 0x100000001B3
    for byte in data:
        low = (low ^ byte) * 0x100000001B3 % 2**64
        high = (high ^ byte) * 0xCBF29CE484222325 % 2**64
    assert naming.reference(data) == f"{low:016x}{high:016x}"


def test_xxh3_low_word_comes_first():
    xxhash = pytest.importorskip("xxhash")
    data = b"some bytes" * 100
    number = xxhash.xxh3_128_intdigest(data)
    assert naming.xxh3(data) == f"{number & (2**64 - 1):016x}{number >> 64:016x}"


def test_words_and_back():
    assert naming.words(naming.key(1, 2)) == (1, 2)
    assert naming.key(0, 0) == ""


@pytest.mark.parametrize("name", ["", "0" * 31, "0" * 33, "A" * 32, "../" * 10 + "ab", "g" * 32])
def test_other_strings_are_no_names(name):
    with pytest.raises(ValueError, match="not a blob name"):
        naming.words(name)
