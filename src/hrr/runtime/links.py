"""Directories in which one library answers to all its names.

A program may ask for libamdhip64.so, .so.6 or .so.7. All of them must be the same file, so that one copy is mapped.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from pathlib import Path

from hrr.runtime.library import RuntimeProblem

_SEPARATORS = set(" :;$")  # in LD_PRELOAD and LD_LIBRARY_PATH, which know no quotes
NAMES = ("libamdhip64.so", "libamdhip64.so.6", "libamdhip64.so.7")


def link_dir(target: Path) -> Path:
    """A directory that holds the library ``target`` under all its names; made once, kept in the user's cache.

    It is called ``lib``, so that its parent can serve as ROCM_PATH.
    """
    target = target.resolve()
    key = hashlib.sha256(os.fsencode(target)).hexdigest()[:16]
    folder = _cache() / key / "lib"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for name in NAMES:
        _link(folder / name, target)
    return folder


def environment(target: Path, base: dict[str, str]) -> dict[str, str]:
    """``base`` changed so that a program gets ``target`` on every road to a HIP runtime, absolute paths apart.

    What is preloaded is a link, as the library itself may lie where LD_PRELOAD cannot name it. The loader maps one file
    once, whatever it is called.
    """
    folder = str(link_dir(target))
    preload = Path(folder).parent / "preload" / target.name
    preload.parent.mkdir(mode=0o700, exist_ok=True)
    _link(preload, target.resolve())
    changed = dict(base)
    preloaded = re.split("[: ]", base.get("LD_PRELOAD", ""))
    # A sanitizer's runtime insists on being first.
    first = [item for item in preloaded if "san.so" in item]
    rest = [item for item in preloaded if item and item not in first]
    changed["LD_PRELOAD"] = ":".join([*first, str(preload), *rest])
    changed["LD_LIBRARY_PATH"] = ":".join(item for item in (folder, base.get("LD_LIBRARY_PATH", "")) if item)
    changed["ROCM_PATH"] = str(Path(folder).parent)
    return changed


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    for folder in (Path(base, "hrr", "links"), Path(tempfile.gettempdir(), f"hrr-links-{os.getuid()}")):
        if _SEPARATORS & set(str(folder)):
            continue
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            continue
        status = folder.lstat()
        # Another user must not be able to put a library of his own there.
        if status.st_uid == os.getuid() and not status.st_mode & 0o022 and os.access(folder, os.W_OK):
            return folder
    if _SEPARATORS & set(tempfile.gettempdir()):
        raise RuntimeProblem(
            f"{tempfile.gettempdir()}: a library there cannot be preloaded; set XDG_CACHE_HOME or TMPDIR"
        )
    return Path(tempfile.mkdtemp(prefix="hrr-links-"))


def _link(link: Path, target: Path) -> None:
    if link.is_symlink() and os.readlink(link) == str(target):
        return
    temporary = link.with_name(f"{link.name}.{os.getpid()}")
    temporary.symlink_to(target)
    temporary.replace(link)  # two processes may do this at once
