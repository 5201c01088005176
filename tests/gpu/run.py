"""Try the bridge on a real NVIDIA GPU: ``python tests/gpu/run.py [--out FILE]``.

Builds the bridge and the programs with nothing but Python, a C++ compiler and, if it is there, CMake; runs every test
program of tests/programs, tests/bridge and tests/gpu on it; prints one JSON object. ``--driver`` names another
libcuda.so.1, such as softcuda, on which the programs whose kernels are PTX cannot run.

Exit status: 0 when every program did what it expects, 1 otherwise, 2 when something could not be built.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "gpu"
PROGRAMS = ROOT / "tests" / "programs"
# Programs of the bridge's own tests that need no software device.
SHARED = ("reserve", "no_counterpart")
TIMEOUT = 120


class BuildError(Exception):
    """Something did not compile."""


def shell(command: list[object]) -> str:
    """Standard output of a build command. Raises BuildError."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BuildError(f"{command[0]} failed:\n{done.stdout}{done.stderr}"[-8000:])
    return done.stdout


def generate(build: Path) -> Path:
    """Everything that is made from the API table; returns its directory."""
    out = build / "gen"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-m", "hrr.codegen", out], env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise BuildError(done.stderr)
    return out


def build_bridge(build: Path, generated: Path) -> Path:
    """The bridge, under the names that programs ask for; returns its directory."""
    folder = build / "lib" / "bridge"
    target = folder / "libamdhip64.so.7"
    if shutil.which("cmake") is not None:
        jobs = str(os.cpu_count() or 2)
        shell(["cmake", "-S", ROOT, "-B", build / "cmake", f"-DHRR_LIB_DIR={build / 'lib'}"])
        shell(["cmake", "--build", build / "cmake", "--target", "bridge", "-j", jobs])
    else:
        folder.mkdir(parents=True, exist_ok=True)
        sources = [*sorted((ROOT / "native" / "bridge").glob("*.cpp")), ROOT / "native" / "cuda" / "library.cpp"]
        sources.append(generated / "bridge_calls.cpp")
        flags = ["-std=gnu++17", "-O2", "-fPIC", "-shared", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror"]
        include = [f"-I{generated}", f"-I{generated / 'include'}", f"-I{ROOT / 'native'}"]
        link = ["-Wl,-Bsymbolic", "-Wl,-soname,libamdhip64.so.7", f"-Wl,--version-script={generated / 'hip.map'}"]
        shell([compiler(), *flags, *include, *sources, "-o", target, *link, "-pthread", "-ldl"])
    link_name = folder / "libamdhip64.so"
    if not link_name.exists():
        link_name.symlink_to(target.name)
    return folder


def compiler() -> str:
    """The C++ compiler."""
    return os.environ.get("CXX") or shutil.which("g++") or "c++"


def compile_program(source: Path, build: Path, generated: Path, bridge: Path) -> Path:
    """An executable, linked against the bridge."""
    target = build / "programs" / source.relative_to(ROOT / "tests").with_suffix("")
    target.parent.mkdir(parents=True, exist_ok=True)
    language = ["gcc", "-std=gnu11"] if source.suffix == ".c" else [compiler(), "-std=c++17"]
    include = [f"-I{generated / 'include'}", f"-I{generated}", f"-I{PROGRAMS}"]
    flags = ["-O1", "-g", "-D__HIP_PLATFORM_AMD__"]
    shell([*language, *flags, *include, source, "-o", target, f"-L{bridge}", "-lamdhip64", "-pthread", "-ldl", "-lm"])
    return target


def run(program: Path, bridge: Path, driver: str, *arguments: object) -> dict[str, object]:
    """Run a program; what it said and how it ended."""
    environment = {**os.environ, "LD_LIBRARY_PATH": f"{bridge}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
    if driver:
        environment["HRR_CUDA_LIBRARY"] = driver
    start = time.monotonic()
    try:
        done = subprocess.run(
            [str(program), *map(str, arguments)], env=environment, capture_output=True, text=True, timeout=TIMEOUT
        )
        status, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        status, out, err = -1, "", f"still running after {TIMEOUT} s"
    seconds = round(time.monotonic() - start, 3)
    return {"status": status, "seconds": seconds, "out": out[-2000:], "err": err[-2000:]}


def sources() -> list[Path]:
    """Every program whose host side is plain C or C++."""
    # Those of softhip know its numbers; loading files of code objects needs some for the device.
    others = (PROGRAMS / "softhip", PROGRAMS / "kernels")
    plain = [path for path in sorted(PROGRAMS.rglob("*")) if path.suffix in (".c", ".cpp")]
    plain = [path for path in plain if not any(folder in path.parents for folder in others)]
    shared = [ROOT / "tests" / "bridge" / "programs" / f"{name}.cpp" for name in SHARED]
    return [*plain, *shared, *sorted((HERE / "programs").glob("*.cpp"))]


def measure(build: Path, driver: str) -> dict[str, object]:
    """Build and run everything; the report."""
    generated = generate(build)
    bridge = build_bridge(build, generated)
    describe = compile_program(HERE / "programs" / "describe.cpp", build, generated, bridge)
    described = run(describe, bridge, driver)
    results: dict[str, object] = {}
    failed = []
    for source in sources():
        name = str(source.relative_to(ROOT / "tests").with_suffix(""))
        try:
            program = compile_program(source, build, generated, bridge)
        except BuildError as problem:
            results[name] = {"status": None, "err": str(problem)}
            failed.append(name)
            continue
        arguments = [HERE / "kernels.ptx"] if '"image.h"' in source.read_text() else []
        results[name] = result = run(program, bridge, driver, *arguments)
        if result["status"] != 0:
            failed.append(name)
    text = str(described["out"])
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "machine": platform.platform(),
        "device": json.loads(text) if described["status"] == 0 else described,
        "passed": len(results) - len(failed),
        "failed": failed,
        "programs": results,
    }


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "gpu", help="where to build")
    parser.add_argument("--driver", default="", help="another libcuda.so.1")
    parser.add_argument("--out", type=Path, help="write the report here as well")
    options = parser.parse_args()
    options.build.mkdir(parents=True, exist_ok=True)
    try:
        report = measure(options.build.resolve(), options.driver)
    except BuildError as problem:
        print(json.dumps({"error": {"kind": "build", "message": str(problem)}}))
        return 2
    text = json.dumps(report, indent=1)
    print(text)
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(text + "\n")
    return 1 if report["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
