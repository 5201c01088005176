"""hip-python, a real client from PyPI, drives softhip unchanged."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

from hrr.runtime import library

from .conftest import environment

CLIENT = Path(__file__).with_name("client.py")
pytestmark = pytest.mark.skipif(importlib.util.find_spec("hip") is None, reason="hip-python is not installed")


@pytest.mark.parametrize("adversary", ["", "seed=2,all"], ids=["tame", "all"])
def test_hip_python(adversary):
    done = subprocess.run(
        [sys.executable, str(CLIENT)],
        env=environment(adversary),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(library.softhip().path)]  # the only HIP library in the process
