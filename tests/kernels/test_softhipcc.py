"""The compiler as a program: options, several sources, messages."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from kernels.test_programs import PROGRAMS
from lib import compiler, programs

KERNELS = programs.PROGRAMS / "kernels"


def test_several_sources(softhipcc, run, tmp_path: Path) -> None:
    done = softhipcc("-Wall", KERNELS / "part_one.hip", KERNELS / "part_two.hip", "-o", tmp_path / "program")
    assert (done.returncode, done.stderr) == (0, "")
    done = run(tmp_path / "program")
    assert (done.returncode, done.stderr) == (0, "")


def test_objects_are_linked_by_the_system_compiler(softhipcc, run, tmp_path: Path) -> None:
    from hrr.runtime import library, link_dir

    objects = []
    for name in ("part_one", "part_two"):
        objects.append(str(tmp_path / f"{name}.o"))
        assert softhipcc("-c", KERNELS / f"{name}.hip", "-o", objects[-1]).returncode == 0
    link = [f"-L{link_dir(library.softhip().path)}", "-lamdhip64"]
    subprocess.run([compiler.CXX, *objects, "-o", str(tmp_path / "program"), *link], check=True)
    assert run(tmp_path / "program").returncode == 0


def test_errors_name_the_users_lines_once(softhipcc, tmp_path: Path) -> None:
    source = KERNELS / "wrong.hip"
    done = softhipcc(source, "-o", tmp_path / "program")
    assert done.returncode == 1
    errors = [line.removeprefix(f"{source}:") for line in done.stderr.splitlines() if "error:" in line]
    assert [error.split(":")[0] for error in errors] == ["6", "13"]
    assert not (tmp_path / "program").exists()


def test_warnings_are_shown_once(softhipcc, tmp_path: Path) -> None:
    source = tmp_path / "warn.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n"
        "__global__ void k(int* out) { if (*out = 3) *out = 4; }\n"
        "int main() { k<<<1, 1>>>(nullptr); int unused_on_host; return 0; }\n"
    )
    done = softhipcc("-Wall", "-Wextra", "-c", source, "-o", tmp_path / "warn.o")
    assert done.returncode == 0
    warnings = [line.removeprefix(f"{source}:") for line in done.stderr.splitlines() if "warning:" in line]
    assert [warning.split(":")[0] for warning in warnings] == ["2"] or len(warnings) == 2, done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("__global__ int x;", "1: error: __global__ is for functions"),
        ("\n__managed__ int a, b;", "2: error: declare one __managed__ variable at a time"),
        ("void f() {\n  1 <<<2, 3>>>(4); }", "2: error: what is launched here?"),
        ("__global__ void k(int) {", "1: error: no '}' for this '{'"),
    ],
)
def test_what_cannot_be_read(softhipcc, tmp_path: Path, text: str, message: str) -> None:
    source = tmp_path / "text.hip"
    source.write_text(text)
    done = softhipcc("-c", source, "-o", tmp_path / "text.o")
    assert done.returncode == 1
    assert done.stderr == f"{source}:{message}\n"


def test_device_code_cannot_call_the_host(softhipcc, tmp_path: Path) -> None:
    source = tmp_path / "call.hip"
    source.write_text(
        "#include <hip/hip_runtime.h>\n__global__ void k() { hipDeviceSynchronize(); }\nint main() { k<<<1, 1>>>(); }\n"
    )
    done = softhipcc(source, "-o", tmp_path / "call")
    assert done.returncode != 0
    assert "hipDeviceSynchronize" in done.stderr


def test_a_source_without_device_code(softhipcc, run, tmp_path: Path) -> None:
    source = tmp_path / "plain.cpp"
    source.write_text('#include <cstdio>\nint main() { std::puts("a >> b << c"); return 3; }\n')
    assert softhipcc(source, "-o", tmp_path / "plain").returncode == 0
    done = run(tmp_path / "plain")
    assert (done.returncode, done.stdout) == (3, "a >> b << c\n")


def test_dependencies(softhipcc, tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("inline int own() { return 1; }\n")
    source = tmp_path / "needs.hip"
    source.write_text('#include <hip/hip_runtime.h>\n#include "own.h"\n__global__ void k() { own(); }\n')
    done = softhipcc("-c", "-MMD", source, "-o", tmp_path / "needs.o")
    assert (done.returncode, done.stderr) == (0, "")
    rule = (tmp_path / "needs.d").read_text()
    assert rule.startswith(f"{tmp_path}/needs.o:") and "own.h" in rule


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "usage: softhipcc"),
        (["absent.hip"], "softhipcc: absent.hip: no such file"),
        (["-o"], "softhipcc: -o needs a value"),
        (["-c"], "softhipcc: no source file"),
        (["-c", "a.hip", "b.hip", "-o", "c.o"], "softhipcc: -o names one file, but there are several sources"),
        (["a.hip", "--cxx", "no-such-compiler"], "softhipcc: no C++ compiler: no-such-compiler not found"),
    ],
)
def test_command_line(softhipcc, arguments: list[str], message: str) -> None:
    import os
    import sys

    done = subprocess.run(
        [sys.executable, "-m", "hrr.softhipcc", *arguments],
        env={**os.environ, "PYTHONPATH": str(programs.ROOT / "src")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert (done.stderr or done.stdout).startswith(message)


def test_clang(softhipcc, run, tmp_path: Path) -> None:
    import shutil

    compiler = next(
        (name for name in ("clang++", "clang++-19", "clang++-16", "clang++-14") if shutil.which(name)), None
    )
    if compiler is None:
        pytest.skip("no clang++")
    for name in PROGRAMS:
        program = tmp_path / name
        done = softhipcc("--cxx", compiler, KERNELS / f"{name}.hip", "-o", program)
        assert (done.returncode, done.stderr) == (0, ""), name
        done = run(program)
        assert (done.returncode, done.stderr) == (0, ""), name
