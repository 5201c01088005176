"""Which library stands behind --device."""

from __future__ import annotations

from pathlib import Path

import pytest

from hrr.runtime import RuntimeProblem, choose, library
from hrr.runtime.library import Library


@pytest.fixture(autouse=True)
def softhip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "soft.so"
    monkeypatch.setattr(library, "softhip", lambda: Library(path, "soft", "softhip", "7.1"))
    return path


def test_auto_takes_a_system_runtime_that_reports_a_gpu(fake_rocm):
    path = fake_rocm(7)
    chosen = choose("auto")
    assert (chosen.path, chosen.platform, chosen.version, chosen.notice) == (path, "amd", "7.1.0", "")


def test_auto_takes_softhip_when_the_runtime_reports_none(fake_rocm, softhip):
    fake_rocm(7, devices=0)
    chosen = choose("auto")
    assert (chosen.path, chosen.platform, chosen.notice) == (softhip, "soft", "no GPU found")


def test_auto_survives_a_runtime_that_crashes(fake_rocm, softhip):
    fake_rocm(6, fault="abort()")
    assert choose("auto").path == softhip


def test_auto_takes_softhip_when_there_is_no_runtime(fake_rocm, softhip):
    assert choose("auto").path == softhip


def test_auto_never_takes_the_old_abi(fake_rocm, softhip):
    fake_rocm(5)
    assert choose("auto").path == softhip


def test_system_prefers_the_newer_abi(fake_rocm):
    fake_rocm(6)
    newest = fake_rocm(7)
    assert choose("system").path == newest


def test_system_refuses_the_old_abi_and_says_why(fake_rocm):
    fake_rocm(5)
    with pytest.raises(RuntimeProblem, match=r"libamdhip64\.so\.5: .*HIP_MEMCPY3D is 128 bytes"):
        choose("system")


def test_system_without_a_runtime_says_where_it_looked(fake_rocm):
    with pytest.raises(RuntimeProblem, match=r"no libamdhip64\.so\.7 or \.so\.6 in ROCM_PATH"):
        choose("system")


def test_soft_is_softhip_even_where_there_is_a_gpu(fake_rocm, softhip):
    fake_rocm(7)
    assert choose("soft").path == softhip


def test_an_unbuilt_softhip_is_a_clear_error(tmp_path, monkeypatch):
    monkeypatch.undo()
    monkeypatch.setenv("HRR_LIB_DIR", str(tmp_path))
    with pytest.raises(RuntimeProblem, match="make build"):
        choose("soft")
