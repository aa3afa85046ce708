"""A hundred million rows counted where they are: by DuckDB, Polars (streaming), Dask and Spark, from one Parquet file.

Every engine is a process of its own that counts the distinct rows of six columns (two to four states, one of
them text) with `tabulate`; seconds of the processor and of the clock, and the most memory that the process held.
Spark's Java is a child process, whose memory is added. Run: python -m benchmarks.rows [ROWS]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.scores import available

ROWS = 10**8
GROUP = 1 << 20  # rows of one group of the file
OPEN = {
    "duckdb": "import duckdb; data = duckdb.read_parquet(path)",
    "polars": "import polars; data = polars.scan_parquet(path)",
    "dask": "import dask.dataframe; data = dask.dataframe.read_parquet(path, split_row_groups=4)",
    "pyspark": (
        "from pyspark.sql import SparkSession\n"
        "session = SparkSession.builder.master('local[2]').config('spark.ui.enabled', 'false')"
        ".config('spark.driver.memory', '1g').getOrCreate()\n"
        "data = session.read.parquet(path)"
    ),
}


def write(path: Path, rows: int) -> None:
    """Columns A to F, each but the first a copy of an earlier one in half of the cases."""
    import pyarrow
    import pyarrow.parquet

    g = np.random.default_rng(rows)
    schema = pyarrow.schema([(n, pyarrow.int8()) for n in "ABCDE"] + [("F", pyarrow.string())])
    words = pyarrow.array(["no", "yes"])
    with pyarrow.parquet.ParquetWriter(path, schema) as out:
        for first in range(0, rows, GROUP):
            n = min(GROUP, rows - first)
            columns = [g.integers(0, a, n, dtype=np.int8) for a in (2, 3, 4, 2, 3, 2)]
            for i in range(1, 6):
                columns[i] = np.where(g.random(n, np.float32) < 0.5, columns[i - 1] % 2, columns[i])
            arrays = [pyarrow.array(c) for c in columns[:5]]
            text = pyarrow.DictionaryArray.from_arrays(columns[5], words).cast(pyarrow.string())
            out.write_table(pyarrow.Table.from_arrays([*arrays, text], schema=schema), row_group_size=GROUP)


def one(engine: str, path: str) -> dict[str, float]:
    """Seconds of the processor and of the clock, megabytes at the peak, distinct rows and cases."""
    import psutil

    from symdt import tabulate

    scope: dict[str, object] = {"path": path}
    exec(OPEN[engine], scope)  # noqa: S102 - one of the constants above
    begin, processor = time.perf_counter(), os.times()
    counts = tabulate(scope["data"])
    took, after = time.perf_counter() - begin, os.times()
    seconds = after.user + after.system - processor.user - processor.system
    peak, me = 0.0, psutil.Process()
    for process in (me, *me.children(recursive=True)):
        if process is not me:
            spent = process.cpu_times()
            seconds += spent.user + spent.system
        status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
        # a process that has just ended has no memory
        peak += next((int(s.split()[1]) for s in status.splitlines() if s.startswith("VmHWM")), 0) / 1000
    return {
        "seconds": seconds,
        "clock": took,
        "megabytes": peak,
        "distinct": len(counts.weights),
        "cases": counts.cases,
    }


def run(rows: int = ROWS) -> str:
    """The table, as Markdown."""
    lines = [
        f"{rows:,} rows of six columns in one Parquet file, {GROUP:,} a group: the distinct rows counted.",
        "",
        "| engine | seconds of the processor | of the clock | MB at the peak | distinct rows | cases |",
        "|---|---|---|---|---|---|",
    ]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "rows.parquet"
        write(path, rows)
        for engine in OPEN:
            if not available(engine):
                lines.append(f"| {engine} | not installed | | | | |")
                continue
            code = f"import json, benchmarks.rows as b; print(json.dumps(b.one({engine!r}, {str(path)!r})))"
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
            if done.returncode:
                last = (done.stderr.strip().splitlines() or ["?"])[-1]
                lines.append(f"| {engine} | failed: {last[:80]} | | | | |")
                continue
            d = json.loads(done.stdout.splitlines()[-1])
            lines.append(
                f"| {engine} | {d['seconds']:.1f} | {d['clock']:.1f} | {d['megabytes']:.0f} "
                f"| {d['distinct']:.0f} | {d['cases']:.0f} |"
            )
            print(lines[-1], flush=True)
        lines += ["", f"The file has {path.stat().st_size / 1e6:.0f} MB."]
    return "\n".join(lines)


if __name__ == "__main__":
    print(run(int(sys.argv[1]) if len(sys.argv) > 1 else ROWS))
