"""Negative controls: take a behaviour out by one line and see its tests fail.

Every control of controls.toml names a one-line change and the tests that must notice it. This applies each change to a
copy of the tree, rebuilds what it touches, and runs those tests, which must fail there and pass without the change.

    python controls/run.py                 all controls
    python controls/run.py GUARD "stale"   those whose name contains one of the words
    python controls/run.py --list          names, files and tests
    python controls/run.py --shard 2/4     the second quarter
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
WORK = Path(os.environ.get("HRR_CONTROLS_DIR", ROOT / "build" / "controls"))
TREE, NATIVE, SITE = WORK / "tree", WORK / "native", WORK / "site"
# An editable install stands in front of PYTHONPATH with the tree that it was made from.
_WITHOUT_INSTALL = """import sys

sys.meta_path = [finder for finder in sys.meta_path if not type(finder).__module__.startswith("_editable")]
"""
BUILT = ("native/", "src/hrr/api/", "src/hrr/codegen/")  # a change here needs the native parts built again


class Broken(Exception):
    """A control that says nothing: its change does not apply, does not compile, or names a test that is not there."""


@dataclass(frozen=True)
class Control:
    """``change`` replaces its first text, which occurs once in ``file``, by the second. Each of ``breaks`` is
    "folder/test_name" under tests/, all cases of it, or "folder/test_name[case]"."""

    name: str
    file: str
    change: tuple[str, str]
    breaks: tuple[str, ...]

    @property
    def native(self) -> bool:
        return self.file.startswith(BUILT)


def load(path: Path = ROOT / "controls" / "controls.toml") -> list[Control]:
    """All controls, in file order. Raises Broken for one that is incomplete or has the name of another."""
    controls: list[Control] = []
    for entry in tomllib.loads(path.read_text())["control"]:
        try:
            old, new = entry["change"]
            control = Control(entry["name"], entry["file"], (old, new), tuple(entry["breaks"]))
        except (KeyError, ValueError) as error:
            raise Broken(f"{entry.get('name', entry)}: {error}") from error
        if not control.breaks or old == new or control.name in {other.name for other in controls}:
            raise Broken(f"{control.name}: changes nothing, breaks nothing, or is there twice")
        controls.append(control)
    return controls


def changed(text: str, control: Control) -> str:
    """The file's text with the change. Raises Broken when the old text does not occur exactly once."""
    old, new = control.change
    if text.count(old) != 1:
        raise Broken(f"{control.file}: {old!r} occurs {text.count(old)} times")
    return text.replace(old, new)


def copy_tree() -> None:
    """Make TREE equal to the working tree, files that are alike left untouched so that builds stay incremental."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    wanted = {name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()}
    for name in wanted:
        source, target = ROOT / name, TREE / name
        if not target.exists() or source.read_bytes() != target.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
    for file in [*TREE.rglob("*")]:
        name = file.relative_to(TREE).as_posix()
        if file.is_file() and name not in wanted and "/lib/" not in f"/{name}" and "__pycache__" not in name:
            file.unlink()


def environment() -> dict[str, str]:
    """Everything from the copy: modules, libraries, compiled test programs."""
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(TREE / "src"), str(SITE)]),
        "HRR_LIB_DIR": str(TREE / "src" / "hrr" / "lib"),
        "HRR_TEST_CACHE": str(WORK / "programs"),
        "HYPOTHESIS_STORAGE_DIRECTORY": str(WORK / "hypothesis"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def build() -> None:
    """Build the copy's native parts into the copy. Raises Broken with the compiler's words."""
    SITE.mkdir(parents=True, exist_ok=True)
    (SITE / "sitecustomize.py").write_text(_WITHOUT_INSTALL)
    configure = ["cmake", "-S", str(TREE), "-B", str(NATIVE), f"-DHRR_LIB_DIR={TREE / 'src/hrr/lib'}"]
    if shutil.which("ninja"):
        configure += ["-G", "Ninja"]
    configure.append(f"-DPython3_EXECUTABLE={sys.executable}")
    commands = [["cmake", "--build", str(NATIVE), "--parallel", os.environ.get("JOBS", "2")]]
    if not (NATIVE / "CMakeCache.txt").exists():
        commands.insert(0, configure)
    for command in commands:
        done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Broken(f"does not build:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")


def pytest(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the copy's tests."""
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=TREE, env=environment(), capture_output=True, text=True, check=False)


