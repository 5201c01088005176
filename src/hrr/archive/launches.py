"""Launch records: kernel, geometry, arguments, attributes, snapshots (docs/format.md, "Launches")."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from hrr import api
from hrr.api import wire
from hrr.archive.events import Events, different_pairs, gather
from hrr.archive.naming import Key, key

_HEAD = struct.Struct("<QH")  # at 32
_BODY = struct.Struct("<QQ6IIHH")  # behind the name
_SNAPSHOT = struct.Struct("<QQQQQB")
_START = 32
_SNAPSHOTS_SINCE = 8
QUIET = struct.pack("<II", wire.EXT_TAG, 1)  # behind the snapshots: no work was under way on their memory
_WORD = np.dtype("<u8")


class ArgKind(IntEnum):
    """What an argument's bytes are."""

    VALUE = 0
    POINTER = 1
    HIDDEN = 2
    ADDRESSES = 3  # a value with device addresses at listed offsets


@dataclass(frozen=True)
class Arg:
    """One kernel argument: ``data`` as passed, ``offsets`` of the addresses inside it (ADDRESSES only)."""

    kind: int
    data: bytes
    offsets: tuple[int, ...]


@dataclass(frozen=True)
class Snapshot:
    """Bytes of pinned host memory that the launch may read: put back before it when ``restore``."""

    base: int
    offset: int
    length: int
    key: Key
    restore: bool


@dataclass(frozen=True)
class Launch:
    """A decoded launch record. ``grid`` counts blocks, ``block`` threads, ``shared`` bytes. ``quiet``: when the
    snapshots were taken, no work was under way on the streams that use their memory."""

    stream: int
    kernel: str
    code_object: Key
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    shared: int
    args: tuple[Arg, ...]
    attributes: bytes
    attribute_stride: int
    snapshots: tuple[Snapshot, ...]
    quiet: bool = False


def code_objects(events: Events) -> set[Key]:
    """Names of all code objects that events refer to: module loads and launches."""
    found: set[Key] = set()
    for row in events.rows:
        at = events.of(row)
        if row.id in api.LAUNCH_FORM:
            offset, length = events.offset[at], events.length[at]
            behind = 42 + gather(events.raw, offset + 40, np.dtype("<u2")).astype(np.int64)
            whole = length >= behind + 16
            found.update(_names(*(gather(events.raw, (offset + behind)[whole] + word, _WORD) for word in (0, 8))))
            continue
        names = {item.name[:-3] for item in row.extra if item.name == "co_hash_lo"}
        names |= {item.name for item in row.ext if item.wire == "hash" and item.name.endswith("_co")}
        for name in names:
            found.update(_names(*events.hashes(row, name, at)))
    return found


def snapshot_blobs(events: Events) -> set[Key]:
    """Names of all blobs that snapshots refer to."""
    found: set[Key] = set()
    for row in events.rows:
        if row.id not in api.LAUNCH_FORM or events.version < _SNAPSHOTS_SINCE:
            continue
        at = events.of(row)
        offset, length = events.offset[at], events.length[at]
        behind = 88 + gather(events.raw, offset + 40, np.dtype("<u2")).astype(np.int64)
        whole = length >= behind + 2
        at, count = at[whole], gather(events.raw, (offset + behind)[whole], np.dtype("<u2"))
        for position in at[count > 0].tolist():
            launch = decode(events.record(position), events.version)
            found.update(item.key for item in (launch.snapshots if launch else ()) if item.restore)
    return found - {""}


def _names(low: NDArray[np.uint64], high: NDArray[np.uint64]) -> set[Key]:
    return {key(*pair) for pair in different_pairs(low, high).tolist()} - {""}


def decode(record: bytes, version: int) -> Launch | None:
    """Decode a launch record, or None when it does not hold what it announces."""
    try:
        return _decode(record, version)
    except (struct.error, IndexError):
        return None


def _take(record: bytes, at: int, size: int) -> bytes:
    if at + size > len(record):
        raise IndexError
    return record[at : at + size]


def _decode(record: bytes, version: int) -> Launch:
    stream, length = _HEAD.unpack_from(record, _START)
    at = _START + _HEAD.size
    name = _take(record, at, length).decode("utf-8", "replace")
    at += length
    low, high, gx, gy, gz, bx, by, bz, shared, count, snapshot_count = _BODY.unpack_from(record, at)
    at += _BODY.size
    args = []
    for _ in range(count):
        kind, size = struct.unpack_from("<BH", record, at)
        data = _take(record, at + 3, size)
        at += 3 + size
        offsets: tuple[int, ...] = ()
        if kind == ArgKind.ADDRESSES:
            (number,) = struct.unpack_from("<H", record, at)
            offsets = struct.unpack_from(f"<{number}H", record, at + 2)
            at += 2 + 2 * number
        args.append(Arg(kind, data, offsets))
    attributes, stride = b"", 0
    if len(record) - at >= 8:
        number, stride = struct.unpack_from("<II", record, at)
        attributes = _take(record, at + 8, number * stride)
        at += 8 + number * stride
    snapshots = []
    for _ in range(snapshot_count if version >= _SNAPSHOTS_SINCE else 0):
        base, offset, size, blob_low, blob_high, direction = _SNAPSHOT.unpack_from(record, at)
        at += _SNAPSHOT.size
        snapshots.append(Snapshot(base, offset, size, key(blob_low, blob_high), direction == 0))
    return Launch(
        stream,
        name,
        key(low, high),
        (gx, gy, gz),
        (bx, by, bz),
        shared,
        tuple(args),
        attributes,
        stride,
        tuple(snapshots),
        bool(snapshots) and record[at : at + len(QUIET)] == QUIET,
    )


def encode(launch: Launch) -> bytes:
    """The payload (what follows the 32-byte header) of a launch record."""
    name = launch.kernel.encode()
    low, high = (int(launch.code_object[:16], 16), int(launch.code_object[16:], 16)) if launch.code_object else (0, 0)
    parts = [_HEAD.pack(launch.stream, len(name)), name]
    counts = (len(launch.args), len(launch.snapshots))
    parts.append(_BODY.pack(low, high, *launch.grid, *launch.block, launch.shared, *counts))
    for arg in launch.args:
        parts.append(struct.pack("<BH", arg.kind, len(arg.data)) + arg.data)
        if arg.kind == ArgKind.ADDRESSES:
            parts.append(struct.pack(f"<H{len(arg.offsets)}H", len(arg.offsets), *arg.offsets))
    number = len(launch.attributes) // launch.attribute_stride if launch.attribute_stride else 0
    parts.append(struct.pack("<II", number, launch.attribute_stride) + launch.attributes)
    for item in launch.snapshots:
        blob = (int(item.key[:16], 16), int(item.key[16:], 16)) if item.key else (0, 0)
        parts.append(_SNAPSHOT.pack(item.base, item.offset, item.length, *blob, 0 if item.restore else 1))
    if launch.quiet:
        parts.append(QUIET)
    return b"".join(parts)
