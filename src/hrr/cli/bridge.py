"""``hrr bridge``: run a program that was written against HIP on NVIDIA's driver, or say where the bridge is."""

from __future__ import annotations

from hrr.cli.unrecorded import verb

command = verb(
    "bridge",
    "Run PROGRAM, written against HIP with kernels as PTX or cubins, on NVIDIA's driver, without recording it.",
    "bridge",
)
