"""The tables of ten million fixtures: by Spark on two worker processes, by one process, and by DuckDB's GROUP BY.

Run: python tests/benchmarks/ten_million.py [COPIES] [EXPORT]. Builds a million fixtures, exports them and copies the
export COPIES times (ten) with ids and countries of their own, or takes the EXPORT that is there. Needs pyspark and
Java, 3 GB of memory, 1 GB of disk and about half an hour on two cores. Prints seconds of the clock and of CPU of all
processes; the one process and Spark must give the same number of rows and points.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import footydata as fd
from footydata import grouped, spark
from tests.benchmarks.spark_workers import session
from tests.benchmarks.standings import build

NOW = 4_000_000_000
APART = 10**10
SMALL = ("leagues", "seasons", "members", "teams", "bookmakers", "deductions")

SUMS = "count(*), sum(points)"
BY_GROUP = f"""
select {SUMS} from (
  select season_id, team_id, sum(case when scored > conceded then 3 when scored = conceded then 1 else 0 end) as points
  from (
    select season_id, home_id as team_id, home_goals as scored, away_goals as conceded from '{{files}}'
    union all
    select season_id, away_id, away_goals, home_goals from '{{files}}')
  group by season_id, team_id)
"""


def copied(table: pa.Table, copy: int) -> pa.Table:
    """A table with the ids and the countries of a copy."""
    for place, name in enumerate(table.column_names):
        if name.endswith("_id") and name != "bookmaker_id":
            table = table.set_column(place, name, pc.add(table[name], copy * APART))
        elif name == "country_code":
            table = table.set_column(
                place, name, pa.array([code_of(copy)] * len(table), table[name].type)
            )
    return table


def code_of(copy: int) -> str:
    """The country of a copy."""
    return f"X{copy:02}"


def copies(export: Path, folder: Path, count: int) -> None:
    """An export of so many copies of another."""
    for name in SMALL:
        table = pq.read_table(export / name / f"{name}.parquet")
        many = [copied(table, copy) for copy in range(count if name != "bookmakers" else 1)]
        write(pa.concat_tables(many), folder / name / f"{name}.parquet")
    for file in sorted((export / "fixtures").rglob("*.parquet")):
        table = pq.read_table(file, partitioning=None)
        for copy in range(count):
            place = (
                folder
                / "fixtures"
                / file.parent.parent.name
                / f"country_code={code_of(copy)}"
                / file.name
            )
            write(copied(table, copy), place)


def write(table: pa.Table, path: Path) -> None:
    """Write a file as an export does."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, compression="zstd")


def by_one_process(folder: Path) -> tuple[int, int]:
    """Rows and points of all tables, of one file after the other by our function."""
    facts, rows, points = grouped.Facts.of(folder), 0, 0
    for file in (folder / "fixtures").rglob("*.parquet"):
        group = duckdb.sql(
            f"select * from read_parquet('{file}', hive_partitioning = false)"
        ).to_arrow_table()
        table = grouped.season_standings(group, facts, now=NOW)
        rows, points = rows + len(table), points + (pc.sum(table["points"]).as_py() or 0)
    return rows, points


def by_duckdb(folder: Path) -> tuple[int, int]:
    """Rows and points of a plain GROUP BY on one core, without rules, deductions, members and order."""
    connection = duckdb.connect()
    connection.execute("set threads = 1")
    ((rows, points),) = connection.execute(
        BY_GROUP.format(files=folder / "fixtures/**/*.parquet")
    ).fetchall()
    return rows, points


def cpu_of_all() -> float:
    """CPU seconds of this process and of all that it started, also of those that go on."""
    ticks, parents = {}, {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = each.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        parents[int(each.parent.name)] = int(fields[1])
        ticks[int(each.parent.name)] = sum(int(field) for field in fields[11:15])
    ours = {os.getpid()}
    while more := {child for child, parent in parents.items() if parent in ours} - ours:
        ours |= more
    return sum(ticks.get(each, 0) for each in ours) / os.sysconf("SC_CLK_TCK")


def timed(what: str, run: Callable[[], tuple[int, int]]) -> tuple[int, int]:
    """Run, and print what it took and gave."""
    before, start = cpu_of_all(), time.perf_counter()
    found = run()
    clock, cpu = time.perf_counter() - start, cpu_of_all() - before
    print(
        f"{what:34} {clock:6.0f} s {cpu:6.0f} s CPU  {found[0]:>9,} rows {found[1]:>11,} points",
        flush=True,
    )
    return found


def main() -> None:
    """Print the times."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with TemporaryDirectory() as scratch:
        export, folder = Path(scratch) / "one", Path(scratch) / "many"
        if len(sys.argv) > 2:
            export = Path(sys.argv[2])
        else:
            build(Path(scratch) / "football.db", 1_000_000)
            with fd.Database(Path(scratch) / "football.db", clock=lambda: NOW) as db:
                db.export(export)
        copies(export, folder, count)
        ((fixtures,),) = duckdb.sql(
            f"select count(*) from '{folder}/fixtures/**/*.parquet'"
        ).fetchall()
        files = list(folder.rglob("*.parquet"))
        size = sum(file.stat().st_size for file in files) / 1e6
        print(f"{fixtures:,} fixtures, {len(files):,} files, {size:,.0f} MB")
        timed("DuckDB's GROUP BY, one core", lambda: by_duckdb(folder))
        ours = timed("our function, one process", lambda: by_one_process(folder))
        with session() as started:
            started.range(1).count()

            def by_spark() -> tuple[int, int]:
                found = (
                    spark.standings(started, folder, now=NOW)
                    .selectExpr("count(*)", "sum(points)")
                    .first()
                )
                return found[0], found[1]

            # The first run starts the Pythons of the workers.
            timed("our function, two Spark workers", by_spark)
            assert timed("the same again", by_spark) == ours


if __name__ == "__main__":
    main()
