"""How SQLite answers what the package asks: no question walks through a big table that an index could spare.

Every public door is called on the sample while the statements that it runs are noted; then SQLite says of each how it
would be answered, without statistics, as in the file of a user, and with those of a million fixtures.
"""

import contextlib
import io
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import footydata as fd
from footydata.faces.cli import clock
from footydata.faces.cli.main import main
from footydata.faces.reading.days import (
    DayOptions,
    read_day,
    read_list,
    read_nearest_day,
    read_part,
)
from footydata.faces.reading.leagues import read_team
from footydata.faces.zone import ClockZone
from footydata.football.terms import Order
from footydata.forecast.pricing import refresh
from footydata.store.read.days import read_names, search_terms
from footydata.store.read.fixtures import FixtureFilter

pytestmark = pytest.mark.slow

BIG = {
    "fixture",
    "team_fixture",
    "odds",
    "odds_tick",
    "event",
    "statistics",
    "fixture_figure",
    "fair_line",
    "fixture_source",
    "external_id",
}
"""The tables that grow with the fixtures."""

WHOLE_FILE = {
    "check": "it looks through the whole file",
    "info": "it counts the rows of each table",
    "export": "it writes the whole file",
    "bookmakers": "it counts the fixtures of each bookmaker",
    "bookmakers --default": "it counts the fixtures of each bookmaker",
    "teams": "it counts the fixtures of each team",
    "teams --unmatched": "it counts the fixtures of each team",
    "db.fixtures()": "it was asked for all fixtures",
    "db.all_standings()": "it was asked for the tables of all seasons",
}
"""The doors that may walk through a big table, each once and not once for each row of another, and why."""

COMPARED = "select market, bookmaker_id, count(*) from odds"
"""Where two bookmakers quote a market that the default one does not, they are compared by their fixtures in it."""

# Of a file with a million fixtures: its rows, and the mean rows for each value of the first columns of an index.
STATISTICS = {
    ("fixture", "fixture_by_kickoff"): "1000000 500000 20 1",
    ("fixture", "fixture_by_season"): "1000000 208 3 1",
    ("fixture", "fixture_by_league"): "1000000 2500 3 1",
    ("fixture", "fixture_live"): "200 2 1",
    ("team_fixture", "team_fixture"): "2000000 250 1 1",
    ("odds", "odds"): "10000000 10 3 1",
    ("odds_tick", "odds_tick"): "30000000 90 30 20 2 1",
    ("event", "event"): "30000000 30 1",
    ("statistics", None): "1000000",
    ("fixture_figure", "fixture_figure"): "5000000 5 1 1",
    ("fair_line", "fair_line"): "5000 10 1",
    ("fixture_source", "fixture_source"): "1200000 2 1",
    ("external_id", "external_id_entity"): "60000 12000 2",
    ("external_id", "external_id"): "60000 15000 6000 100 1",
    ("team", "team_by_name"): "8000 2",
    ("team", "team_country"): "8000 100",
    ("season_team", "season_team"): "96000 20 1",
    ("season_team", "season_team_team"): "96000 12 1",
    ("season", "sqlite_autoindex_season_1"): "4800 12 1",
    ("league", "league_country"): "400 4",
}

LEAGUE, TEAM = "Crown League", "Kingsvale"


class Asked:
    """The statements that were run, each with the door that ran it first."""

    def __init__(self) -> None:
        self.door = ""
        self.by_statement: dict[str, str] = {}

    def note(self, statement: str) -> None:
        if re.match(r"\s*(select|with|update|delete|insert)\b", statement, re.IGNORECASE):
            shape = re.sub(r"\d+(, ?\d+)*", "?", statement)
            self.by_statement.setdefault(f"{self.door}\0{shape}", statement)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return ((key.split("\0")[0], statement) for key, statement in self.by_statement.items())


