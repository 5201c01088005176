"""Every road to the runtime leads through the recorder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from lib import compiler, sanitizer

from hrr.archive import open_archive
from hrr.runtime import library, link_dir
from recorder import harness

REAL = "<the real library's path>"
NAMES = ["libamdhip64.so", "libamdhip64.so.6", "libamdhip64.so.7"]


def _run(tmp_path: Path, how: str, *arguments: str, **extra: str) -> list[str]:
    """Calls that the archive of an unlinked program holds."""
    passed = [str(harness.fake()) if argument == REAL else argument for argument in arguments]
    command = [str(harness.program("roads", linked=False)), how, *passed]
    done = subprocess.run(
        command, env=harness.environment(tmp_path / "out", **extra), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = open_archive(tmp_path / "out")
    assert not hasattr(found, "processes")
    return harness.names(found)


@pytest.mark.parametrize("how", ["open", "deep", "global"])
@pytest.mark.parametrize("name", [*NAMES, REAL])
def test_dlopen_and_dlsym(tmp_path: Path, how: str, name: str) -> None:
    if how == "deep" and sanitizer.ANY:
        pytest.skip("a sanitizer refuses RTLD_DEEPBIND")
    assert _run(tmp_path, how, name) == ["hipMalloc"]


@pytest.mark.parametrize("how", ["default", "program"])
def test_dlsym_in_the_global_scope(tmp_path: Path, how: str) -> None:
    assert _run(tmp_path, how) == ["hipMalloc"]


@pytest.mark.parametrize("name", [NAMES[2], REAL])
def test_dlvsym(tmp_path: Path, name: str) -> None:
    assert _run(tmp_path, "version", name) == ["hipMalloc"]


@pytest.mark.parametrize("name", [NAMES[0], REAL])
def test_the_runtimes_own_lookup(tmp_path: Path, name: str) -> None:
    assert _run(tmp_path, "lookup", name) == ["hipGetProcAddress", "hipMalloc"]


def test_a_missing_function_is_missing(tmp_path: Path) -> None:
    assert _run(tmp_path, "missing", REAL) == ["hipMalloc"]


def test_rtld_next_sees_its_caller(tmp_path: Path) -> None:
    assert _run(tmp_path, "next", REAL) == ["hipMalloc"]


def test_an_exported_name_for_every_row() -> None:
    """With the version node that AMD's library has, and else only functions of the C library that it stands before."""
    from hrr import api

    text = subprocess.run(
        ["readelf", "--dyn-syms", "-W", str(library.recorder())], capture_output=True, text=True, check=True
    ).stdout
    defined = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 8 and words[6] not in ("UND", "ABS", "Ndx"):
            name, _, node = words[7].partition("@")
            defined.setdefault(name, set()).add(node.lstrip("@"))
    wanted = {row.name: {row.node} for row in api.ROWS}
    wanted.update({name: {node} for name, (_, node) in api.ALIASES.items()})
    roads = {"GLIBC_2.2.5", "GLIBC_2.34"}
    jumps = {name: {"GLIBC_2.2.5"} for name in ("longjmp", "_longjmp", "siglongjmp")}
    jumps["__longjmp_chk"] = {"GLIBC_2.11"}
    assert defined == {**wanted, **jumps, "dlsym": roads, "dlvsym": roads}


@pytest.mark.skipif(bool(sanitizer.ANY), reason="it needs the sanitizer")
def test_the_recorder_needs_nothing_but_the_c_library() -> None:
    text = subprocess.run(["readelf", "-d", str(library.recorder())], capture_output=True, text=True, check=True).stdout
    needed = {line.split("[")[1].rstrip("]") for line in text.splitlines() if "NEEDED" in line}
    assert needed <= {"libc.so.6", "ld-linux-x86-64.so.2", "libm.so.6"}
    assert f"[{library.SONAME}]" in text


@pytest.mark.skipif(bool(sanitizer.ANY), reason="the interpreter was not compiled for it")
def test_hip_python_is_recorded(tmp_path: Path) -> None:
    """A real client, which opens the unversioned name and looks every function up."""
    pytest.importorskip("hip")
    script = (
        "from hip import hip\n"
        "error, pointer = hip.hipMalloc(1024)\n"
        "data = bytearray(b'abcd' * 256)\n"
        "error2, = hip.hipMemcpy(pointer, data, 1024, hip.hipMemcpyKind.hipMemcpyHostToDevice)\n"
        "error3, = hip.hipFree(pointer)\n"
        "assert [int(e) for e in (error, error2, error3)] == [0, 0, 0]\n"
    )
    env = harness.environment(tmp_path / "out", ROCM_PATH=str(link_dir(library.recorder()).parent))
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = open_archive(tmp_path / "out")
    assert harness.names(found) == ["hipMalloc", "hipMemcpy", "hipFree"]
    assert harness.blob(found, "hipMemcpy") == b"abcd" * 256


def test_no_library_behind_is_an_error_and_one_line(tmp_path: Path) -> None:
    env = harness.environment(tmp_path / "out", HRR_REAL_LIBRARY="/nowhere/libamdhip64.so.7")
    command = [str(harness.program("ends")), "return"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 99
    first, second, *rest = done.stderr.splitlines()
    assert first == (
        "hrr: there is no HIP library behind the recorder: /nowhere/libamdhip64.so.7: No such file or directory"
    )
    assert second == "hrr: hipSetDevice is not in any HIP library" and len(rest) == 1


def test_the_recorder_is_not_taken_for_the_library_behind_it(tmp_path: Path) -> None:
    env = harness.environment(tmp_path / "out", HRR_REAL_LIBRARY=str(library.recorder()))
    command = [str(harness.program("ends")), "return"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 99 and "is the recorder itself" in done.stderr


@pytest.mark.skipif(os.geteuid() != 0 or bool(sanitizer.ANY), reason="needs another user, and no sanitizer")
def test_set_user_id_programs_ignore_the_variable() -> None:
    """The loader drops LD_PRELOAD for them, but one may be linked to the recorder by its path."""
    import shutil
    import tempfile

    place = Path(tempfile.mkdtemp(dir="/tmp"))
    place.chmod(0o755)
    try:
        shutil.copyfile(library.recorder(), place / library.SONAME)
        source = harness.HERE / "programs" / "ends.cpp"
        command = [compiler.CXX, f"-I{library.include_dir()}", str(source), "-o", str(place / "program"), f"-L{place}"]
        subprocess.run([*command, f"-l:{library.SONAME}", f"-Wl,-rpath,{place},--disable-new-dtags"], check=True)
        (place / "program").chmod(0o4755)
        (place / library.SONAME).chmod(0o755)
        env = {"HIP_HRR_CAPTURE_OUTPUT": str(place / "out"), "PATH": os.environ["PATH"]}
        done = subprocess.run(
            [str(place / "program"), "return"], env=env, user=65534, group=65534, capture_output=True, text=True
        )
        lines = [line for line in done.stderr.splitlines() if "HIP_HRR_CAPTURE_OUTPUT" in line]
        assert lines == ["hrr: HIP_HRR_CAPTURE_OUTPUT is ignored in a set-user-ID or otherwise privileged program"]
        assert not (place / "out").exists()
    finally:
        shutil.rmtree(place)
