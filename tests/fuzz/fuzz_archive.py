"""Coverage-guided fuzzing of the archive reader with atheris.

    pip install atheris
    python tests/fuzz/fuzz_archive.py [-runs=100000] [-max_total_time=60] [CORPUS_DIR]

Each input is an events.bin; the known good ones are the seeds when no corpus is named.
"""

import sys
import tempfile
from pathlib import Path

import atheris

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "src")]

with atheris.instrument_imports(include=["hrr"]):
    import hrr.archive
import mutations  # noqa: E402

KNOWN_GOOD = HERE.parent / "known_good"


def main() -> None:
    """Run the fuzzer on a scratch archive."""
    folder = Path(tempfile.mkdtemp(prefix="hrr-fuzz-"))
    scratch = mutations.Scratch(KNOWN_GOOD / "good-v8" / "archive", folder)
    arguments = list(sys.argv)
    if all(argument.startswith("-") for argument in arguments[1:]):
        corpus = folder / "corpus"
        corpus.mkdir()
        for index, seed in enumerate(sorted(KNOWN_GOOD.glob("*/archive/pid-*/events.bin"))):
            (corpus / f"seed-{index}").write_bytes(seed.read_bytes())
        arguments.append(str(corpus))

    def one(data: bytes) -> None:
        mutations.read_everything(scratch.put(data))

    atheris.Setup(arguments, one)
    atheris.Fuzz()


if __name__ == "__main__":
    assert hrr.archive.open_archive
    main()
