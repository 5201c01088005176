"""The controls themselves: every change still applies, every named test is there, every pitched test has a control."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("controls_run", ROOT / "controls" / "run.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def functions(folder: str) -> set[str]:
    """Names of the test functions in a folder of tests/."""
    files = (ROOT / "tests" / folder).glob("test_*.py")
    return {name for file in files for name in re.findall(r"^def (test_\w+)", file.read_text(), re.MULTILINE)}


def test_every_change_applies_once(run: ModuleType) -> None:
    for control in run.load():
        run.changed((ROOT / control.file).read_text(), control)


def test_every_named_test_is_there(run: ModuleType) -> None:
    for control in run.load():
        for name in control.breaks:
            folder, _, test = name.rpartition("/")
            assert test.split("[")[0] in functions(folder), f"{control.name}: {name}"


def test_every_pitched_test_has_a_control(run: ModuleType) -> None:
    named = {name.split("[")[0] for control in run.load() for name in control.breaks}
    assert {f"pitched/{name}" for name in functions("pitched")} <= named


def test_a_change_that_does_not_apply_is_an_error(run: ModuleType) -> None:
    control = run.Control("x", "f", ("old", "new"), ("check/test_x",))
    assert run.changed("an old line", control) == "an new line"
    for text in ("nothing", "old and old"):
        with pytest.raises(run.Broken):
            run.changed(text, control)


def test_a_control_that_says_nothing_is_an_error(run: ModuleType, tmp_path: Path) -> None:
    entry = '[[control]]\nname = "{}"\nfile = "f"\nchange = ["{}", "{}"]\nbreaks = [{}]\n'
    good = entry.format("one", "old", "new", '"check/test_x"')
    wrong = {
        "no tests": entry.format("one", "old", "new", ""),
        "no change": entry.format("one", "old", "old", '"check/test_x"'),
        "twice": good + good,
        "incomplete": '[[control]]\nname = "one"\n',
    }
    path = tmp_path / "controls.toml"
    path.write_text(good)
    assert len(run.load(path)) == 1
    for text in wrong.values():
        path.write_text(text)
        with pytest.raises(run.Broken):
            run.load(path)
