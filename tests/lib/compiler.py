"""The compilers of the test programs: what CXX and CC name, else the first that is here."""

from __future__ import annotations

import os
import shutil


def _first(named: str, *names: str) -> str:
    return os.environ.get(named) or next((name for name in names if shutil.which(name)), names[0])


CXX = _first("CXX", "g++", "clang++", "c++")
CC = _first("CC", "gcc", "clang", "cc")
