"""The report of four problems: seconds of CPU, figures, files, and whether a second run writes the same bytes."""

from __future__ import annotations

import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from symdt import load_problem  # noqa: E402 - after the path
from symdt.formats.presets import load_presets  # noqa: E402
from symdt.show.report import report  # noqa: E402

FILES = (
    "examples/oil_wildcatter_letters.toml",
    "examples/catalogue/pauker_kassirer_1980.toml",
    "examples/ten_cases.toml",
    "examples/catalogue/clemen_1991_texaco.toml",
)


def made(file: Path) -> tuple[float, dict[str, bytes]]:
    """Seconds of this process, and the files of the report."""
    start = time.process_time()
    files = report(load_problem(file), load_presets(file), file=file.name).finished()
    return time.process_time() - start, files


def run() -> str:
    """The table."""
    lines = [
        "| report | CPU, s | figures | files | kB | certificates | same bytes again |",
        "|---|---|---|---|---|---|---|",
    ]
    for name in FILES:
        seconds, files = made(ROOT / name)
        again = made(ROOT / name)[1]
        figures = sum(path.endswith(".svg") for path in files)
        proofs = sum(path.startswith("certificates/") for path in files)
        size = sum(map(len, files.values())) / 1000
        lines.append(
            f"| {Path(name).stem} | {seconds:.1f} | {figures} | {len(files)} | {size:.0f} | {proofs} | {'yes' if files == again else 'NO'} |"
        )
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)
