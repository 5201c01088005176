"""1 GiB of host-to-device copies in pieces of 1 MiB, recorded to a RAM-backed directory.

Time runs from the first copy to the end of the process, so that it holds whatever the recorder still has to write.
Beside it stands what the system alone takes to write the same bytes into files of the same size, on one thread.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path

from measure import Figure, Spread, build, hrr_command, output_of, pairs, publish

RUNS = 5
GIB = 1 << 30


def main() -> int:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        program = str(build("copies.cpp", Path(folder)))
        archive = f"{folder}/archive.hrr"

        def rate(command: list[str]) -> float:
            start = float(output_of(command).split()[0])
            spent = time.clock_gettime(time.CLOCK_MONOTONIC) - start
            return GIB / spent

        def plain() -> float:
            return rate(hrr_command("soft", "--", program, "memcpy"))

        def files() -> float:
            written = Path(folder, "files")
            written.mkdir()
            try:
                return rate(hrr_command("soft", "--", program, "files", str(written)))
            finally:
                shutil.rmtree(written)

        def recorded(hash_name: str = "xxh3", mode: str = "hip") -> float:
            shutil.rmtree(archive, ignore_errors=True)
            options = ["--device", "soft", "--blob-hash", hash_name, "-o", archive]
            return rate(hrr_command("record", *options, "--", program, mode))

        files()  # the first use of a page of memory costs more: a virtual machine has yet to be given it
        written = [b / a for a, b in pairs(plain, files, RUNS)]
        ratios = [b / a for a, b in pairs(plain, recorded, RUNS)]
        against_reference = [b / a for a, b in pairs(lambda: recorded("reference"), recorded, 3)]
        recorded("xxh3", "same")
        blobs = [path.stat().st_size for path in Path(archive).rglob("*.blob")]
    if blobs != [1 << 20]:
        sys.exit(f"identical pieces were written as {len(blobs)} blobs")
    return publish(
        "blob_throughput",
        [
            Figure(
                "blob_rate",
                "recorded host-to-device copies",
                "rate of 1 GiB in 1 MiB pieces under `hrr record` over that of memcpy",
                Spread.of(ratios),
                "of memcpy",
                0.4,
                False,
            ),
            Figure(
                "files_rate",
                "the same bytes written to files, nothing recorded",
                "rate of 1 GiB in 1 MiB pieces, each moved by memcpy and written to a file, over that of memcpy",
                Spread.of(written),
                "of memcpy",
                None,
                False,
            ),
            Figure(
                "hash_rate",
                "XXH3-128 against the reference hash",
                "rate of the same with `--blob-hash xxh3` over that with `--blob-hash reference`",
                Spread.of(against_reference),
                "times",
                5,
                False,
            ),
        ],
    )


if __name__ == "__main__":
    sys.exit(main())
