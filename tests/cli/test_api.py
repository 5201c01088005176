"""hrr api."""

from __future__ import annotations

from hrr import api


def test_the_table_has_every_call(hrr):
    lines = hrr("api").out.splitlines()
    assert len(lines) == len(api.ROWS)
    assert [line.split()[1] for line in lines] == [row.name for row in api.ROWS]


def test_the_table_as_json(hrr):
    table = hrr("api", "--json").json
    assert [entry["id"] for entry in table] == list(range(len(api.ROWS)))
    assert set(table[0]) == {"id", "name", "replay", "reason", "recorded", "test"}


def test_one_call(hrr):
    out = hrr("api", "hipMemcpy2D").out
    assert out.startswith("hipError_t hipMemcpy2D(void* dst, size_t dpitch,")
    assert "hipMemcpy2D@hip_4.2" in out
    assert "120 bytes" in out


def test_one_call_as_json(hrr):
    row = hrr("api", "hipMallocPitch", "--json").json
    assert row["record_bytes"] == 68
    assert row["fields"][0] == {"name": "ret", "wire": "i32", "offset": 32}
    assert [field["name"] for field in row["extension"]] == ["pitch_value"]
