"""Where a person looks, a market that the default bookmaker does not carry shows who records most of it, by name."""

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.cli import clock
from footydata.store.bookmakers import BookmakerRanking
from tests.faces.cli.running import Run

MOST, LESS = "Marlin Exchange", "Bluebird"
"""Who records the corner lines of most fixtures in the sample, and who of less, with the lower id."""


@pytest.fixture(scope="module")
def football(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample without corner lines of its default bookmaker."""
    path = tmp_path_factory.mktemp("shown") / "football.db"
    shutil.copy(sample, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        for table in ("odds", "odds_tick"):
            connection.execute(
                f"delete from {table} where market = 'corner_line' "
                "and bookmaker_id = (select id from bookmaker where is_default = 1)"
            )
    return path


@pytest.fixture
def run(
    football: Path, monkeypatch: pytest.MonkeyPatch, ended: Run, now: int
) -> Callable[..., str]:
    monkeypatch.setattr(clock, "now", lambda: now)

    return lambda command, *arguments: ended(command, football, *arguments).out


def one(football: Path, condition: str) -> int:
    """A finished fixture whose corner lines these quote: the newest."""
    sql = f"""
        select max(fixture.id) from fixture where status = 'finished' and esports = 0 and {condition}
    """
    with closing(sqlite3.connect(football)) as connection:
        return int(connection.execute(sql).fetchone()[0])


def quotes(slug: str) -> str:
    return f"""exists (select 1 from odds join bookmaker on bookmaker.id = odds.bookmaker_id
        where odds.fixture_id = fixture.id and odds.market = 'corner_line' and bookmaker.slug = '{slug}'
          and odds.closing_price_1 is not null)"""


@pytest.fixture
def of_both(football: Path) -> int:
    return one(football, f"{quotes('bluebird')} and {quotes('marlin-exchange')}")


@pytest.fixture
def of_one(football: Path) -> int:
    return one(football, f"{quotes('bluebird')} and not {quotes('marlin-exchange')}")


def test_a_fixtures_page_shows_and_names_who_records_most_of_the_market(
    run: Callable[..., str], of_both: int
) -> None:
    lines = run("fixture", of_both).splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(" Corner line · over/under"))
    assert lines[start + 1].startswith(f" {MOST} ")
    assert " ─" in lines[start + 2]
    assert any(line.startswith(" Kestrel ") for line in lines)
    assert sum(MOST in line for line in lines) == 1


def test_who_alone_quotes_a_fixture_is_shown(run: Callable[..., str], of_one: int) -> None:
    text = run("fixture", of_one)
    assert LESS in text
    assert MOST not in text


def test_a_bookmaker_who_is_named_is_shown_alone(run: Callable[..., str], of_both: int) -> None:
    text = run("fixture", of_both, "--bookmaker", "Kestrel")
    assert MOST not in text
    assert "Corner line" not in text


def test_a_market_of_the_default_bookmaker_is_shown_as_ever(
    run: Callable[..., str], of_both: int, sample: Path
) -> None:
    lines = [
        line for line in run("fixture", of_both).splitlines() if line.startswith(" Goal line ·")
    ]
    assert len(lines) == 1
    assert MOST not in lines[0]


def test_lines_stand_beside_who_records_most_of_the_market(run: Callable[..., str]) -> None:
    rows = run("lines", "--league", 39, "--market", "corner", "--market", "goalline").splitlines()
    assert "by" in rows[0].split()
    recorded = [line for line in rows[2:] if " corner " in line and (MOST in line or LESS in line)]
    assert recorded
    assert not any(
        name in line for line in rows[2:] if " goalline " in line for name in (MOST, LESS)
    )


def test_programs_read_whose_quote_stands_beside_a_line(run: Callable[..., str]) -> None:
    rows = json.loads(
        run("lines", "--league", 39, "--market", "corner", "--market", "1x2", "--format", "json")
    )
    slugs = {(row["market"], row["recorded_bookmaker"]) for row in rows if row["recorded_period"]}
    assert ("1x2", "kestrel") in slugs
    assert ("corner", "marlin-exchange") in slugs
    assert ("corner", "kestrel") not in slugs


def test_a_bookmaker_who_is_asked_for_is_compared_alone(run: Callable[..., str]) -> None:
    asked = (
        "lines",
        "--league",
        39,
        "--market",
        "corner",
        "--bookmaker",
        "kestrel",
        "--format",
        "json",
    )
    assert {row["recorded_line"] for row in json.loads(run(*asked))} == {None}


@pytest.fixture
def db(football: Path, now: int) -> Iterator[fd.Database]:
    with fd.Database(football, clock=lambda: now) as database:
        yield database


def test_a_frame_of_fair_lines_names_whose_quote_it_is(db: fd.Database) -> None:
    frame = db.fair_lines(league=39, date="2026-03-14", markets=["corner", "1x2"])
    named = (
        frame.dropna(subset=["recorded_period"])
        .groupby("market")["recorded_bookmaker"]
        .agg(set)
        .to_dict()
    )
    assert named["1x2"] == {"kestrel"}
    assert "kestrel" not in named["corner"]
    assert "marlin-exchange" in named["corner"]


def test_a_history_is_of_who_records_most_of_the_market(db: fd.Database) -> None:
    sql = """
        select fixture_id from odds_tick where market = 'corner_line' and bookmaker_id in (11, 23)
        group by fixture_id having count(distinct bookmaker_id) = 2 limit 1
    """
    (fixture,) = db.connection.execute(sql).fetchone()
    frame = db.odds_history(fixture, "corner")
    assert set(frame["bookmaker"]) == {"marlin-exchange"}
    assert set(db.odds_history(fixture, "goalline")["bookmaker"]) == {"kestrel"}
    assert set(db.odds_history(fixture, "corner", bookmaker="Bluebird")["bookmaker"]) == {
        "bluebird"
    }


def test_odds_are_counted_only_where_two_have_to_be_compared(db: fd.Database) -> None:
    asked: list[str] = []
    db.connection.set_trace_callback(asked.append)
    shown = BookmakerRanking()
    assert shown.choose(db.connection, "corner_line", [8, 11]).slug == "kestrel"
    assert shown.choose(db.connection, "corner_line", [11]).slug == "bluebird"
    assert not any("count(*)" in statement for statement in asked)
    assert shown.choose(db.connection, "corner_line", [11, 23]).slug == "marlin-exchange"
    assert shown.choose(db.connection, "corner_line", {23, 11}).slug == "marlin-exchange"
    assert sum("count(*)" in statement for statement in asked) == 1


def test_the_service_shows_the_default_bookmaker_alone(
    football: Path, of_both: int, now: int
) -> None:
    with fd.Client.embedded(football, clock=lambda: now) as client:
        summary = client.fixture(of_both).odds
    assert summary is not None
    assert (summary.corner_line.closing, summary.goal_line.closing is None) == (None, False)
