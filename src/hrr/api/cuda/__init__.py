"""The CUDA driver interface as data: what the bridge, softcuda and a recorder on NVIDIA need to know of libcuda.so.1.

The driver's types are said in HIP's words where both have the same layout (see ``types``), so a call that means the
same needs no conversion. tests/bridge/test_facts.py checks it against a CUDA toolkit's headers.
"""

from __future__ import annotations

from hrr.api.cuda.entries import BY_NAME, ENTRIES, Entry, spellings

__all__ = ["BY_NAME", "ENTRIES", "Entry", "spellings"]
