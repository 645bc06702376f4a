"""footydata fixtures, fixture and browse."""

import csv
import io
import json
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result

from footydata.faces.cli import clock
from footydata.faces.cli.browse import browse
from footydata.faces.cli.main import _run
from footydata.football.errors import FixtureNotFound, NotFound
from footydata.views.fixtures import FIXTURE_COLUMNS
from tests.faces.cli.running import command, run

fixture = command("fixture")
fixtures = command("fixtures")


@pytest.fixture(autouse=True)
def _fixed_clock(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(clock, "now", lambda: now)


def asked(sample: Path, sql: str) -> Sequence[int]:
    with closing(sqlite3.connect(sample)) as connection:
        return [row[0] for row in connection.execute(sql)]


def ids(outcome: Result) -> list[int]:
    return [row["fixture_id"] for row in json.loads(outcome.stdout)]


TODAY = "esports = 0 and date(kickoff_ts, 'unixepoch') = '2026-03-14' order by kickoff_ts, id"


def test_todays_fixtures_are_listed_where_nothing_narrows_them(sample: Path) -> None:
    outcome = run(fixtures, sample, "--format", "json")
    assert ids(outcome) == asked(sample, f"select id from fixture where {TODAY}")


def test_a_day_and_its_clock_are_those_of_the_zone(
    sample: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    day = "esports = 0 and kickoff_ts >= unixepoch('2026-03-14 04:00') and kickoff_ts < unixepoch('2026-03-15 04:00')"
    (timeless, *_) = asked(path, f"select id from fixture where {TODAY}")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "update fixture set time_known = 0, kickoff_ts = unixepoch('2026-03-14') where id = ?",
            [timeless],
        )
        connection.execute(
            "update team_fixture set kickoff_ts = unixepoch('2026-03-14') where fixture_id = ?",
            [timeless],
        )
    named = ("--date", "2026-03-14", "--format", "json")
    there = run(fixtures, path, "--zone", "America/New_York", *named)
    monkeypatch.setenv("FOOTYDATA_ZONE", "America/New_York")
    printed = run(fixtures, path, "--date", "2026-03-14").stdout

    assert set(ids(there)) == {timeless, *asked(path, f"select id from fixture where {day}")}
    assert "2026-03-14 08:45" in printed
    assert run(fixtures, path, "--zone", "Rome/Europe").exit_code == 2


def test_a_list_without_rows_says_which_team_and_league_were_taken(sample: Path) -> None:
    with pytest.raises(
        NotFound,
        match=r"no fixtures of Union Steinfelde in Crown League \(England\) match; there are",
    ):
        run(fixtures, sample, "--team", "union steinf", "--league", "crown", catch_exceptions=False)


def test_a_team_is_one_of_the_league_of_the_same_line(sample: Path) -> None:
    outcome = run(
        fixtures, sample, "--team", "Union", "--league", "Linden League", "--format", "json"
    )
    assert {"Union Steinfelde"} <= {row["home"] for row in json.loads(outcome.stdout)}


def test_a_day_is_listed_on_the_screen(sample: Path) -> None:
    outcome = run(fixtures, sample, "--date", "2026-03-14")
    lines = outcome.stdout.splitlines()
    assert lines[0].split() == [
        *("kickoff", "league", "home", "score", "away", "half", "corners", "cards", "status", "id"),
    ]
    assert lines[2].startswith("2026-03-14 ")
    assert outcome.stderr == f"{len(lines) - 2} fixtures, times in UTC.\n"


@pytest.mark.parametrize(
    ("later", "shown"), [(0, "live"), (4 * 3600, "no result")], ids=["then", "four hours later"]
)
def test_a_fixture_that_should_be_over_is_not_shown_as_live(
    sample: Path, monkeypatch: pytest.MonkeyPatch, now: int, later: int, shown: str
) -> None:
    monkeypatch.setattr(clock, "now", lambda: now + later)
    lines = run(fixtures, sample, "--date", "2026-03-14", "--status", "live").stdout.splitlines()[
        2:
    ]
    assert {f" {shown} " in line for line in lines} == {True}
    rows = json.loads(
        run(fixtures, sample, "--date", "2026-03-14", "--status", "live", "--format", "json").stdout
    )
    assert {row["status"] for row in rows} == {"live"}


def test_quiet_leaves_the_rows_alone(sample: Path) -> None:
    assert run(fixtures, sample, "--date", "today", "--quiet").stderr == ""


def test_live_fixtures_are_listed_whatever_the_day(sample: Path) -> None:
    outcome = run(fixtures, sample, "--status", "live", "--format", "json")
    assert ids(outcome) == asked(
        sample,
        "select id from fixture where status = 'live' and esports = 0 order by kickoff_ts, id",
    )


def test_a_status_without_a_day_is_todays(sample: Path) -> None:
    outcome = run(fixtures, sample, "--status", "finished", "--format", "json")
    assert ids(outcome) == asked(
        sample, f"select id from fixture where status = 'finished' and {TODAY}"
    )


def test_a_status_is_found_whatever_its_case(sample: Path) -> None:
    plain = run(fixtures, sample, "--status", "live", "--format", "json").stdout
    assert run(fixtures, sample, "--status", "Live", "--format", "JSON").stdout == plain


def test_a_league_is_listed_whole(sample: Path) -> None:
    outcome = run(fixtures, sample, "--league", "Crown", "--season", "24/25", "--format", "json")
    sql = (
        "select fixture.id from fixture join season on season.id = season_id "
        "where season.league_id = 39 and label = '24/25' order by kickoff_ts, fixture.id"
    )
    assert ids(outcome) == asked(sample, sql)


def test_a_team_on_a_day(sample: Path) -> None:
    team = asked(sample, f"select home_id from fixture where {TODAY} limit 1")[0]
    outcome = run(fixtures, sample, "--team", team, "--date", "2026-03-14", "--format", "json")
    assert [team in (row["home_id"], row["away_id"]) for row in json.loads(outcome.stdout)] == [
        True
    ]


def test_e_football_is_listed_where_its_league_is_named(sample: Path) -> None:
    rows = json.loads(
        run(fixtures, sample, "--league", "Volta", "--date", "today", "--format", "json").stdout
    )
    assert {row["esports"] for row in rows} == {True}


def test_csv_has_every_field(sample: Path) -> None:
    outcome = run(fixtures, sample, "--date", "2026-03-14", "--limit", 2, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.stdout)))
    names = [each.name for each in FIXTURE_COLUMNS]
    assert list(rows[0]) == ["kickoff_utc", *names[1:]]
    assert rows[0]["kickoff_utc"].startswith("2026-03-14T")
    assert rows[0]["kickoff_utc"].endswith("+00:00")
    assert len(rows) == 2


