"""Every row's shim, called once: it is recorded under its own number, with every argument where its payload has it.

The library behind the recorder has none of the calls, so each fails with hipErrorNotSupported; what calls do when they
succeed is for the programs of tests/programs.
"""

from __future__ import annotations

import subprocess

import pytest

from hrr import api
from hrr.api import types
from hrr.api.row import Param, Row
from hrr.archive import Archive, open_archive
from hrr.runtime import library, link_dir
from recorder import harness

NOT_SUPPORTED = 801
# A launch record has no room for an error; a look-up of a function is not recorded at all.
CALLED = [row for row in api.ROWS if row.recorded]
RECORDED = [row for row in CALLED if not row.launch]


def _number(row: Row, param: Param) -> int:
    """A value of its own for every scalar argument; null for what the recorder would read through."""
    place = row.params.index(param)
    if types.is_handle(param.ctype):
        return 0x1000 * (place + 1) + 0x10
    if types.is_pointer(param.ctype):
        return 0
    return 1 if types.is_enum(param.ctype) or param.ctype == "bool" else 3 + 7 * place


def _argument(row: Row, param: Param) -> str:
    if types.is_by_value(param.ctype) and not types.is_triple(param.ctype):
        return f"{param.ctype.removeprefix('struct ')}{{}}"
    if types.is_triple(param.ctype):
        return f"{param.ctype}{{1, 2, 3}}"
    return f"({param.ctype})({_number(row, param)}ull)"


def _source() -> str:
    calls = "".join(
        f"  (void){row.name}({', '.join(_argument(row, param) for param in row.params)});\n" for row in CALLED
    )
    return f"#include <hip/hip_runtime_api.h>\n\nint main() {{\n{calls}  return 0;\n}}\n"


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """All calls, on a library that has none of them."""
    folder = tmp_path_factory.mktemp("every_call")
    (folder / "every_call.cpp").write_text(_source())
    (folder / "empty.cpp").write_text("")
    empty = harness.compile_once(folder / "empty.cpp", "-shared", "-fPIC")
    link = [f"-L{link_dir(library.recorder())}", "-lamdhip64", "-w"]
    program = harness.compile_once(folder / "every_call.cpp", *link)
    environment = {**harness.environment(folder / "out"), "HRR_REAL_LIBRARY": str(empty)}
    done = subprocess.run([program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = open_archive(folder / "out")
    assert isinstance(found, Archive)
    return found


def test_every_call_is_there_once(archive: Archive) -> None:
    counts = archive.events.counts
    assert [(row.name, counts.get(row.name, 0)) for row in RECORDED if counts.get(row.name) != 1] == []
    assert sum(counts.values()) == len(RECORDED)
    assert archive.complete


@pytest.mark.parametrize("family", sorted({row.family for row in RECORDED}))
def test_arguments_lie_where_the_payload_has_them(family: str, archive: Archive) -> None:
    events = archive.events
    checked = 0
    for row in RECORDED:
        if row.family != family:
            continue
        at = events.of(row)
        for param in row.params:
            found = events.value(row, param.name, at)
            if found is None or param.name in row.outs or param.name in row.unstored:
                continue
            assert found.tolist() == [_number(row, param)], f"{row.name}: {param.name}"
            checked += 1
        if row.ret == "hipError_t":
            assert events.returned[at].tolist() == [NOT_SUPPORTED], row.name
    assert checked or family in ("compiler",)
