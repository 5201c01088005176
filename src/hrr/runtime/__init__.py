"""The HIP libraries that a recording or a replay can stand on: AMD's runtime, softhip, the NVIDIA driver.

Find, describe, choose. Nothing here loads a library into the calling process.
"""

from __future__ import annotations

from hrr.runtime.choice import choose
from hrr.runtime.doctor import Doctor, examine
from hrr.runtime.library import Library, RuntimeProblem
from hrr.runtime.links import environment, link_dir

__all__ = ["Doctor", "Library", "RuntimeProblem", "choose", "environment", "examine", "link_dir"]
