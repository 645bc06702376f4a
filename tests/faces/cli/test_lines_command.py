"""footydata lines: fair lines beside the recorded ones."""

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import Result

from footydata.faces.cli import arguments, clock
from footydata.football.errors import NotFound
from footydata.odds.markets import ALL_MARKETS
from tests.faces.cli import running


@pytest.fixture(autouse=True)
def _fixed_clock(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(clock, "now", lambda: now)


@pytest.fixture
def football(sample: Path, tmp_path: Path) -> Path:
    """A copy of the sample without fair lines."""
    path = tmp_path / "football.db"
    shutil.copy(sample, path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from fair_line")
    return path


@pytest.fixture
def past_day(football: Path, now: int) -> str:
    """A day before today with finished fixtures of the league 39."""
    sql = "select max(kickoff_ts) from fixture where league_id = 39 and status = 'finished' and kickoff_ts < ?"
    with closing(sqlite3.connect(football)) as connection:
        (kickoff,) = connection.execute(sql, (now - 86_400,)).fetchone()
    return datetime.fromtimestamp(kickoff, UTC).date().isoformat()


def run(*arguments: object) -> Result:
    return running.run(running.command("lines"), *arguments)


def stored(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("select count(*) from fair_line").fetchone()[0])


def test_todays_lines_stand_beside_the_recorded_ones(football: Path) -> None:
    outcome = run(football, "--league", 39, "--market", "corner")

    header, _, first = outcome.stdout.splitlines()[:3]
    assert (
        " ".join(header.split())
        == "kickoff home away market line fair 80 % recorded at fair there edge means seen with"
    )
    assert " corner " in first
    assert first.endswith("result prices")
    assert len([cell for cell in first.split() if "." in cell]) == 13


def test_nothing_is_said_of_profit_but_that_there_is_no_evidence(football: Path) -> None:
    assert "no evidence that betting on it makes a profit" in run(football, "--league", 39).stderr


def test_without_a_league_each_row_names_its_own(football: Path) -> None:
    rows = list(
        csv.DictReader(run(football, "--market", "corner", "--format", "csv").stdout.splitlines())
    )

    assert len({row["league"] for row in rows}) > 1
    assert not any("Esports" in row["home"] for row in rows)
    assert run(football, "--market", "corner").stdout.startswith("league ")


def test_json_holds_whole_numbers_and_prices_of_every_market(football: Path, past_day: str) -> None:
    rows = json.loads(
        run(
            football,
            "--league",
            39,
            "--date",
            past_day,
            "--market",
            "all",
            "--format",
            "json",
            "--quiet",
        ).stdout
    )

    assert {row["market"] for row in rows} == {market.param for market in ALL_MARKETS}
    result = next(row for row in rows if row["market"] == "1x2")
    assert (result["line"], result["recorded_period"]) == (None, "closing")
    assert 1 / result["price_1"] + 1 / result["price_2"] + 1 / result["price_3"] == pytest.approx(1)


def test_a_past_day_is_shown_and_not_stored(football: Path, past_day: str) -> None:
    outcome = run(football, "--league", 39, "--date", past_day)

    assert outcome.exit_code == 0
    assert stored(football) == 0


def test_lines_of_fixtures_to_come_are_stored(football: Path) -> None:
    outcome = run(football, "--league", 39, "--days", 7, "--market", "corner", "--format", "csv")

    coming = int(outcome.stderr.split("profit. ")[1].split(" lines stored")[0])
    assert stored(football) == coming > 0


def test_a_file_that_can_not_be_written_is_read_all_the_same(
    football: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def locked(_: Path) -> sqlite3.Connection:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(arguments, "open_database", locked)

    outcome = run(football, "--league", 39, "--days", 7, "--market", "corner")

    assert outcome.exit_code == 0
    assert "Nothing was stored: attempt to write a readonly database." in outcome.stderr


def test_another_bookmakers_quotes_may_stand_beside(football: Path, past_day: str) -> None:
    with closing(sqlite3.connect(football)) as connection:
        (slug,) = connection.execute(
            "select slug from bookmaker where is_default = 0 order by id"
        ).fetchone()
    common = (football, "--league", 39, "--date", past_day, "--market", "corner", "--format", "csv")

    ours, other = run(*common).stdout, run(*common, "--bookmaker", slug).stdout

    assert ours != other


def test_a_bookmaker_that_there_is_not_is_refused_with_those_that_there_are(football: Path) -> None:
    outcome = run(football, "--bookmaker", "nobody")

    assert isinstance(outcome.exception, NotFound)
    assert "no bookmaker is called 'nobody'; there are " in str(outcome.exception)


def test_a_day_without_fixtures_names_the_next_one_with_some(football: Path) -> None:
    outcome = run(football, "--league", 39, "--date", "2000-01-01")

    assert isinstance(outcome.exception, NotFound)
    assert str(outcome.exception).startswith(
        "no fixtures in Crown League (England) on 2000-01-01 match; "
    )


def test_a_day_after_the_last_fixture_names_that_one(football: Path) -> None:
    said = str(run(football, "--date", "2099-01-01").exception)
    assert said.startswith("no fixtures on 2099-01-01 match; the nearest days with any: 20")


def test_a_column_without_any_value_is_left_out(football: Path) -> None:
    recorded = run(
        football, "--league", 39, "--date", "2026-03-14", "--market", "corner"
    ).stdout.splitlines()[0]
    nobody = run(
        football, "--league", 39, "--date", "2026-03-14", "--market", "1x2"
    ).stdout.splitlines()[0]
    assert "fair there" in recorded
    assert "line" not in nobody


def test_a_league_without_past_says_so(football: Path) -> None:
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute("update fixture set home_corners = null")

    outcome = run(football, "--league", 39, "--market", "corner")

    assert isinstance(outcome.exception, NotFound)
    assert "0 past fixtures with corners; a fair line needs 20" in str(outcome.exception)


def test_fixtures_without_a_known_time_have_no_clock(football: Path) -> None:
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute("update fixture set time_known = 0")

    outcome = run(football, "--league", 39, "--market", "corner")

    assert ":" not in outcome.stdout


def test_what_can_not_be_priced_is_reported_beside_the_rest(football: Path) -> None:
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute("update fixture set half_home_corners = null")

    outcome = run(football, "--league", 39, "--market", "all")

    assert outcome.exit_code == 0
    assert "first-half corners: 0 past fixtures with corners" in outcome.stderr


def test_a_day_of_fixtures_that_were_called_off_says_so(football: Path, past_day: str) -> None:
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute("update fixture set state_detail = 'postponed'")
    error = run(football, "--league", 39, "--date", past_day).exception
    assert isinstance(error, NotFound)
    assert str(error) == "there is no fixture to price: all were called off"
