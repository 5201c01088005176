"""A report that came as JSON, as the dataclasses that it was made of."""

from __future__ import annotations

from typing import Any

from hrr.check import Checks, FailedCall, NotPassed, Report, Unplaced, Unreplayed

RETRY = "retry"  # the key of an answer that asks for another process


def report_from(data: dict[str, Any]) -> Report:
    """Undo ``dataclasses.asdict`` and JSON's lists."""
    return Report(
        **{
            **data,
            "checks": Checks(**data["checks"]),
            "not_passed": tuple(NotPassed(**{**entry, "rows": _pair(entry["rows"])}) for entry in data["not_passed"]),
            "unplaced": tuple(Unplaced(**entry) for entry in data["unplaced"]),
            "unreplayed": tuple(Unreplayed(**entry) for entry in data["unreplayed"]),
            "failed": tuple(FailedCall(**entry) for entry in data["failed"]),
            "notes": tuple(data["notes"]),
        }
    )


def _pair(value: list[int] | None) -> tuple[int, int] | None:
    return (value[0], value[1]) if value else None
