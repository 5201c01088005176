"""Fixtures: build a test program and run it straight on softhip, without a recorder."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest
from lib import programs

from hrr.runtime import library, link_dir


@dataclass(frozen=True)
class Ran:
    """What a program did: its exit code (negative: the signal that ended it) and what it said."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def environment(adversary: str, extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment in which a program finds softhip, tame unless ``adversary`` says how it is not."""
    found = link_dir(library.softhip().path)
    env = {key: value for key, value in os.environ.items() if not key.startswith("SOFTHIP_")}
    env["LD_LIBRARY_PATH"] = f"{found}:{env.get('LD_LIBRARY_PATH', '')}"
    env["ROCM_PATH"] = str(found.parent)
    if adversary:
        env["SOFTHIP_ADVERSARY"] = adversary
    return env | dict(extra or {})


@pytest.fixture(scope="session")
def run() -> Run:
    """``run("family/name", *arguments, adversary="", env={})``: the program of tests/programs, on softhip."""

    def start(name: str, *arguments: str, adversary: str = "", env: Mapping[str, str] | None = None) -> Ran:
        program = str(programs.build(name))
        done = subprocess.run(
            [program, *arguments],
            env=environment(adversary, env),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return start
