"""Record real programs on an NVIDIA GPU and replay them: ``python tests/gpu/subjects.py [--only GLOB] [--out FILE]``.

Each program of tests/gpu/subjects runs three times: alone, under ``hrr record``, and as a replay in a fresh process.
Prints a line for each and writes one JSON object, by default under benchmarks/results/. Needs hrr's native parts
(HRR_LIB_DIR names them), the CUDA compiler for the .cu programs, and the frameworks for the .py ones.

Exit status: 0 when every replay was exact with nothing moved and nothing left out, else 1.
"""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SUBJECTS = ROOT / "tests" / "gpu" / "subjects"
RESULTS = ROOT / "benchmarks" / "results"
TIMEOUT = 300
# XLA tells its own host threads how far a stream is; a replay has nobody to tell.
OPTIONS = {"jax_jit.py": ("--continue-on-error",)}
EXPECTED = ("hipLaunchHostFunc",)


def environment() -> dict[str, str]:
    """The environment of every run: this source tree importable."""
    paths = [str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": ":".join(filter(None, paths))}


def run(command: list[str], folder: Path) -> dict[str, Any]:
    """How a command ended and how long it took."""
    start = time.monotonic()
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment(), capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, out, err = -1, "", f"still running after {TIMEOUT} s"
    return {"status": status, "seconds": round(time.monotonic() - start, 3), "out": out, "err": err}


def command_of(subject: Path, folder: Path) -> list[str]:
    """The command that runs a subject; compiles it first if need be. Raises OSError when that is not possible."""
    if subject.suffix == ".py":
        return [sys.executable, str(subject)]
    target = folder / subject.stem
    done = run(["nvcc", "-o", str(target), str(subject)], folder)
    if done["status"] != 0:
        raise OSError(done["err"][-2000:])
    return [str(target)]


def what(subject: Path) -> str:
    """The first sentence of what a subject says about itself."""
    about = re.match(r'(?:// .*\n)+|"""[^"]*"""', subject.read_text())
    text = " ".join(line.strip('/" ') for line in about[0].splitlines()) if about else subject.stem
    return re.split(r"\.(?:\s|$)", text)[0]


def measure(subject: Path, folder: Path) -> dict[str, Any]:
    """Run, record and replay one subject."""
    hrr = [sys.executable, "-m", "hrr"]
    try:
        command = command_of(subject, folder)
    except OSError as problem:
        return {"problem": str(problem)}
    alone = [run(command, folder) for _ in range(2)]
    if alone[1]["status"] != 0:
        return {"problem": f"it does not run: {alone[1]['err'][-2000:]}"}
    archive = folder / "archive.hrr"
    recorded = run([*hrr, "record", "--device", "system", "-o", str(archive), "--", *command], folder)
    parts = sorted(archive.glob("pid-*"), key=lambda part: (part / "events.bin").stat().st_size)
    if not parts:
        return {"problem": f"nothing was recorded: {recorded['err'][-2000:]}"}
    info = run([*hrr, "info", "--json", str(parts[-1])], folder)
    options = ["--device", "system", "--json", "--exact", *OPTIONS.get(subject.name, ())]
    replayed = run([*hrr, "replay", *options, str(parts[-1])], folder)
    try:
        report = json.loads(replayed["out"])
    except ValueError:
        report = {"error": {"message": replayed["out"][-500:] + replayed["err"][-2000:]}}
    told = json.loads(info["out"]) if info["status"] == 0 else {"problems": [info["err"][-1000:]]}
    return {
        "what": what(subject),
        "same_every_time": alone[0]["out"] == alone[1]["out"],
        "seconds": {
            "alone": alone[1]["seconds"],
            "recorded": recorded["seconds"],
            "replayed": replayed["seconds"],
        },
        "output_untouched": recorded["out"] == alone[1]["out"],
        "record": {"status": recorded["status"], "said": recorded["err"][-1500:]},
        "archive": {key: told.get(key) for key in ("platform", "complete", "events", "blobs", "bytes", "problems")},
        "processes": len(parts),
        "calls": told.get("calls"),
        "status": replayed["status"],
        "error": report.get("error"),
        "checks": report.get("checks"),
        "not_passed": (report.get("not_passed") or [])[:5],
        "unplaced": (report.get("unplaced") or [])[:5],
        "unreplayed": (report.get("unreplayed") or [])[:8],
        "failed": (report.get("failed") or [])[:5],
        "notes": report.get("notes"),
    }


def passed(result: dict[str, Any]) -> bool:
    """Whether the replay was exact, with everything in its place and nothing left out."""
    checks = result.get("checks") or {}
    left_out = [call for call in result.get("unreplayed") or [] if call["call"] not in EXPECTED]
    whole = not (result.get("unplaced") or left_out or result.get("failed") or result.get("problem"))
    return whole and checks.get("total", 0) == checks.get("exact", -1) > 0


def about() -> dict[str, Any]:
    """What the subjects ran on."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    gpu = run(query, ROOT)["out"].strip() if shutil.which("nvidia-smi") else ""
    versions = {}
    for name in ("torch", "jax", "cupy", "triton"):
        code = f"import importlib.metadata as m; print(m.version({name!r} if {name!r} != 'cupy' else 'cupy-cuda13x'))"
        versions[name] = run([sys.executable, "-c", code], ROOT)["out"].strip()
    return {"gpu": gpu, "machine": platform.platform(), "python": platform.python_version(), **versions}


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", help="the subjects whose name fits")
    today = datetime.date.today().isoformat()
    parser.add_argument("--out", type=Path, default=RESULTS / f"subjects_nvidia-{today}.json")
    options = parser.parse_args()
    results: dict[str, Any] = {}
    subjects = [path for path in sorted(SUBJECTS.iterdir()) if path.suffix in (".py", ".cu") and path.name[0] != "_"]
    for subject in subjects:
        if not any(fnmatch.fnmatch(subject.name, pattern) for pattern in options.only.split(",")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            results[subject.name] = result = measure(subject, Path(folder))
        result["passed"] = passed(result)
        print(
            json.dumps(
                {
                    "subject": subject.name,
                    **{
                        key: result.get(key)
                        for key in (
                            "passed",
                            "problem",
                            "seconds",
                            "checks",
                            "error",
                            "unplaced",
                            "unreplayed",
                            "failed",
                        )
                    },
                }
            ),
            flush=True,
        )
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps({"date": today, **about(), "subjects": results}, indent=1) + "\n")
    return 0 if results and all(result["passed"] for result in results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