def commands(fixture: int, slug: str) -> dict[str, list[str]]:
    """The commands that read, by the name of their door."""
    day, span = ["--date", "2026-03-14"], ["--start", "2026-03-01", "--end", "2026-03-20"]
    league, team, corners = (
        ["--league", LEAGUE],
        ["--team", TEAM],
        ["--market", "corner", "--line", "9.5"],
    )
    return {
        "fixtures today": ["fixtures"],
        "fixtures of a day": ["fixtures", *day],
        "fixtures of a day without any": ["fixtures", "--date", "1999-01-01"],
        "fixtures of a span": ["fixtures", *span],
        "fixtures live": ["fixtures", "--status", "live"],
        "fixtures of a league": ["fixtures", *league, "--limit", "3"],
        "fixtures of a season": ["fixtures", *league, "--season", "25/26"],
        "fixtures of a team": ["fixtures", *team, *span],
        "fixture": ["fixture", str(fixture)],
        "fixture json": ["fixture", str(fixture), "--format", "json"],
        "standings": ["standings", *league],
        "standings corner": [
            "standings",
            *league,
            "--type",
            "corner",
            "--venue",
            "home",
            "--last",
            "5",
        ],
        "standings card": ["standings", *league, "--type", "card", "--half", "first"],
        "standings reach": ["standings", *league, "--reach"],
        "standings by round": ["standings", *league, "--by-round"],
        "standings at": ["standings", *league, "--at", "2026-01-01"],
        "lines": ["lines", *day],
        "lines of a league": ["lines", *league, *day, "--market", "all"],
        "lines of a day without any": ["lines", "--date", "1999-01-01"],
        "lines of a league's day without any": ["lines", *league, "--date", "2150-01-01"],
        "lines of a bookmaker": ["lines", *day, "--bookmaker", slug],
        "bets by id": ["bets", "by_id.csv"],
        "bets by names": ["bets", "by_names.csv"],
        "preview": ["fixture", str(fixture), "--before"],
        "project": ["project", *league, "--runs", "100"],
        "find of a league": ["fixtures", "--where", "corners > 9", *league],
        "find of a team": ["fixtures", "--where", "corners > 9", *team],
        "find of a league by a further figure": [
            "fixtures",
            "--where",
            "goals > 1 or home_fouls > 9",
            *league,
        ],
        "counts of a season": ["averages", *corners, *league, "--season", "25/26"],
        "counts of a team": ["averages", *corners, *team],
        "teams of a league": ["teams", "list", *league],
        "teams": ["teams", "list"],
        "teams --unmatched": ["teams", "list", "--unmatched"],
        "bookmakers": ["bookmakers"],
        "bookmakers --default": ["bookmakers", "--default", slug],
        "deductions": ["deductions"],
        "deductions of a season": ["deductions", *league, "--season", "25/26"],
        "check": ["check"],
        "info": ["info"],
        "info of a fixture": ["info", "--fixture", str(fixture)],
        "export": ["export", "out"],
    }


def frames(db: fd.Database, fixture: int) -> dict[str, Callable[[], object]]:
    """The doors of notebooks."""
    return {
        "db.fixtures()": lambda: db.fixtures(),
        "db.fixtures of a day": lambda: db.fixtures(date="2026-03-14", lang="es"),
        "db.fixtures live": lambda: db.fixtures(status="live"),
        "db.events": lambda: db.events(date="2026-03-14"),
        "db.statistics": lambda: db.statistics(league=LEAGUE, season="25/26"),
        "db.figures": lambda: db.figures(league=LEAGUE, season="25/26", figure="fouls"),
        "db.odds": lambda: db.odds(date="2026-03-14", market="corner"),
        "db.odds_movement": lambda: db.odds_movement(team=TEAM),
        "db.odds_history": lambda: db.odds_history(fixture, "corner"),
        "db.leagues": lambda: db.leagues(),
        "db.teams": lambda: db.teams(league=LEAGUE, season="25/26"),
        "db.bookmakers": lambda: db.bookmakers(),
        "db.standings": lambda: db.standings(LEAGUE),
        "db.all_standings()": lambda: db.all_standings(),
        "db.fair_lines": lambda: db.fair_lines(league=LEAGUE),
        "db.fair_lines of a day": lambda: db.fair_lines(date="2026-03-14"),
        "db.project": lambda: db.project(LEAGUE, runs=100),
        "db.preview": lambda: db.preview(fixture),
        "db.head_to_head": lambda: db.head_to_head("Kingsvale", "Brackwater Town"),
        "db.ladder": lambda: db.ladder(fixture, "goalline"),
        "a load's fair lines": lambda: refresh(db.connection, now=db.now),
    }


