"""Ladders: all lines of a market of one bookmaker and period, beside the main one."""

import csv
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import footydata as fd
from footydata.ingest.unloading import unload
from footydata.sources.corner_lines import LINES
from footydata.sources.parsed import ParsedFixture, ParsedLine, ParsedOdds
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.file.opening import open_database
from tests.conftest import NOW
from tests.ingest.importing import import_parsed
from tests.ingest.parsed_rows import BET365, ODDS, TRUST, played
from tests.ingest.test_unloading import Dump, dump

QUOTE = ["market", "opening_line", "opening_price_1", "opening_price_2"]
SET_ASIDE = Counter([(8.5, 1.49, 2.47)])
"""Over 8.5 costs more than over 9.5 of the same fixture."""


@pytest.mark.real_data
def test_every_line_of_a_recorded_corner_file_is_stored(real_data: Path, tmp_path: Path) -> None:
    path = real_data / "corner_lines" / "E0_2223.csv"
    with path.open(encoding="utf-8-sig") as file:
        written = Counter(
            (line, over, under)
            for row in csv.DictReader(file)
            for line in LINES
            if (over := float(row[f"odds_corners_over_{line * 10:.0f}"] or 0))
            and (under := float(row[f"odds_corners_under_{line * 10:.0f}"] or 0))
        )
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as db:
        db.load(path)
        odds = db.odds(ladder=True, market="corner")
        main = db.odds(market="corner")
    quotes = odds[["opening_line", "opening_over", "opening_under"]]
    assert written - Counter(quotes.itertuples(index=False, name=None)) == SET_ASIDE
    assert not odds.duplicated(["fixture_id", "opening_line"]).any()
    assert odds.drop_duplicates("fixture_id").reset_index(drop=True).equals(main)


def test_two_goal_lines_of_a_table_are_both_stored(tmp_path: Path) -> None:
    path = tmp_path / "goals.csv"
    path.write_text(
        "date,home,away,home_goals,away_goals,over 2.5,under 2.5,over 3.5,under 3.5\n"
        "2024-08-17,Arsenal,Wolves,2,0,1.5,2.6,2.4,1.55\n"
        "2024-08-17,Everton,Brighton,0,3,1.9,1.9,3.2,1.3\n"
    )
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as db:
        db.load(path, league="GB-ENG/Premier League", yes=True)
        odds = db.odds(ladder=True)
        main = db.odds()
    assert odds["opening_line"].to_list() == [3.5, 2.5, 2.5, 3.5]
    assert main["opening_line"].to_list() == [3.5, 2.5]


def said(random: Random) -> ParsedFixture:
    """A fixture with a ladder or a main line alone."""
    lines = random.sample([1.5, 2.5, 3.5, 4.5], random.randint(1, 4))
    main, *others = [
        (line, 1.2 + line / 4 + random.choice([0, 0.01]), 4 - line / 2) for line in lines
    ]
    odds = ParsedOdds(BET365, "goal_line", *main[:3])
    ladder = tuple(ParsedLine(BET365, "goal_line", "opening", *other) for other in others)
    return played(odds=(odds,), lines=ladder, parts=ODDS)


def stored(path: Path, claims: list[tuple[str, ParsedFixture]]) -> sqlite3.Connection:
    connection = open_database(path)
    for source, fixture in claims:
        import_parsed(connection, fixture, source=source, trust=TRUST[source], now=NOW)
    return connection


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))]
)
def test_ladders_of_two_sources_are_one_in_any_order_and_part_again(
    tmp_path: Path, seed: int
) -> None:
    random = Random(seed)
    claims = [(source, said(random)) for source in ("football-data", "openfootball")]
    with (
        closing(stored(tmp_path / "one.db", claims)) as one,
        closing(stored(tmp_path / "other.db", claims[::-1])) as other,
        closing(stored(tmp_path / "first.db", claims[:1])) as first,
    ):
        assert lines(one) == lines(other)
        assert list(differing_fixtures(one)) == []
        told = {quote.opening_line for _, each in claims for quote in each.odds}
        told |= {line.line for _, each in claims for line in each.lines}
        if any(each.lines for _, each in claims):
            assert {line for _, line, *_ in all_lines(one)} == told
        (load_id,) = one.execute("select max(id) from load").fetchone()
        unload(one, load_id)
        assert lines(one) == lines(first)


def lines(connection: sqlite3.Connection) -> Dump:
    return {table: rows for table, rows in dump(connection).items() if table.startswith("odds")}


def all_lines(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    return connection.execute(f"select {', '.join(QUOTE)} from odds_ladder").fetchall()
