"""Spark gives our tables, settlement, lines and scores, by two worker processes; runs where pyspark and Java are."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import footydata as fd
from footydata.football.errors import StandingsNotAvailable
from tests.conftest import NOW

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.filterwarnings("default")]

WORKERS = "local-cluster[2,1,1024]"
"""Two processes of one core and 1,024 MB each."""


@pytest.fixture(scope="module")
def session() -> Iterator[object]:
    sql = pytest.importorskip("pyspark.sql", reason="needs pyspark: pip install '.[spark]'")
    if shutil.which("java") is None:
        pytest.skip("needs Java 17")
    # The workers are Pythons of this environment, not the first of the path.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # The workers look for the driver where this machine finds itself, whatever its name leads to.
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    made = (
        sql.SparkSession.builder.master(WORKERS)
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "4")
        .config("spark.scheduler.minRegisteredResourcesRatio", "1")
        .getOrCreate()
    )
    yield made
    made.stop()


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(scope="module")
def folder(db: fd.Database, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("spark") / "out"
    db.export(made)
    return made


@pytest.mark.parametrize(
    ("kind", "venue", "half"),
    [
        ("total", "all", "full"),
        ("total", "home", "first"),
        ("corner", "all", "full"),
        ("corner", "away", "first"),
        ("card", "all", "full"),
    ],
)
def test_the_tables_of_spark_are_ours_row_by_row(
    session: object, db: fd.Database, folder: Path, kind: str, venue: str, half: str
) -> None:
    from footydata import spark

    found = spark.standings(session, folder, type=kind, venue=venue, half=half, now=NOW).collect()  # type: ignore[arg-type]  # words
    rows = {(row["season_id"], row["position"]): row.asDict() for row in found}
    compared = 0
    for season in folder.joinpath("seasons").glob("*.parquet"):
        import pyarrow.parquet as pq

        for each in pq.read_table(season).to_pylist():
            with suppress(StandingsNotAvailable):
                ours = db.standings(
                    each["league_id"], each["label"], type=kind, venue=venue, half=half
                )  # type: ignore[arg-type]  # words
                for row in ours.astype(object).where(ours.notna(), None).to_dict("records"):
                    theirs = rows[each["season_id"], row["position"]]
                    assert {name: theirs[name] for name in row} == row
                    compared += 1
    assert compared == len(rows) > 0


def test_the_work_is_shared_by_two_processes(session: object) -> None:
    tasks = session.sparkContext.parallelize(range(8), 8)  # type: ignore[attr-defined]  # a Spark session
    assert len(set(tasks.map(lambda _: os.getppid()).collect())) == 2


def test_bets_are_settled_by_spark(session: object) -> None:
    from footydata import spark

    bets = session.createDataFrame(  # type: ignore[attr-defined]  # a Spark session
        [("corner", 9.75, "over", 6, 4), ("1x2", None, "home", 2, 0)],
        "market string, line double, side string, home bigint, away bigint",
    )
    assert [row["outcome"] for row in spark.settle(bets).collect()] == ["half_won", "won"]


def test_lines_and_scores_are_ours(session: object, db: fd.Database, folder: Path) -> None:
    from footydata import spark
    from footydata.evaluation.evaluate import evaluate

    league = int(db.leagues().query("name == 'Crown League'")["league_id"].iloc[0])
    found = spark.lines(
        session, folder, start="2026-03-15", end="2026-03-20", markets="corner", now=NOW
    ).collect()  # type: ignore[arg-type]  # a Spark session
    ours = db.fair_lines(start="2026-03-15", end="2026-03-20", markets="corner")
    assert {row["fixture_id"]: row["price_1"] for row in found} == pytest.approx(
        dict(zip(ours["fixture_id"], ours["price_1"], strict=True))
    )
    scores = spark.evaluate(session, folder, market="corner").collect()  # type: ignore[arg-type]  # a Spark session
    here = evaluate(db, market="corner", league=league).scores
    assert [row["log_loss"] for row in scores if row["league_id"] == league] == pytest.approx(
        here["log_loss"].tolist()
    )
