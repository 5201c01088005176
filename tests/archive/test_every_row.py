"""Every call, in every version: what is written into a field is read back from that field."""

import numpy as np
import pytest

from hrr import api
from hrr import archive as archives
from hrr.api import types, wire
from hrr.archive import Writer

FIXED = [row for row in api.ROWS if row.id not in api.LAUNCH_FORM]


def values(row, version, rng):
    """Something different for every field of a row's record."""
    found = {}
    for field in wire.layout(row, version).fields:
        size = types.wire_size(field.wire)
        if field.wire.startswith("u8["):
            found[field.name] = rng.bytes(size)
        elif field.wire == "f32":
            found[field.name] = float(rng.integers(1, 1000))
        else:
            found[field.name] = int(rng.integers(1, 1 << (8 * size - 1)))
    return found


def extension(row, rng):
    shape = wire.layout(row, 8)
    found = {
        field.name: rng.bytes(field.size) if field.wire.startswith("u8[") else int(rng.integers(1, 1 << 30))
        for field in shape.ext
        if not field.name.endswith(("_lo", "_hi"))
    }
    found.update({ext.name: rng.bytes(16).hex() for ext in row.ext if ext.wire == "hash"})
    return found | {name: f"text of {name}" for name in shape.strings}


@pytest.mark.parametrize("version", [5, 6, 7, 8])
def test_fields_come_back(tmp_path, version):
    rng = np.random.default_rng(version)
    writer = Writer(tmp_path / "a.hrr", version=version)
    written = {}
    for row in FIXED:
        written[row.name] = values(row, version, rng)
        writer.event(row.name, written[row.name])
    archive = archives.open_archive(writer.close())
    assert len(archive.events) == len(FIXED)
    # A build has 544 to 546 runtime calls before the compiler's; the last two are gone in builds with fewer.
    gone = api.COMPILER_BASE - {5: 545, 6: 544}.get(version, api.COMPILER_BASE)
    assert len(archive.calls) == len(FIXED) - gone
    for row in archive.events.rows:
        decoded = archive.events.decode(row)
        if len(decoded) != 1:
            continue  # ids that mean something else in this build
        for name, value in written[row.name].items():
            read = decoded[name][0]
            assert (read.tobytes() if isinstance(value, bytes) else read) == value, (row.name, name)


def test_extensions_come_back(tmp_path):
    rng = np.random.default_rng(1)
    writer = Writer(tmp_path / "a.hrr")
    written = {}
    for row in FIXED:
        if row.ext:
            written[row.name] = extension(row, rng)
            writer.event(row.name, written[row.name])
    events = archives.open_archive(writer.close()).events
    assert len(events) == len(written) > 9
    for row in events.rows:
        at = events.of(row)
        assert events.extended(row, at).all()
        strings = events.strings(row, int(at[0]))
        for name, value in written[row.name].items():
            if name in strings:
                assert strings[name] == value
            elif isinstance(value, str):
                low, high = events.hashes(row, name, at)
                assert archives.naming.key(int(low[0]), int(high[0])) == value
            elif isinstance(value, bytes):
                assert events.column(row, name, at).tobytes() == value
            else:
                assert events.column(row, name, at).tolist() == [value], (row.name, name)
        for ext in row.ext:
            if ext.source and ext.wire in ("u64", "u32", "i32"):
                assert events.value(row, ext.source, at).tolist() == [written[row.name][ext.name]]


@pytest.mark.parametrize("version", [5, 8])
def test_fields_of_records_without_extension_are_zero(tmp_path, version):
    """The last record of the file: looking for an extension must not reach past its end."""
    for row in FIXED:
        if row.ext and row.table == "runtime":
            writer = Writer(tmp_path / f"{row.id}.hrr", version=version)
            writer.event(row.name)
            events = archives.open_archive(writer.close(complete=False)).events
            at = events.of(row)
            assert len(at) == 1
            for ext in row.ext:
                if ext.wire == "hash":
                    assert [column.tolist() for column in events.hashes(row, ext.name, at)] == [[0], [0]]
                elif ext.wire != "str":
                    assert not events.column(row, ext.name, at).any()
            assert events.strings(row, 0) == {}
