"""Mutated archives: an answer or a typed error, never anything else.

HYPOTHESIS_PROFILE=ci runs the 20,000 examples that a release must pass; otherwise a quick look.
"""

import os
import shutil
import struct
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

import mutations

KNOWN_GOOD = Path(__file__).parents[1] / "known_good"
EXAMPLES = 20_000 if os.environ.get("HYPOTHESIS_PROFILE") == "ci" else 400

pytestmark = pytest.mark.timeout(7200)  # 20,000 examples take minutes, on a busy machine more

WORDS = st.one_of(
    st.integers(0, 2**64 - 1),
    st.sampled_from([0, 1, 31, 32, 44, 90, 0xFFFF, 0x10000, 2**31 - 1, 2**32 - 1, 2**63, 2**64 - 1, 64 << 20]),
)
STEPS = st.lists(st.tuples(st.sampled_from(mutations.KINDS), st.integers(0, 1 << 20), WORDS), min_size=1, max_size=6)


@pytest.fixture(scope="module")
def scratches(tmp_path_factory):
    from hrr.archive import Writer

    sys.path.insert(0, str(Path(__file__).parents[1]))
    from archive.conftest import fill

    folder = tmp_path_factory.mktemp("fuzz")
    sources = [KNOWN_GOOD / name / "archive" for name in ("good-v6", "good-v8")]
    sources.append(fill(Writer(folder / "own.hrr")).close())
    return [mutations.Scratch(source, tmp_path_factory.mktemp("scratch")) for source in sources]


def test_undamaged(scratches):
    assert [mutations.read_bounded(scratch.put(scratch.events)) for scratch in scratches] == [29, 29, 9]


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(which=st.integers(0, 2), steps=STEPS)
def test_mutated(scratches, which, steps):
    scratch = scratches[which]
    mutations.read_everything(scratch.put(mutations.apply(scratch.events, steps)))


@settings(max_examples=EXAMPLES // 20, deadline=None, database=None)
@given(which=st.integers(0, 2), steps=STEPS)
def test_memory_is_bounded(scratches, which, steps):
    scratch = scratches[which]
    mutations.read_bounded(scratch.put(mutations.apply(scratch.events, steps)))


@settings(max_examples=EXAMPLES // 20, deadline=None, database=None)
@given(manifest=st.one_of(st.binary(max_size=300), st.text('{}[]":,0123truefalsn \n', max_size=200).map(str.encode)))
def test_any_manifest(scratches, manifest):
    scratch = scratches[1]
    assert mutations.read_everything(scratch.put(scratch.events, manifest)) == 29


@settings(max_examples=EXAMPLES // 20, deadline=None, database=None)
@given(which=st.integers(0, 2), steps=STEPS)
def test_repaired(scratches, which, steps):
    scratch = scratches[which]
    mutations.repair_and_read(scratch.put(mutations.apply(scratch.events, steps)))


ENTRIES = st.tuples(st.sampled_from([0, 1, 1, 2]), st.integers(0, 0), *[st.one_of(st.integers(0, 5000), WORDS)] * 4)


@settings(max_examples=EXAMPLES // 20, deadline=None, database=None)
@given(
    entries=st.lists(ENTRIES, max_size=5),
    head=st.tuples(st.sampled_from([1, 1, 1, 2]), st.one_of(st.integers(0, 6), st.just(2**32 - 1)), WORDS),
    data=st.binary(max_size=400),
    slots=st.binary(max_size=300),
)
def test_any_spool_and_any_slots(scratches, entries, head, data, slots):
    spool = (b"HRRSPOOL" + struct.pack("<IIQ", *head)).ljust(64, b"\0")
    spool += b"".join(struct.pack("<IIQQQQ", *entry).ljust(64, b"\0") for entry in entries) + data
    scratch = scratches[2]
    mutations.repair_and_read(scratch.put(scratch.events, spool=spool, inflight=slots))
    shutil.rmtree(scratch.process / "blobs")
    shutil.copytree(scratch.source / scratch.process.name / "blobs", scratch.process / "blobs")
