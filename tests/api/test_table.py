"""The table against the independent lists of ids, payloads and symbol versions."""

import csv
from pathlib import Path

import pytest

from hrr import api
from hrr.api import enums, structs, types, wire

HERE = Path(__file__).parent


def _rows(name):
    with (HERE / name).open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_every_id():
    listed = [(int(row["id"]), row["name"], row["table"]) for row in _rows("ids.tsv")]
    assert [(row.id, row.name, row.table) for row in api.ROWS] == listed


def _payloads():
    found = {}
    for line in _rows("payloads.tsv"):
        found.setdefault(line["api"], []).append((line["field"], line["type"], int(line["offset"])))
    return found


PAYLOADS = _payloads()


@pytest.mark.parametrize("name", sorted(PAYLOADS))
def test_payload(name):
    shape = wire.layout(api.row(name))
    derived = [(field.name, field.wire, field.offset) for field in shape.fields] + [("(end)", "sizeof", shape.size)]
    assert derived == PAYLOADS[name]


def test_symbol_versions():
    nodes = {row["symbol"]: row["version node"] for row in _rows("symbol_versions.tsv")}
    assert {row.name: row.node for row in api.ROWS if row.name in nodes} == {
        name: node for name, node in nodes.items() if name in api.BY_NAME
    }
    assert all(api.BY_NAME[row.name].node for row in api.ROWS)


@pytest.mark.parametrize("row", api.ROWS, ids=lambda row: row.name)
def test_expressions_name_something(row):
    heads = {param.name for param in row.params}
    for part in (row.alloc, row.free, row.copy, row.memset, row.launch):
        for expr in _expressions(part):
            assert expr.isdigit() or expr.split(".")[0] in heads, expr
    for name in (*row.outs, *row.addresses, *(filter(None, (row.creates, row.destroys)))):
        assert name in heads
    if row.replay_as:
        assert row.replay_as in api.BY_NAME


def _expressions(part):
    if part is None:
        return
    for key, value in vars(part).items():
        if key in ("form", "blob", "expected"):
            continue
        if isinstance(value, str) and value:
            yield value
        elif isinstance(value, tuple):
            yield from filter(None, value)
        elif hasattr(value, "base"):
            yield from _expressions(value)


@pytest.mark.parametrize("row", [row for row in api.ROWS if row.copy], ids=lambda row: row.name)
def test_copy_geometry_is_in_the_payload(row):
    if row.copy.form == "symbol":
        return
    for expr in _expressions(row.copy):
        assert expr.isdigit() or wire.locate(row, expr) is not None, expr
    for pair in filter(None, (row.copy.blob, row.copy.expected)):
        assert wire.field(row, f"{pair}_lo") and wire.field(row, f"{pair}_hi")


@pytest.mark.parametrize("row", [row for row in api.ROWS if row.alloc], ids=lambda row: row.name)
def test_allocations_are_in_the_payload(row):
    for expr in filter(None, (row.alloc.ptr, row.alloc.size, row.alloc.pitch, row.alloc.height, row.alloc.depth)):
        assert wire.locate(row, expr) is not None, expr


@pytest.mark.parametrize(
    ("struct", "path", "offset"),
    [
        ("hipMemcpy3DParms", "srcPtr.pitch", 40),
        ("hipMemcpy3DParms", "dstPos.z", 88),
        ("hipMemcpy3DParms", "extent.depth", 144),
        ("hipMemcpy3DParms", "kind", 152),
        ("HIP_MEMCPY3D", "dstMemoryType", 112),
        ("HIP_MEMCPY3D", "Depth", 176),
        ("hip_Memcpy2D", "Height", 120),
        ("hip_Memcpy2D", "dstPitch", 104),
    ],
)
def test_struct_offsets(struct, path, offset):
    assert structs.locate(struct, path).offset == offset


def test_structs_agree_with_inline_sizes():
    for row in api.ROWS:
        for item in row.inline:
            name = types.struct_behind(row.params_by_name[item.param].ctype)
            if name and not item.array and item.field not in ("access_desc",):
                assert item.capacity - structs.BY_NAME[name].size in (0, 8), (row.name, item)


def test_memory_types_are_those_of_hip_6():
    assert (enums.VALUES["hipMemoryTypeHost"], enums.VALUES["hipMemoryTypeDevice"]) == (1, 2)


def test_old_versions_are_shorter():
    assert wire.layout(api.row("hipMalloc3D"), 5).size == 32 + 4 + 8 + 8
    assert wire.layout(api.row("hipMemCreate"), 5).size == wire.layout(api.row("hipMemCreate")).size - 33
    assert wire.layout(api.row("__hipRegisterVar"), 5).size == 84
