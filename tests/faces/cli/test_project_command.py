"""footydata project: how a season may end."""

import csv
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner, Result

import footydata as fd
from footydata.faces.cli import clock
from footydata.football.errors import InvalidArgument
from footydata.football.register.leagues import Zone
from footydata.store.file.opening import open_database
from footydata.store.forecasts import projection
from footydata.store.read.seasons import season_course as season_module
from tests.faces.cli.running import command

LEAGUE = 39
PAST = "2025-11-30"


@pytest.fixture(autouse=True)
def _fixed_clock(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(clock, "now", lambda: now)


@pytest.fixture
def football(sample: Path, tmp_path: Path) -> Path:
    """A copy of the sample."""
    return Path(shutil.copy(sample, tmp_path / "football.db"))


def run(*arguments: object) -> Result:
    given = [str(argument) for argument in arguments]
    return CliRunner().invoke(command("project"), [*given, "--runs", "400"], catch_exceptions=False)


def rows(*arguments: object) -> list[dict[str, str]]:
    return list(csv.DictReader(run(*arguments, "--format", "csv").stdout.splitlines()))


def season_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(
            connection.execute(
                "select max(season_id) from fixture where league_id = 39"
            ).fetchone()[0]
        )


def test_every_team_takes_a_place_and_every_place_a_team(football: Path) -> None:
    found = rows(football, "--league", LEAGUE)
    chances = np.array(
        [[float(row[f"place_{place}"]) for place in range(1, len(found) + 1)] for row in found]
    )
    assert chances.sum(axis=0) == pytest.approx(np.ones(len(found)))
    assert chances.sum(axis=1) == pytest.approx(np.ones(len(found)))
    assert [float(row["title"]) for row in found] == pytest.approx(chances[:, 0].tolist())


def test_a_season_is_named_as_at_every_command(football: Path) -> None:
    assert run(football, "--league", LEAGUE, "--season", "2526").stdout.startswith(
        "Crown League 25/26, "
    )


def test_the_better_placed_is_the_likelier_champion(football: Path) -> None:
    lines = run(football, "--league", LEAGUE).stdout.splitlines()
    assert lines[0].startswith("Crown League 25/26, as of 2026-03-14 15:30 UTC: 400 endings of ")
    assert lines[1].split() == ["#", "Team", "P", "Pts", "End", "Range", "Title"]
    assert float(rows(football, "--league", LEAGUE)[0]["title"]) > 0.2


def test_what_is_not_known_stands_beside_it(football: Path) -> None:
    assert (
        "which places mean promotion or relegation is not known here"
        in run(football, "--league", LEAGUE).stdout
    )


def test_the_same_seed_is_the_same_projection(football: Path) -> None:
    first, again = (run(football, "--league", LEAGUE, "--format", "json").stdout for _ in range(2))
    other = run(football, "--league", LEAGUE, "--format", "json", "--seed", 1).stdout
    assert json.loads(first) == json.loads(again) != json.loads(other)


def test_a_past_date_knows_nothing_of_what_came_later(football: Path) -> None:
    before = rows(football, "--league", LEAGUE, "--at", PAST)
    with closing(open_database(football)) as connection, connection:
        connection.execute(
            "update fixture set home_goals = 9, away_goals = 0 where league_id = 39 and status = 'finished' "
            "and kickoff_ts >= unixepoch('2025-12-01')"
        )
    assert rows(football, "--league", LEAGUE, "--at", PAST) == before
    assert rows(football, "--league", LEAGUE) != before


def test_a_projection_as_of_now_is_stored_as_it_was_shown(football: Path) -> None:
    with fd.Database(football) as db:
        assert projection(db.connection, season_of(football)) is None
    shown = rows(football, "--league", LEAGUE)
    with fd.Database(football) as db:
        stored = projection(db.connection, season_of(football))
    assert stored is not None
    assert [team.team for team in stored.teams] == [row["team"] for row in shown]
    assert [list(team.places) for team in stored.teams] == [
        [float(row[f"place_{place}"]) for place in range(1, len(shown) + 1)] for row in shown
    ]
    assert [team.zones["title"] for team in stored.teams] == [float(row["title"]) for row in shown]
    assert (stored.runs, stored.model) == (400, "ridge dixon-coles 3")
    assert stored.notes[-1] == "which places mean promotion or relegation is not known here"


def test_a_projection_of_a_past_date_is_not_stored(football: Path) -> None:
    run(football, "--league", LEAGUE, "--at", PAST)
    with fd.Database(football) as db:
        assert projection(db.connection, season_of(football)) is None


def test_a_projection_goes_with_its_season(football: Path) -> None:
    run(football, "--league", LEAGUE)
    with fd.Database(football) as db:
        db.unload(league=LEAGUE, season="25/26", backup=False)
        tables = ("projection", "projected_team")
        assert [
            db.connection.execute(f"select count(*) from {table}").fetchone()[0] for table in tables
        ] == [0, 0]


def test_a_projection_whose_team_is_gone_is_none(football: Path) -> None:
    run(football, "--league", LEAGUE)
    season = season_of(football)
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute("delete from team where name = 'Kingsvale'")
    with fd.Database(football) as db:
        assert projection(db.connection, season) is None


def test_a_season_that_is_over_has_one_ending_whenever_it_is_asked_for(
    football: Path, now: int
) -> None:
    with fd.Database(football, clock=lambda: now + 20 * 365 * 86_400) as db:
        frame = db.project(LEAGUE, "24/25", runs=100)
        table = db.standings(LEAGUE, "24/25")
    assert frame["title"].tolist() == [1.0] + [0.0] * (len(frame) - 1)
    assert frame["mean_points"].tolist() == table["points"].tolist()
    assert frame.attrs["as_of"].startswith("2025")


def test_a_frame_has_the_same_chances(football: Path, now: int) -> None:
    shown = rows(football, "--league", LEAGUE, "--at", PAST)
    with fd.Database(football, clock=lambda: now) as db:
        frame = db.project(LEAGUE, at=PAST, runs=400)
    assert frame["place_1"].tolist() == [float(row["place_1"]) for row in shown]
    assert (frame.attrs["league"], frame.attrs["season"], frame.attrs["runs"]) == (
        "Crown League",
        "25/26",
        400,
    )
    assert frame.attrs["zones"] == ["title"]


def test_a_cup_has_no_ending(football: Path, now: int) -> None:
    with fd.Database(football, clock=lambda: now) as db, pytest.raises(fd.StandingsNotAvailable):
        db.project("Lantern Cup")


def test_a_negative_seed_is_an_error(football: Path) -> None:
    with (
        fd.Database(football) as db,
        pytest.raises(InvalidArgument, match="seed -1 is out of range"),
    ):
        db.project(LEAGUE, seed=-1)


def test_fixtures_of_days_that_passed_without_a_result_are_named(football: Path, now: int) -> None:
    with closing(sqlite3.connect(football)) as connection, connection:
        connection.execute(
            "update fixture set kickoff_ts = ? where id in (select id from fixture where season_id = ? "
            "and status = 'scheduled' order by kickoff_ts desc limit 2)",
            (now - 3 * 86_400, season_of(football)),
        )
    with fd.Database(football, clock=lambda: now) as db:
        listed = db.fixtures(league=LEAGUE, season="25/26", status="scheduled")
        late = int((listed["kickoff"] < pd.Timestamp(now - 86_400, unit="s", tz="UTC")).sum())
        notes = db.project(LEAGUE, runs=100).attrs["notes"]
        early = db.project(LEAGUE, runs=100, at=PAST).attrs["notes"]
    assert late >= 2
    assert (
        f"{late} fixtures of days that have passed without a result, drawn like the rest" in notes
    )
    assert not any("without a result" in note for note in early)


ZONES = (
    Zone("promotion", 1, 1),
    Zone("promotion play-off", 2, 5, "english"),
    Zone("relegation play-off", 13, 13),
    Zone("relegation play-off", 14, 14, "bundesliga-16th"),
    Zone("relegation", 15, 16),
)


def with_zones(monkeypatch: pytest.MonkeyPatch, zones: tuple[Zone, ...]) -> None:
    """Lets the sample's leagues have these zones."""
    monkeypatch.setattr(season_module, "zones_of", lambda *_: zones)


def test_what_play_offs_decide_is_counted_or_said(
    football: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_zones(monkeypatch, (*ZONES[:2], *ZONES[3:]))
    with fd.Database(football, clock=lambda: now) as db:
        frame = db.project(LEAGUE, runs=2000, at=PAST)
    assert frame["promotion"].sum() == pytest.approx(2)
    assert frame["relegation"].sum() == pytest.approx(2 + 4 / 19, abs=0.04)
    assert frame["relegation_play_off"].sum() == pytest.approx(1)
    notes = " | ".join(frame.attrs["notes"])
    assert (
        "the promotion play-off is drawn, and 'promotion' has its outcome (EFL regulations)"
        in notes
    )
    assert (
        "14 of 17 such play-offs were won by the team of this division, and 'relegation' counts on that"
        in notes
    )


def test_a_play_off_that_is_not_drawn_is_neither_safe_nor_down(
    football: Path, now: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_zones(monkeypatch, (ZONES[2], ZONES[4]))
    with fd.Database(football, clock=lambda: now) as db:
        frame = db.project(LEAGUE, runs=100, at=PAST)
    assert frame["relegation"].sum() == pytest.approx(2)
    assert frame["relegation_play_off"].sum() == pytest.approx(1)
    said = "its column is the chance of the place, and none of it is in 'relegation'"
    assert f"the relegation play-off is not drawn: {said}" in frame.attrs["notes"]
