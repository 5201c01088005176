"""CUDA programs are recorded at the driver's door as the HIP calls that mean the same, and replayed on the bridge."""

from __future__ import annotations

from pathlib import Path

import pytest
from bridge import chain

import hrr
from cuda import harness
from hrr import api
from hrr.api import cuda
from hrr.api.cuda import exports

PER_THREAD = 2  # hipStreamPerThread
NOT_SUPPORTED = 801


def _counts(archive: Path) -> dict[str, int]:
    return dict(hrr.open(archive).events.counts)


def test_every_name_of_the_driver_is_known_once() -> None:
    spelled = [name for entry in cuda.ENTRIES for name in cuda.entries.spellings(entry)]
    assert not set(spelled) & set(exports.EXPORTS)
    assert len(set(spelled)) == len(spelled)
    assert len(set(exports.EXPORTS)) == len(exports.EXPORTS)


def test_a_program_sees_what_the_driver_answers(tmp_path: Path) -> None:
    """Results that HIP has no number for, values that the driver writes, nothing on standard error; and a replay."""
    program = chain.build("driver_api", tmp_path)
    arguments = [str(program), str(harness.driver()), str(chain.code_object("kernels", tmp_path))]
    recorded = hrr.record(arguments, tmp_path / "a.hrr", device=chain.library.bridge(), env=harness.environment())
    assert (recorded.exit_code, recorded.notes) == (0, ())
    archive = hrr.open(recorded.archive)
    assert archive.problems == ()
    assert archive.manifest.platform == "nvidia"
    report = harness.replay(recorded.archive)
    assert (report.exit, report.unreplayed, report.failed, report.unplaced) == (0, (), (), ())
    assert report.checks.exact == report.checks.total == 5


@pytest.mark.parametrize("how", ["name", "path", "lookup", "per_thread", "adopt"])
def test_every_road_to_the_driver(how: str, tmp_path: Path) -> None:
    arguments = [how] if how != "path" else ["name", str(harness.driver())]
    assert harness.run("roads", *arguments, linked=False).stdout.split()[-1] == "7"
    recorded = harness.record("roads", *arguments, output=tmp_path / "a.hrr", linked=False)
    assert (recorded.exit_code, recorded.notes) == (0, ())
    assert _counts(recorded.archive) == {
        "hipInit": 1,
        "hipDevicePrimaryCtxRetain": 1,
        "hipCtxSetCurrent": 1,
        "hipMalloc": 1,
        "hipMemsetD32Async": 1,
        "hipStreamSynchronize": 1,
        "hipMemcpyDtoH": 1,
        "hipFree": 1,
    }
    events = hrr.open(recorded.archive).events
    row = api.row("hipStreamSynchronize")
    stream = events.value(row, "stream", events.of(row))
    assert stream is not None and stream.tolist() == [PER_THREAD if how == "per_thread" else 0]
    report = harness.replay(recorded.archive)
    assert (report.exit, report.checks.exact, report.unreplayed) == (0, 1, ())


def test_the_driver_is_opened_at_the_first_call(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The recorder is preloaded into compilers and shells, too."""
    recorded = harness.record("roads", "name", output=tmp_path / "a.hrr", linked=False)
    assert recorded.exit_code == 0
    assert capfd.readouterr().out == "0 1 7\n"


def test_libraries_settings_and_variables(tmp_path: Path) -> None:
    """A library's kernel under its own handle, allowed more shared memory; a variable whose size nobody asked for."""
    arguments = [str(harness.code_object())]
    assert harness.run("libraries", *arguments).returncode == 0
    recorded = harness.record("libraries", *arguments, output=tmp_path / "a.hrr")
    assert recorded.exit_code == 0, recorded.notes
    archive = hrr.open(recorded.archive)
    assert archive.events.counts["hipKernelSetAttribute"] == 1
    assert archive.problems == ()
    report = harness.replay(recorded.archive)
    assert (report.exit, report.unreplayed, report.failed) == (0, (), ())
    assert report.checks.exact == report.checks.total == 1


def test_calls_without_a_hip_call_are_named(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    recorded = harness.record("unknown", output=tmp_path / "a.hrr")
    assert recorded.exit_code == 0
    assert capfd.readouterr().out == f"{NOT_SUPPORTED}\n{NOT_SUPPORTED}\n"
    named = [problem.message for problem in hrr.open(recorded.archive).problems]
    assert named == ["cuGraphAddNode_v2: no HIP call means the same"]


def test_hip_programs_are_recorded_once(tmp_path: Path) -> None:
    """On NVIDIA a HIP program runs on the bridge: its calls are recorded, what the bridge asks the driver is not."""
    program = chain.build("reserve", tmp_path)
    recorded = hrr.record([str(program)], tmp_path / "a.hrr", device=chain.library.bridge(), env=harness.environment())
    assert recorded.exit_code == 0
    plain = hrr.record([str(program)], tmp_path / "b.hrr", device=chain.library.softhip())
    assert plain.exit_code == 0
    assert _counts(recorded.archive) == _counts(plain.archive)


def test_arrays(tmp_path: Path) -> None:
    assert harness.run("arrays").returncode == 0
    recorded = harness.record("arrays", output=tmp_path / "a.hrr")
    assert (recorded.exit_code, recorded.notes) == (0, ())
    archive = hrr.open(recorded.archive)
    assert archive.problems == ()
    assert archive.events.counts["hipArray3DCreate"] == 8
    report = harness.replay(recorded.archive)
    assert (report.exit, report.unreplayed, report.failed) == (0, (), ())
    assert report.checks.exact == report.checks.total == 7
