"""What hrr doctor is told about the system's libraries."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from hrr.runtime import choose, examine, library, system
from hrr.runtime.doctor import Platform


def amd() -> Platform:
    return next(item for item in examine().platforms if item.platform == "amd")


def test_a_working_runtime(fake_rocm):
    path = fake_rocm(7, devices=2)
    assert amd() == Platform("amd", True, str(path), "7.1.0", ("A", "B"), "")


def test_a_runtime_without_a_gpu(fake_rocm):
    fake_rocm(6, devices=0)
    found = amd()
    assert not found.works
    assert found.why == "it reports no GPU (hipGetDeviceCount: hipErrorNoDevice, 0 devices)"


def test_a_runtime_that_crashes(fake_rocm):
    fake_rocm(7, fault="abort()")
    assert amd().why == "asking it for devices ended with signal 6"


def test_a_runtime_that_ends_the_process(fake_rocm):
    fake_rocm(7, fault="exit(9)")
    assert amd().why == "asking it for devices ended with status 9"


def test_no_runtime(fake_rocm):
    found = amd()
    assert (found.works, found.library) == (False, "")
    assert "no libamdhip64" in found.why


def test_the_old_abi(fake_rocm):
    path = fake_rocm(5)
    found = amd()
    assert (found.works, found.library) == (False, str(path))
    assert found.why == system.OLD_ABI


def test_the_real_debian_runtime_is_refused():
    debian = [item for item in system.hip_libraries() if item.major == 5]
    if not debian:
        pytest.skip("libamdhip64-dev (HIP 5) is not installed")
    found = amd()
    assert not found.works
    assert found.version.startswith("5.")
    assert "HIP_MEMCPY3D is 128 bytes" in found.why
    assert "reports no GPU" in found.why


def test_no_nvidia_driver_is_said(fake_rocm):
    nvidia = examine().platforms[1]
    assert (nvidia.platform, nvidia.works, nvidia.why) == ("nvidia", False, "no libcuda.so.1 in the loader's cache")


@pytest.fixture
def nvidia_driver(tmp_path, monkeypatch) -> Path:
    """A CUDA driver with one GPU."""
    driver = tmp_path / "libcuda.so.1"
    source = """
    extern "C" int cuInit(unsigned) { return 0; }
    extern "C" int cuDriverGetVersion(int* version) { *version = 12080; return 0; }
    extern "C" int cuDeviceGetCount(int* count) { *count = 1; return 0; }
    extern "C" int cuDeviceGetName(char* text, int, int) { text[0] = 'H'; return 0; }
    """
    command = ["c++", "-shared", "-fPIC", "-x", "c++", "-", "-o", str(driver)]
    subprocess.run(command, input=source, text=True, check=True)
    monkeypatch.setattr(system, "cuda_driver", lambda: driver)
    return driver


def test_an_nvidia_gpu_needs_the_bridge(nvidia_driver, tmp_path, monkeypatch):
    monkeypatch.setenv("HRR_LIB_DIR", str(tmp_path))
    why = f"{tmp_path}/bridge/{library.SONAME} is missing: the native parts are not built (make build)"
    assert examine().platforms[1] == Platform("nvidia", False, str(nvidia_driver), "CUDA 12.8", ("H",), why)
    (tmp_path / "bridge").mkdir()
    (tmp_path / "bridge" / library.SONAME).touch()
    assert examine().platforms[1] == Platform("nvidia", True, str(nvidia_driver), "CUDA 12.8", ("H",), "")


def test_auto_takes_the_bridge_where_an_nvidia_gpu_is(nvidia_driver, fake_rocm, tmp_path, monkeypatch):
    monkeypatch.setenv("HRR_LIB_DIR", str(tmp_path / "native"))
    (tmp_path / "native" / "bridge").mkdir(parents=True)
    (tmp_path / "native" / "bridge" / library.SONAME).touch()
    assert choose("auto").platform == choose("system").platform == "nvidia"
    fake_rocm(7)
    assert choose("auto").platform == choose("system").platform == "amd"


def test_tools_say_what_they_are_for():
    tools = {tool.name: tool for tool in examine().tools}
    assert tools["recorder"].purpose == "hrr record"
    compiler = next(tool for name, tool in tools.items() if "++" in name)
    assert compiler.path and compiler.version[0].isdigit()
