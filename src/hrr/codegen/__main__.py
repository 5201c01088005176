"""``python -m hrr.codegen OUT``: write everything that is generated for the native build."""

from __future__ import annotations

import sys
from pathlib import Path

from hrr.codegen import bridge, cuda, door, exports, header, recorder, softcuda


def main(argv: list[str]) -> int:
    """Generate into the directory named by the only argument."""
    if len(argv) != 2:
        print("usage: python -m hrr.codegen OUT", file=sys.stderr)
        return 2
    out = Path(argv[1])
    for part in (header, exports, recorder, cuda, bridge, softcuda, door):
        part.generate(out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
