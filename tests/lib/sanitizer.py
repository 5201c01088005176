"""Whether the tests run under a sanitizer: tests/sanitized.sh preloads its runtime."""

from __future__ import annotations

import os
import re


def _preloaded(name: str) -> str:
    return next((item for item in re.split("[: ]", os.environ.get("LD_PRELOAD", "")) if name in item), "")


# The runtime's path, or "".
ADDRESS = _preloaded("libasan")
THREAD = _preloaded("libtsan")
ANY = ADDRESS or THREAD

# Why a test that forks while threads run is skipped.
NO_FORK = "a child has the locks of the sanitizer's allocator as other threads held them, and may not start threads"
