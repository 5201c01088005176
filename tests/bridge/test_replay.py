"""Recording on the bridge and replaying on it: the road that a recording takes on NVIDIA, over softcuda."""

import pytest
from lib import programs

import hrr
from bridge import chain
from hrr.runtime import library

PROGRAMS = (
    "arrays/copies",
    "arrays/device_side",
    "copies/pitched_window",
    "copies/dense_and_pitched",
    "copies/async_window",
    "flat/every_form",
    "graphs/captured",
    "kernels/launches",
    "kernels/saxpy",
    "kernels/symbols",
    "memory/every_allocation",
    "memsets/every_form",
    "pools/async_pool",
    "streams/kinds",
    "threads/hand_over",
    "virtual/reserve_and_map",
)


@pytest.fixture
def on_bridge(monkeypatch):
    monkeypatch.setenv("HRR_CUDA_LIBRARY", str(chain.softcuda()))


@pytest.mark.parametrize("name", PROGRAMS)
def test_record_and_replay(name, tmp_path, on_bridge):
    program = [str(programs.build(name))]
    recorded = hrr.record(program, output=tmp_path / "bridge.hrr", device=library.bridge())
    assert recorded.exit_code == 0
    report = hrr.replay(recorded.archive, device=library.bridge(), timeout=60)
    assert (report.exit, report.unreplayed, report.unplaced) == (0, (), ())
    assert report.checks.total == report.checks.exact > 0


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_events_as_on_softhip(name, tmp_path, on_bridge):
    program = [str(programs.build(name))]
    bridged = hrr.record(program, output=tmp_path / "bridge.hrr", device=library.bridge())
    plain = hrr.record(program, output=tmp_path / "softhip.hrr", device=library.softhip())
    assert hrr.open(bridged.archive).events.counts == hrr.open(plain.archive).events.counts


def test_an_archive_of_softhip_replays_on_the_bridge(tmp_path, on_bridge):
    program = [str(programs.build("kernels/saxpy"))]
    plain = hrr.record(program, output=tmp_path / "softhip.hrr", device=library.softhip())
    report = hrr.replay(plain.archive, device=library.bridge(), timeout=60)
    assert report.exit == 0
    assert report.checks.total == report.checks.exact > 0
    # What runs here would not run on a GPU.
    assert any(note.startswith("recorded on soft, replayed on nvidia") for note in report.notes)
