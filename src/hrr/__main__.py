"""``python -m hrr`` is the ``hrr`` command."""

from __future__ import annotations

import sys

from hrr.cli import main

if __name__ == "__main__":
    sys.exit(main())