def screens(connection: sqlite3.Connection, now: int) -> dict[str, Callable[[], object]]:
    """What the terminal browser reads."""
    from datetime import UTC, date

    zone, names = ClockZone(UTC), read_names(connection)
    (season,) = connection.execute("select max(id) from season where league_id = 39").fetchone()
    (team,) = connection.execute("select id from team where name = ?", (TEAM,)).fetchone()
    return {
        "browse a day": lambda: read_day(connection, date(2026, 3, 14), options=DayOptions(zone)),
        "browse e-football": lambda: read_day(
            connection, date(2026, 3, 14), options=DayOptions(zone, True)
        ),
        "browse a day without any": lambda: read_nearest_day(
            connection, date(2150, 1, 1), options=DayOptions(zone)
        ),
        "browse a search": lambda: read_part(
            connection, search_terms(names, "crown kings"), Order.ASC, from_ts=now
        ),
        "browse a search back": lambda: read_part(
            connection, search_terms(names, "a"), Order.DESC, from_ts=now, after_id=7
        ),
        "browse a season": lambda: read_list(connection, FixtureFilter(season_ids=(season,))),
        "browse a team": lambda: read_team(connection, team, until_ts=now),
    }


def requests(client: fd.Client, fixture: int) -> dict[str, Callable[[], object]]:
    """The endpoints of the service."""
    (team,) = [row.id for row in client.teams(search=TEAM).data][:1]
    include = ["odds", "events", "stats"]
    return {
        "/v1/fixtures": lambda: client.fixtures(include=include, lang="de"),
        "/v1/fixtures live": lambda: client.fixtures(status="live"),
        "/v1/fixtures of a league": lambda: client.fixtures(league=39, status="finished"),
        "/v1/fixtures/id": lambda: client.fixture(fixture),
        "/v1/fixtures/id/odds": lambda: client.fixture_odds(fixture),
        "/v1/fixtures/id/odds/history": lambda: client.fixture_odds_history(
            fixture, market="corner"
        ),
        "/v1/leagues": lambda: client.leagues(search="crown"),
        "/v1/leagues/id": lambda: client.league(39),
        "/v1/leagues/id/fixtures": lambda: client.league_fixtures(
            39, season="25/26", include=include
        ),
        "/v1/teams": lambda: client.teams(league=39, season="25/26"),
        "/v1/teams/id/fixtures": lambda: client.team_fixtures(team, status="finished"),
        "/v1/standings": lambda: client.standings(league=39),
        "/v1/bookmakers": lambda: client.bookmakers(),
    }


