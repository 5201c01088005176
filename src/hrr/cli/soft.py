"""``hrr soft``: run a program on softhip, or say where softhip is."""

from __future__ import annotations

from hrr.cli.unrecorded import verb

command = verb("soft", "Run PROGRAM on the software device, without recording it.", "softhip")