def test_a_day_without_fixtures_is_an_error_that_tells_the_nearest(sample: Path) -> None:
    sql = (
        "select min(day) from (select date(kickoff_ts, 'unixepoch') as day from fixture where esports = 0) "
        "where not exists (select 1 from fixture where date(kickoff_ts, 'unixepoch') = date(day, '+1 day'))"
    )
    before = asked(sample, sql)[0]
    empty = asked(sample, f"select date('{before}', '+1 day')")[0]
    error = run(fixtures, sample, "--date", empty).exception
    assert isinstance(error, NotFound)
    assert str(error).startswith(
        f"no fixtures on {empty} match; the nearest days with any: {before}, "
    )


def test_a_span_that_ends_before_it_starts_is_wrong_usage(sample: Path) -> None:
    outcome = run(fixtures, sample, "--start", "2026-03-14", "--end", "2026-03-13")
    assert outcome.exit_code == 2
    assert "end '2026-03-13' is before start '2026-03-14'" in outcome.output


def test_nothing_as_asked_is_an_error(sample: Path) -> None:
    error = run(
        fixtures, sample, "--league", "Crown", "--season", "24/25", "--status", "live"
    ).exception
    assert isinstance(error, NotFound)
    assert str(error) == "no live fixtures in Crown League (England) match"


def test_an_empty_file_is_reported(tmp_path: Path) -> None:
    from footydata.store.file.opening import open_database

    open_database(tmp_path / "empty.db").close()
    assert "the file has none at all" in str(run(fixtures, tmp_path / "empty.db").exception)


@pytest.mark.parametrize(
    ("flags", "order", "which"),
    [((), "", "first"), (("--newest-first",), "desc", "newest")],
    ids=["first", "last"],
)
def test_a_limit_says_how_many_there_are_and_which_are_shown(
    sample: Path, flags: tuple[str, ...], order: str, which: str
) -> None:
    team = asked(sample, f"select home_id from fixture where {TODAY} limit 1")[0]
    own = f"from fixture where {team} in (home_id, away_id)"
    outcome = run(fixtures, sample, "--team", team, *flags, "--limit", 3)
    shown = [int(line.split()[-1]) for line in outcome.stdout.splitlines()[2:]]
    assert shown == asked(
        sample, f"select id {own} order by kickoff_ts {order}, id {order} limit 3"
    )
    count = asked(sample, f"select count(*) {own}")[0]
    assert outcome.stderr == f"{count} fixtures, times in UTC. The {which} 3 are shown.\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--date", "soon"),
        ("--date", "today", "--start", "today"),
        ("--status", "postponed"),
        ("--limit", "0"),
    ],
    ids=" ".join,
)
def test_wrong_usage_ends_with_2(sample: Path, arguments: tuple[str, ...]) -> None:
    assert run(fixtures, sample, *arguments).exit_code == 2


