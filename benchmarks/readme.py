"""Write the newest results into README.md, between its two markers. With --check, only say whether they are there."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from measure import RESULTS
from run import SCRIPTS

README = Path(__file__).parents[1] / "README.md"
BEGIN, END = "<!-- figures: written by benchmarks/readme.py -->", "<!-- end of figures -->"


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


def _line(figure: dict[str, Any], script: str) -> str:
    value, unit = figure["value"], figure["unit"]
    bound = f"{'≤' if figure['at_most'] else '≥'} {figure['bound']:g}"
    how = f"{figure['pairing']} (`benchmarks/{script}.py`)"
    middle = f"{value['low']:.3g} to {value['high']:.3g}"
    return f"| {figure['what']} | {value['median']:.3g} {unit} | {middle} | {bound} | {how} |"


def main(argv: list[str]) -> int:
    text = README.read_text()
    head, _, rest = text.partition(BEGIN)
    _, _, tail = rest.partition(END)
    wanted = f"{head}{BEGIN}\n{table()}{END}{tail}"
    if "--check" in argv:
        return int(wanted != text)
    README.write_text(wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
