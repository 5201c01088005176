"""Each program checks what its kernels did against what the host calculates."""

from __future__ import annotations

from pathlib import Path

import pytest

PROGRAMS = (
    "saxpy",
    "matmul",
    "reduce",
    "histogram",
    "waves",
    "declarations",
    "functions",
    "symbols",
    "shared_memory",
    "early_exit",
    "grids",
    "cooperative",
    "mathematics",
    "launches",
)


@pytest.mark.parametrize("threads", ["1", "2", "5"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_program(build, run, name: str, threads: str) -> None:
    done = run(build(f"kernels/{name}"), env={"SOFTHIP_THREADS": threads})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_against_the_adversary(build, run, name: str) -> None:
    done = run(build(f"kernels/{name}"), env={"SOFTHIP_ADVERSARY": "all,seed=5"})
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("name", ["matmul", "waves", "declarations", "functions", "symbols", "mathematics"])
@pytest.mark.parametrize("options", [("-O0", "-g"), ("-O2", "-std=c++14"), ("-O3", "-std=c++20"), ("-Os", "-fno-rtti")])
def test_options(build, run, name: str, options: tuple[str, ...]) -> None:
    done = run(build(f"kernels/{name}", *options))
    assert (done.returncode, done.stderr) == (0, "")


def test_printf(build, run) -> None:
    done = run(build("kernels/print"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "block 0 says 0 1.5 text\nblock 0 says 1 1.5 text\n"


def test_assert_names_the_kernel_and_the_line(build, run) -> None:
    done = run(build("kernels/assertion"))
    assert done.returncode == -6
    assert "assertion.hip:6" in done.stderr and "void check(int)" in done.stderr


def test_wait_that_cannot_end(build, run) -> None:
    done = run(build("kernels/deadlock"))
    assert done.returncode == -6
    assert done.stderr == (
        "softhip: kernel _Z4meetv, block (0, 0, 0): threads wait for the grid, but the launch is not cooperative\n"
    )


def test_two_devices(build, run) -> None:
    done = run(build("kernels/two_devices"), env={"SOFTHIP_DEVICES": "2"})
    assert (done.returncode, done.stderr) == (0, "")


def test_module(build, run, code_object: Path) -> None:
    done = run(build("kernels/module"), str(code_object))
    assert done.returncode == 0, done.stderr
    (line,) = done.stderr.splitlines()  # of the image that is none
    assert line.startswith("softhip: hipModuleLoadData: neither a code object nor a bundle")
