"""The generated pages say what the API table says now, and links between pages lead somewhere."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from hrr import api
from hrr.codegen import docs
from hrr.runtime import library

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("name", ["limits", "payloads"])
def test_generated_pages_are_up_to_date(name):
    wanted = getattr(docs, name)()
    assert (ROOT / "docs" / f"{name}.md").read_text() == wanted, "run `make docs`"


def test_every_call_has_a_line_in_both_pages():
    for page in (docs.limits(), docs.payloads()):
        missing = [row.name for row in api.ROWS if f"`{row.name}`" not in page]
        assert not missing


def test_softhip_calls_are_those_that_the_library_defines():
    # A weak symbol is the generated stub, anything else a definition.
    table = subprocess.run(["nm", "-D", library.softhip().path], capture_output=True, text=True, check=True).stdout
    symbols = re.findall(r"^[0-9a-f]+ (\w) (\w+)@", table, re.MULTILINE)
    defined = {name for kind, name in symbols if kind == "T"} & api.BY_NAME.keys()
    assert docs.softhip_calls() == defined


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if target.startswith("http"):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), f"{page.name} links to {target}"
        assert not anchor or anchor in anchors(file), f"{page.name} links to {target}"


def test_sections_that_the_sources_name_exist():
    there = set(re.findall(r"^#+ (.+)$", (ROOT / "docs" / "format.md").read_text(), re.MULTILINE))
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "native").rglob("*.h"), *(ROOT / "native").rglob("*.cpp")]
    named = {
        section
        for source in sources
        for tail in re.findall(r"docs/format\.md,([^)]*)\)", source.read_text())
        for section in re.findall(r'"([^"]+)"', tail)
    }
    assert named
    assert named <= there
