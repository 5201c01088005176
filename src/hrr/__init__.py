"""Record what a program asks of a GPU through HIP, replay it without the program, judge the result.

``hrr.record([...])`` runs a program under the recorder, ``hrr.open(path)`` reads an archive, ``hrr.replay(path)``
replays one and returns a ``Report``, ``hrr.Session(path)`` replays step by step. Everything is loaded at first use, so
that ``hrr.api`` and ``hrr.codegen`` work with the standard library alone.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from hrr.archive import Archive, Info
    from hrr.archive import open_archive as open
    from hrr.check import Report
    from hrr.record import record
    from hrr.replay import Session, replay

__all__ = ["Archive", "Info", "Report", "Session", "__version__", "open", "record", "replay"]

_NAMES = {
    "Archive": ("hrr.archive", "Archive"),
    "Info": ("hrr.archive", "Info"),
    "Report": ("hrr.check", "Report"),
    "Session": ("hrr.replay", "Session"),
    "open": ("hrr.archive", "open_archive"),
}
_VERBS = ("record", "replay")  # packages that are also functions


class _Verb(ModuleType):
    """A package that can be called: ``hrr.replay(path)`` is ``hrr.replay.replay(path)``."""

    def __call__(self, *args: Any, **options: Any) -> Any:
        return getattr(self, self.__name__.rpartition(".")[2])(*args, **options)


class _Package(ModuleType):
    def __setattr__(self, name: str, value: Any) -> None:
        # The import system sets a submodule here when it has been loaded, whoever loaded it.
        if name in _VERBS and isinstance(value, ModuleType):
            value.__class__ = _Verb
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> Any:
    if name in _VERBS:
        return importlib.import_module(f"hrr.{name}")
    if name not in _NAMES:
        raise AttributeError(f"module 'hrr' has no attribute '{name}'")
    module, attribute = _NAMES[name]
    value = getattr(importlib.import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