@pytest.fixture(scope="module")
def asked(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Asked]:
    """The file and every statement that the doors ran on it."""
    from tests.conftest import NOW

    folder = tmp_path_factory.mktemp("plans")
    database = folder / "football.db"
    shutil.copy(sample, database)
    noted = Asked()
    connect = sqlite3.connect

    def watched(*arguments: object, **named: object) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **named)  # type: ignore[call-overload]  # handed on
        connection.set_trace_callback(noted.note)
        return connection

    with pytest.MonkeyPatch.context() as patched, contextlib.closing(connect(database)) as own:
        own.execute("drop table sqlite_stat1")
        (fixture,) = own.execute(
            "select max(id) from fixture where status = 'finished' and league_id = 39"
        ).fetchone()
        (slug,) = own.execute("select slug from bookmaker where is_default = 0 limit 1").fetchone()
        (folder / "by_id.csv").write_text(
            f"fixture,market,line,side,price\n{fixture},1x2,,home,2\n"
        )
        (folder / "by_names.csv").write_text(
            "date,home,away,league,market,line,side,price\n"
            "2026-03-14,Eastholt Rangers,Northfell United,Crown League,corner,9.5,over,2\n"
            "2026-03-14,Eastholt Rangers,Nobody,,corner,9.5,over,2\n"
        )
        patched.chdir(folder)
        patched.setattr(sqlite3, "connect", watched)
        patched.setattr(clock, "now", lambda: NOW)
        for door, (command, *rest) in commands(fixture, slug).items():
            noted.door = door
            arguments = (
                [rest[0], str(database), *rest[1:]]
                if command == "teams"
                else [str(database), *rest]
            )
            unheard = (
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.redirect_stderr(io.StringIO()),
            )
            with unheard[0], unheard[1], contextlib.suppress(SystemExit):
                main([command, *arguments])
        with (
            fd.Database(database, clock=lambda: NOW) as db,
            fd.Client.embedded(database, clock=lambda: NOW) as client,
        ):
            doors = frames(db, fixture) | screens(db.connection, NOW) | requests(client, fixture)
            for door, call in doors.items():
                noted.door = door
                call()
    return database, noted


def walks(connection: sqlite3.Connection, statement: str) -> list[tuple[str, bool]]:
    """The big tables that a statement walks through, and whether it does so for each row of another."""
    meant = {
        alias: table
        for table, alias in re.findall(r"\b(\w+)(?: as)? (\w+)\b", statement)
        if table in BIG
    }
    found = []
    beside: dict[int, int] = {}
    for _, parent, _, step in connection.execute(f"explain query plan {statement}"):
        is_loop = step.startswith(("SCAN", "SEARCH"))
        name = step.split()[1] if is_loop else ""
        table = name if name in BIG else meant.get(name)
        # A search by no more than whether it is e-football is a walk too.
        is_walk = step.startswith("SCAN") or step.endswith("(esports=?)")
        if table and is_walk and "fixture_live" not in step:
            found.append((table, beside.get(parent, 0) > 0))
        beside[parent] = beside.get(parent, 0) + is_loop
    return found


@pytest.fixture(
    scope="module",
    params=["without statistics", "with the statistics of a million fixtures"],
)
def planner(
    request: pytest.FixtureRequest,
    asked: tuple[Path, Asked],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[sqlite3.Connection]:
    database = tmp_path_factory.mktemp("planner") / "football.db"
    shutil.copy(asked[0], database)
    if request.param.startswith("with "):
        with contextlib.closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("analyze")
            connection.execute("delete from sqlite_stat1")
            rows = [(table, index, figures) for (table, index), figures in STATISTICS.items()]
            connection.executemany("insert into sqlite_stat1 values (?, ?, ?)", rows)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        yield connection


def test_no_question_walks_through_a_big_table_without_need(
    asked: tuple[Path, Asked], planner: sqlite3.Connection
) -> None:
    found = {
        (door, table, statement)
        for door, statement in asked[1]
        for table, _ in walks(planner, statement)
        if door not in WHOLE_FILE and not statement.startswith(COMPARED)
    }
    assert found == set()


def test_no_question_walks_through_a_big_table_once_for_each_row_of_another(
    asked: tuple[Path, Asked], planner: sqlite3.Connection
) -> None:
    found = {
        (door, table, statement)
        for door, statement in asked[1]
        for table, is_nested in walks(planner, statement)
        if is_nested
    }
    assert found == set()


def test_every_door_was_asked(asked: tuple[Path, Asked]) -> None:
    doors = {door for door, _ in asked[1]}
    assert doors >= set(WHOLE_FILE)
    assert len(doors) > 60
