"""HIP's enumerations: names and values of the HIP 7 ABI."""

from __future__ import annotations

from hrr.api.tables import enums_device, enums_objects
from hrr.api.tables.shapes import Enum

ENUMS: tuple[Enum, ...] = (*enums_device.ENUMS, *enums_objects.ENUMS)

VALUES: dict[str, int] = {name: value for enum in ENUMS for name, value in enum.values.items()}

BY_NAME: dict[str, Enum] = {name: enum for enum in ENUMS for name in (enum.tag, *enum.typedefs) if name}