def test_a_fixture_is_printed_whole(sample: Path) -> None:
    fixture_id = asked(
        sample, f"select id from fixture where status = 'finished' and {TODAY} limit 1"
    )[0]
    text = run(fixture, sample, fixture_id).stdout
    for part in (
        "Figures ─",
        "Timeline ─",
        "Corner line · over/under",
        "\n Kestrel  ",
        "UTC",
        "finished",
    ):
        assert part in text
    assert max(map(len, text.splitlines())) <= 100


def test_a_fixture_as_json_has_everything_recorded(sample: Path) -> None:
    fixture_id = asked(
        sample, f"select id from fixture where status = 'finished' and league_id = 39 and {TODAY}"
    )[0]
    printed = json.loads(run(fixture, sample, fixture_id, "--format", "json").stdout)
    count = asked(sample, f"select count(*) from odds where fixture_id = {fixture_id}")[0]
    assert printed["fixture_id"] == fixture_id
    assert printed["country"] == "England"
    assert len(printed["odds"]) == count
    assert {row["bookmaker"] for row in printed["odds"]} == {
        "kestrel",
        "bluebird",
        "marlin-exchange",
    }
    assert printed["events"][-1]["type"] == "period_score"
    assert (
        printed["statistics"]["home_possession"] + printed["statistics"]["away_possession"] == 100
    )


def test_a_fixture_as_csv_is_its_own_row(sample: Path) -> None:
    fixture_id = asked(sample, f"select id from fixture where {TODAY} limit 1")[0]
    rows = list(
        csv.DictReader(io.StringIO(run(fixture, sample, fixture_id, "--format", "csv").stdout))
    )
    assert [row["fixture_id"] for row in rows] == [str(fixture_id)]


def test_another_bookmaker_may_be_named(sample: Path) -> None:
    fixture_id = asked(
        sample, f"select id from fixture where status = 'finished' and {TODAY} limit 1"
    )[0]
    assert "\n Bluebird  " in run(fixture, sample, fixture_id, "--bookmaker", "bluebird").stdout
    error = run(fixture, sample, fixture_id, "--bookmaker", "nobody").exception
    assert isinstance(error, NotFound)
    assert "there are kestrel, bluebird, " in str(error)


def test_a_bookmaker_that_does_not_quote_the_fixture_is_reported_with_those_that_do(
    sample: Path,
) -> None:
    sql = """
        select fixture_id from odds group by fixture_id
        having max(bookmaker_id) = 11 and max(bookmaker_id) <> min(bookmaker_id) limit 1
    """
    error = run(fixture, sample, asked(sample, sql)[0], "--bookmaker", "Marlin exchange").exception
    assert isinstance(error, NotFound)
    assert str(error) == "no odds of marlin-exchange for this fixture; there are: kestrel, bluebird"


def test_an_unknown_fixture_is_an_error(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert isinstance(run(fixture, sample, 5).exception, FixtureNotFound)
    assert _run(["fixture", str(sample), "5"]) == 1
    assert capsys.readouterr().err == "Error: no fixture has the id 5\n"


def test_browse_opens_the_app_with_the_clock_and_the_zone(
    sample: Path, now: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from datetime import UTC, date

    from footydata.faces.tui.app import BrowseApp

    opened: list[BrowseApp] = []
    monkeypatch.setattr(BrowseApp, "run", lambda app: opened.append(app))
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(
        "footydata.faces.cli.browse.sys", SimpleNamespace(stdin=terminal, stdout=terminal)
    )
    assert run(browse, sample, "--utc", "--date", "2026-03-07").exit_code == 0
    app = opened[0]
    app.browsing.reader.close()
    assert app.browsing.now() == now
    assert app.browsing.zone.info is UTC
    assert app.browsing.path == sample
    assert app.first_day == date(2026, 3, 7)


def test_browsing_a_file_that_is_not_there_is_one_clear_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(["browse", str(tmp_path / "none.db")]) == 1
    assert "does not exist; make it with" in capsys.readouterr().err


def test_a_fixture_is_shown_in_the_zone_of_the_reader(sample: Path) -> None:
    utc, there = (
        run(fixture, sample, 880437, *zone).stdout for zone in ((), ("--zone", "Asia/Tokyo"))
    )
    assert "Sat 14 Mar 2026 · 17:00" in utc
    assert "Sun 15 Mar 2026 · 02:00" in there
