"""The ``hrr`` command: one module per verb, no logic of its own."""

from __future__ import annotations

from hrr.cli.main import main

__all__ = ["main"]
