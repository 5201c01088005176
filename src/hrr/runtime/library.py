"""What a HIP library is to us, and where ours lie."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

SONAME = "libamdhip64.so.7"
CUDA_SONAME = "libcuda.so.1"


class RuntimeProblem(Exception):
    """No library fits the request. The message is one line for the user; ``kind`` is the JSON name."""

    kind = "runtime"


@dataclass(frozen=True)
class Library:
    """A library that exports the HIP API.

    ``platform`` is "soft", "amd" or "nvidia"; ``version`` the HIP version it is made for ("7.1", "" unknown);
    ``notice`` says why it was chosen when the user asked for no particular one.
    """

    path: Path
    platform: str
    name: str
    version: str = ""
    notice: str = ""


def lib_dir() -> Path:
    """The directory of the native parts. HRR_LIB_DIR names another one, such as that of a sanitizer build."""
    return Path(os.environ.get("HRR_LIB_DIR") or Path(__file__).parents[1] / "lib")


def include_dir() -> Path:
    """Where hip/hip_runtime.h for softhip lies."""
    return lib_dir() / "include"


def softhip() -> Library:
    """Our software device. Raises RuntimeProblem when it has not been built."""
    return Library(_built("softhip", SONAME), "soft", "softhip", "7.1")


def bridge() -> Library:
    """HIP on top of an NVIDIA driver. Raises RuntimeProblem when it has not been built."""
    return Library(_built("bridge", SONAME), "nvidia", "bridge to CUDA", "7.1")


def recorder(platform: str = "soft") -> Path:
    """The recorder that is preloaded: on "nvidia" it also stands in front of the CUDA driver.

    Raises RuntimeProblem when it has not been built.
    """
    return _built("recorder_cuda", CUDA_SONAME) if platform == "nvidia" else _built("recorder", SONAME)


def executor() -> Path:
    """The plan executor. Raises RuntimeProblem when it has not been built."""
    return _built("libhrr_executor.so")


def _built(*parts: str) -> Path:
    path = lib_dir().joinpath(*parts)
    if not path.is_file():
        raise RuntimeProblem(f"{path} is missing: the native parts are not built (make build)")
    return path.resolve()
