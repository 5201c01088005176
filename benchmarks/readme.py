"""Write the newest results and the demo's output into README.md, between their markers.

With --figures the demo is not run. With --check nothing is written; status 1 says that the figures are not the newest.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from measure import RESULTS
from run import SCRIPTS

sys.path.append(str(Path(__file__).parents[1] / "tests" / "gpu"))
from subjects import SUBJECTS, what

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
MARKERS = "<!-- {0}: written by benchmarks/readme.py -->\n", "<!-- end of {0} -->\n"


def put(text: str, name: str, content: str) -> str:
    """``text`` with ``content`` between the markers of that name."""
    begin, end = (marker.format(name) for marker in MARKERS)
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise ValueError(f"README.md has no place for the {name}")
    return f"{head}{begin}{content}{end}{tail}"


def demo() -> str:
    """What examples/demo prints, as a code block."""
    command = [str(ROOT / "examples" / "demo")]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True)
    text = done.stdout.replace(f"{ROOT}/examples/", "../examples/").strip()
    return f"```\n{text}\n```\n"


def newest(script: str) -> dict[str, Any]:
    """The newest result of a script. Raises ValueError when there is none."""
    result: dict[str, Any] = json.loads(max(RESULTS.glob(f"{script}-*.json")).read_text())
    return result


def table() -> str:
    """The figures as a Markdown table, with the machine they were measured on."""
    results = [newest(script) for script in SCRIPTS]
    lines = ["", "| figure | median | middle half | bound | how |", "| --- | --- | --- | --- | --- |"]
    for result in results:
        lines.extend(_line(figure, result["script"]) for figure in result["figures"])
    about = results[0]["machine"]
    dates = sorted({result["date"] for result in results})
    lines.append("")
    lines.append(f"Measured on {' and '.join(dates)}: {about['cpu']}, {about['cores']} cores, Linux {about['kernel']},")
    lines.append(f"Python {about['python']}, NumPy {about['numpy']}, {about['compiler']}. To repeat: `make bench`.")
    return "\n".join([*lines, ""])


def subjects() -> str:
    """What was replayed on an NVIDIA GPU, as a Markdown table."""
    result = newest("subjects_nvidia")
    lines = [
        "",
        "| program | calls | checks exact | alone | recorded | replayed |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for name, subject in result["subjects"].items():
        checks, seconds = subject.get("checks"), subject.get("seconds")
        if not subject["passed"] or not checks or not seconds:
            continue
        times = " | ".join(f"{seconds[key]:.1f} s" for key in ("alone", "recorded", "replayed"))
        lines.append(
            f"| [{what(SUBJECTS / name)}](tests/gpu/subjects/{name}) | {subject['archive']['events']:,} "
            f"| {checks['exact']} of {checks['total']} | {times} |"
        )
    lines.append("")
    gpu, _, driver = result["gpu"].partition(", ")
    lines.append(
        f"Measured on {result['date']}: {gpu}, driver {driver}, "
        f"PyTorch {result['torch']}, JAX {result['jax']}, CuPy {result['cupy']}, Triton {result['triton']}."
    )
    return "\n".join([*lines, ""])


def _line(figure: dict[str, Any], script: str) -> str:
    value, unit = figure["value"], figure["unit"]
    bound = "" if figure["bound"] is None else f"{'≤' if figure['at_most'] else '≥'} {figure['bound']:g}"
    how = f"{figure['pairing']} (`benchmarks/{script}.py`)"
    median = value["median"]
    if bound and not (median <= figure["bound"] if figure["at_most"] else median >= figure["bound"]):
        bound = f"**{bound}**, missed"
    middle = f"{value['low']:.3g} to {value['high']:.3g}"
    return f"| {figure['what']} | {median:.3g} {unit} | {middle} | {bound} | {how} |"


def main(argv: list[str]) -> int:
    text = README.read_text()
    wanted = put(put(text, "figures", table()), "subjects", subjects())
    if "--check" in argv:
        return int(wanted != text)
    README.write_text(wanted if "--figures" in argv else put(wanted, "demo", demo()))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
