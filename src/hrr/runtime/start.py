"""Start a program with its signals as a shell would."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import NoReturn

# Python ignores these; a program must not inherit that.
_IGNORED_HERE = (signal.SIGPIPE, signal.SIGXFSZ)


def spawn(path: Path, argv: list[str], environment: dict[str, str]) -> int:
    """Start ``path`` as a child and return its process id. Raises OSError."""
    return os.posix_spawn(path, argv, environment, setsigdef=_IGNORED_HERE)


def become(argv: list[str], environment: dict[str, str]) -> NoReturn:
    """Run ``argv`` in place of this process. Raises OSError."""
    before = {number: signal.signal(number, signal.SIG_DFL) for number in _IGNORED_HERE}
    try:
        os.execvpe(argv[0], argv, environment)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
