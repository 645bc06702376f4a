"""Our functions over groups of an export give what the database gives: handed over by DuckDB, and by Polars."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

import footydata as fd
from footydata import grouped
from footydata.evaluation.evaluate import evaluate
from footydata.football.errors import InvalidArgument, StandingsNotAvailable
from footydata.football.terms import DAY
from footydata.odds.settlement import market_of
from tests.conftest import NOW

KINDS = [
    (kind, venue, half)
    for kind in ("total", "corner")
    for venue in ("all", "away")
    for half in ("full", "first")
] + [("card", "all", "full")]


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(scope="module")
def folder(db: fd.Database, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("grouped") / "out"
    db.export(made)
    return made


@pytest.fixture(scope="module")
def facts(folder: Path) -> grouped.Facts:
    return grouped.Facts.of(folder)


def by_duckdb(folder: Path, table: str, where: str = "true") -> pa.Table:
    files = f"read_parquet('{folder}/{table}/**/*.parquet', hive_partitioning = true)"
    found = duckdb.sql(
        f"select * exclude (start_year, country_code) from {files} where {where}"
    ).to_arrow_table()
    assert isinstance(found, pa.Table)
    return found


def details_of(folder: Path, league: int) -> grouped.LeagueDetails:
    of_league = f"fixture_id in (select fixture_id from '{folder}/fixtures/**/*.parquet' where league_id = {league})"
    return grouped.LeagueDetails(
        *(by_duckdb(folder, table, of_league) for table in ("odds", "ticks", "figures"))
    )


def assert_the_same(table: pa.Table, frame: pd.DataFrame) -> None:
    for name in frame.columns:
        assert table[name].drop_null().to_pylist() == frame[name].dropna().tolist(), name


@pytest.mark.parametrize(
    ("kind", "venue", "half"),
    [KINDS[0], *(pytest.param(*kind, marks=pytest.mark.slow) for kind in KINDS[1:])],
)
def test_every_season_of_duckdb_has_our_table(
    db: fd.Database, folder: Path, facts: grouped.Facts, kind: str, venue: str, half: str
) -> None:
    seasons = duckdb.sql(
        f"select season_id, league_id, label from '{folder}/seasons/seasons.parquet'"
    ).fetchall()
    for season_id, league_id, label in seasons:
        group = by_duckdb(folder, "fixtures", f"season_id = {season_id}")
        table = grouped.season_standings(group, facts, now=NOW, type=kind, venue=venue, half=half)
        try:
            ours = db.standings(league_id, label, type=kind, venue=venue, half=half)  # type: ignore[arg-type]  # words
        except StandingsNotAvailable:
            ours = pd.DataFrame()
        assert table.num_rows == len(ours)
        assert_the_same(table, ours)


def test_bets_are_settled_as_one_by_one() -> None:
    bets = pa.table(
        {
            "market": ["corner", "corner", "1x2", "asian"],
            "line": [9.75, 10.25, None, -0.75],
            "side": ["over", "over", "home", "home"],
            "home": [6, 6, 2, 1],
            "away": [4, 4, 0, None],
        }
    )
    done = grouped.settled(bets)
    assert done["outcome"].to_pylist() == ["half_won", "half_lost", "won", "void"]
    assert done["won"].to_pylist() == [0.5, 0.0, 1.0, 0.0]


def test_the_lines_of_a_league_are_ours(
    db: fd.Database, folder: Path, facts: grouped.Facts
) -> None:
    league = int(db.leagues().query("name == 'Crown League'")["league_id"].iloc[0])
    frame = db.fair_lines(
        league=league, start="2026-03-15", end="2026-03-29", markets=["corner", "1x2"]
    )
    start = NOW - NOW % DAY + DAY
    lines = grouped.league_lines(
        by_duckdb(folder, "fixtures", f"league_id = {league}"),
        details_of(folder, league),
        facts,
        start_ts=start,
        end_ts=start + 15 * DAY,
        now=NOW,
        markets=[market_of("corner"), market_of("1x2")],
    )
    assert lines.num_rows == len(frame) > 0
    assert lines["price_1"].to_pylist() == pytest.approx(frame["price_1"].tolist())


def test_the_lines_of_cards_know_the_fouls(tmp_path: Path) -> None:
    head = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HF,AF,HY,AY,HR,AR"
    teams = ("Arsenal", "Chelsea", "Everton", "Fulham", "Liverpool", "Brighton")
    pairs = [(home, away) for home in teams for away in teams if home != away]
    days = [
        pd.Timestamp("2024-08-17") + pd.Timedelta(days=7 * place) for place in range(len(pairs))
    ]
    played = [
        f"E0,{day:%d/%m/%Y},{home},{away},1,1,D,{30 if 'Everton' in (home, away) else 10},10,{place % 3},2,0,0"
        for place, (day, (home, away)) in enumerate(zip(days, pairs, strict=True))
    ]
    (tmp_path / "E0.csv").write_text("\n".join([head, *played, ""]), encoding="utf-8")
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as db:
        db.load(tmp_path / "E0.csv", source="football-data")
        db.export(tmp_path / "out")
        league = int(db.leagues()["league_id"].iloc[0])
        last = days[-1].date().isoformat()
        ours = db.fair_lines(league=league, start=last, end=last, markets=["cards"])
    fixtures, details = (
        by_duckdb(tmp_path / "out", "fixtures", "true"),
        details_of(tmp_path / "out", league),
    )
    start = int(days[-1].timestamp())

    lines = [
        grouped.league_lines(
            fixtures,
            each,
            grouped.Facts.of(tmp_path / "out"),
            start_ts=start,
            end_ts=start + DAY,
            now=NOW,
            markets=[market_of("cards")],
        )["price_1"].to_pylist()
        for each in (details, details._replace(figures=details.figures.slice(0, 0)))
    ]

    assert lines[0] == pytest.approx(ours["price_1"].tolist())
    assert lines[0] != pytest.approx(lines[1])


@pytest.mark.slow
def test_the_scores_of_a_league_are_ours(
    db: fd.Database, folder: Path, facts: grouped.Facts
) -> None:
    league = int(db.leagues().query("name == 'Crown League'")["league_id"].iloc[0])
    ours = evaluate(db, market="corner", league=league).scores
    fixtures = by_duckdb(folder, "fixtures", f"league_id = {league}")
    scores = grouped.league_scores(
        fixtures, details_of(folder, league), facts, market=market_of("corner")
    )
    assert scores["log_loss"].to_pylist() == pytest.approx(ours["log_loss"].tolist())
    assert scores["fixtures"].to_pylist() == ours["fixtures"].tolist()


def test_a_league_of_which_there_are_details_alone_has_no_lines_and_no_scores(
    folder: Path, facts: grouped.Facts
) -> None:
    fixtures, details = by_duckdb(folder, "fixtures", "false"), details_of(folder, 1)
    lines = grouped.league_lines(fixtures, details, facts, start_ts=NOW, end_ts=NOW + DAY, now=NOW)
    scores = grouped.league_scores(fixtures, details, facts, market=market_of("corner"))
    assert (lines.num_rows, lines.schema) == (0, grouped.LINE_SCHEMA)
    assert (scores.num_rows, scores.schema) == (0, grouped.SCORE_SCHEMA)


def test_a_folder_that_is_no_export_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="write one with 'footydata export DB DIR'"):
        grouped.Facts.of(tmp_path)