def collect(folders: set[str]) -> dict[str, list[str]]:
    """Node ids by "folder/test_name" and by "folder/test_name[case]"."""
    done = pytest("--collect-only", *(f"tests/{folder}" for folder in sorted(folders)))
    found: dict[str, list[str]] = {}
    for node in done.stdout.splitlines():
        if "::" in node and node.startswith("tests/"):
            file, _, name = node.partition("::")
            key = f"{Path(file).parent.relative_to('tests').as_posix()}/{name.rpartition('::')[2]}"
            for known in {key, key.split("[", 1)[0]}:
                found.setdefault(known, []).append(node)
    if not found:
        raise Broken(f"no tests collected:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return found


def fails(nodes: list[str]) -> bool:
    """Whether at least one case fails. A test that cannot even be set up says nothing, and raises Broken."""
    done = pytest("-x", "--tb=line", "-rfE", "--timeout=120", *nodes)
    if done.returncode == 0:
        return False
    if done.returncode == 1 and "\nFAILED " in done.stdout:
        return True
    raise Broken(f"the tests do not run (exit {done.returncode}):\n{done.stdout[-3000:]}{done.stderr[-1000:]}")


def try_control(control: Control, tests: dict[str, list[str]]) -> list[str]:
    """Apply the change, run its tests, take it back. Returns the tests that did not notice."""
    path = TREE / control.file
    original = path.read_text()
    path.write_text(changed(original, control))
    try:
        if control.native:
            build()
        return [name for name in control.breaks if not fails(tests[name])]
    finally:
        path.write_text(original)


def run(controls: list[Control], say: Callable[[str], None]) -> int:
    """Run the controls; 0 when every one was noticed by all its tests."""
    copy_tree()
    build()
    tests = collect({name.rpartition("/")[0] for control in controls for name in control.breaks})
    for control in controls:
        missing = [name for name in control.breaks if name not in tests]
        if missing:
            raise Broken(f"{control.name}: no such test: {', '.join(missing)}")
        changed((TREE / control.file).read_text(), control)
    nodes = sorted({node for control in controls for name in control.breaks for node in tests[name]})
    say(f"without a change: {len(nodes)} test cases")
    unchanged = pytest("--tb=short", "--timeout=120", *nodes)
    if unchanged.returncode != 0:
        raise Broken(f"tests fail without any change:\n{unchanged.stdout[-5000:]}")

    bad = 0
    stale = False  # whether the libraries are those of a change that was taken back
    for control in sorted(controls, key=lambda control: control.native):
        start = time.monotonic()
        if stale and not control.native:
            build()
        stale = control.native
        try:
            unnoticed = try_control(control, tests)
            verdict = f"NOT NOTICED by {', '.join(unnoticed)}" if unnoticed else f"noticed by {len(control.breaks)}"
        except Broken as error:
            unnoticed, verdict = ["-"], f"BROKEN: {error}"
        bad += bool(unnoticed)
        say(f"{time.monotonic() - start:5.1f} s  {control.name}: {verdict}")
    say(f"{len(controls) - bad} of {len(controls)} controls were noticed")
    return 1 if bad else 0


def main() -> int:
    """Parse the command line and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="run only controls whose name contains one of these")
    parser.add_argument("--list", action="store_true", help="print the controls and run nothing")
    parser.add_argument("--shard", default="1/1", help="I/N: run the I-th of N parts")
    options = parser.parse_args()
    try:
        controls = load()
        words = [word.lower() for word in options.words]
        controls = [c for c in controls if not words or any(word in c.name.lower() for word in words)]
        part, parts = map(int, options.shard.split("/"))
        controls = controls[part - 1 :: parts]
        if options.list:
            for control in controls:
                print(f"{control.name}\n    {control.file}\n    {', '.join(control.breaks)}")
            return 0
        if not controls:
            raise Broken("no control has such a name")
        return run(controls, lambda line: print(line, flush=True))
    except Broken as error:
        print(f"controls: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
