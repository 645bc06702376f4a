"""Answers of football-data.org, version 4: invented matches in the shape of its documentation."""

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.sources.football_data_org import FootballDataOrg
from tests.conftest import NOW

Loads = Callable[..., fd.LoadReport]

PLAIN = {"duration": "REGULAR", "fullTime": {"home": 2, "away": 1}, "halfTime": {"home": 1, "away": 0}}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "football.db"


@pytest.fixture
def load(tmp_path: Path, file: Path) -> Loads:
    """Write an answer as it is saved, and load it."""

    def load(content: object, name: str = "answer.json") -> fd.LoadReport:
        path = tmp_path / name
        path.write_text(json.dumps(content), encoding="utf-8")
        with fd.Database(file, clock=lambda: NOW) as database:
            return database.load(path)

    return load


def rows(file: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(sql).fetchall()


def goals(home: int | None, away: int | None) -> dict[str, int | None]:
    return {"home": home, "away": away}


def match(number: int = 900001, **changes: Any) -> dict[str, Any]:
    return {
        "area": {"id": 2072, "name": "England", "code": "ENG", "flag": "https://example.org/eng.svg"},
        "competition": {"id": 2021, "name": "Premier League", "code": "PL", "type": "LEAGUE", "emblem": ""},
        "season": {"id": 1, "startDate": "2024-08-16", "endDate": "2025-05-25", "currentMatchday": 3, "winner": None},
        "id": number,
        "utcDate": "2024-08-17T14:00:00Z",
        "status": "FINISHED",
        "matchday": 1,
        "stage": "REGULAR_SEASON",
        "group": None,
        "lastUpdated": "2024-08-18T00:20:21Z",
        "homeTeam": {"id": 57, "name": "Arsenal FC", "shortName": "Arsenal", "tla": "ARS", "crest": ""},
        "awayTeam": {"id": 63, "name": "Fulham FC", "shortName": "Fulham", "tla": "FUL", "crest": ""},
        "score": PLAIN,
        "odds": {"msg": "Activate Odds-Package in User-Panel to retrieve odds."},
        "referees": [{"id": 11, "name": "Ada Whistle", "type": "REFEREE", "nationality": "England"}],
    } | changes


def cup_tie(score: dict[str, Any]) -> dict[str, Any]:
    return match(
        area={"id": 2077, "name": "Europe", "code": "EUR"},
        competition={"id": 2018, "name": "European Championship", "code": "EC", "type": "CUP"},
        utcDate="2024-07-05T16:00:00Z",
        stage="QUARTER_FINALS",
        matchday=5,
        homeTeam={"id": 760, "name": "Spain"},
        awayTeam={"id": 759, "name": "Germany"},
        score=score,
    )


def answer(*matches: dict[str, Any]) -> dict[str, Any]:
    return {
        "filters": {"season": "2024"},
        "resultSet": {"count": len(matches), "first": "2024-08-16", "last": "2025-05-25", "played": 1},
        "competition": {"id": 2021, "name": "Premier League", "code": "PL", "type": "LEAGUE", "emblem": ""},
        "matches": list(matches),
    }


@pytest.mark.parametrize("form", ["answer", "list", "one match"])
def test_an_answer_a_list_and_one_match_give_the_same_fixture(load: Loads, file: Path, form: str) -> None:
    report = load({"answer": answer(match()), "list": [match()], "one match": match()}[form])
    assert [(each.source, each.state) for each in report.files] == [("football-data-org", "taken")]
    assert rows(
        file,
        """select league.name, season.label, home.name, away.name, kickoff_ts, time_known, status, round, home_goals,
        away_goals, half_home_goals, half_away_goals, referee from fixture
        join league on league.id = fixture.league_id join season on season.id = season_id
        join team as home on home.id = home_id join team as away on away.id = away_id""",
    ) == [
        (
            "Premier League",
            "24/25",
            "Arsenal",
            "Fulham",
            1723903200,
            1,
            "finished",
            1,
            2,
            1,
            1,
            0,
            "Ada Whistle",
        )
    ]


@pytest.mark.parametrize(
    ("score", "ninety", "after"),
    [
        (
            {"duration": "EXTRA_TIME", "fullTime": goals(2, 1), "regularTime": goals(1, 1), "extraTime": goals(1, 0)},
            (1, 1),
            (2, 1, None, None, None, None, None),
        ),
        (
            {
                "duration": "PENALTY_SHOOTOUT",
                "fullTime": goals(7, 5),
                "regularTime": goals(2, 2),
                "extraTime": goals(1, 1),
                "penalties": goals(4, 2),
            },
            (2, 2),
            (3, 3, 4, 2, None, None, None),
        ),
        (
            {
                "duration": "PENALTY_SHOOTOUT",
                "fullTime": goals(4, 5),
                "regularTime": goals(1, 1),
                "penalties": goals(3, 4),
            },
            (1, 1),
            (None, None, 3, 4, None, None, None),
        ),
        (
            {"duration": "EXTRA_TIME", "fullTime": goals(2, 1), "extraTime": goals(1, 0)},
            (1, 1),
            (2, 1, None, None, None, None, None),
        ),
        (
            {"duration": "EXTRA_TIME", "fullTime": goals(2, 1)},
            (None, None),
            (2, 1, None, None, None, None, None),
        ),
        (
            {"duration": "PENALTY_SHOOTOUT", "fullTime": goals(5, 4), "penalties": goals(4, 3)},
            (None, None),
            (None, None, 4, 3, 1, 1, None),
        ),
        (
            {
                "winner": "AWAY_TEAM",
                "duration": "PENALTY_SHOOTOUT",
                "fullTime": goals(None, None),
                "regularTime": goals(0, 0),
                "extraTime": goals(0, 0),
            },
            (0, 0),
            (0, 0, None, None, None, None, "away"),
        ),
    ],
    ids=[
        "extra time",
        "extra time and shootout",
        "shootout, extra time not mentioned",
        "ninety minutes from the goals of extra time",
        "ninety minutes unknown",
        "shootout, ninety minutes unknown",
        "shootout without its score",
    ],
)
def test_full_time_that_includes_more_than_ninety_minutes_is_taken_apart(
    load: Loads, file: Path, score: dict[str, Any], ninety: tuple[object, ...], after: tuple[object, ...]
) -> None:
    load(cup_tie(score))
    assert rows(file, "select home_goals, away_goals, stage, in_table, round from fixture") == [
        (*ninety, "Quarter-finals", 0, None)
    ]
    assert rows(
        file,
        """select extra_home_goals, extra_away_goals, shootout_home_goals, shootout_away_goals, final_home_goals,
        final_away_goals, through from knockout""",
    ) == [after]


@pytest.mark.parametrize(
    "score",
    [
        {"duration": "REGULAR", "fullTime": goals(2, 1), "regularTime": goals(1, 1)},
        {"duration": "EXTRA_TIME", "fullTime": goals(2, 1), "regularTime": goals(1, 1), "extraTime": goals(2, 0)},
        {"duration": "EXTRA_TIME", "fullTime": goals(2, 1), "regularTime": goals(1, 2)},
        {"duration": "PENALTY_SHOOTOUT", "fullTime": goals(1, 1), "regularTime": goals(1, 1), "penalties": goals(4, 2)},
    ],
    ids=["ninety minutes", "extra time", "more in ninety minutes than at the end", "shootout not included"],
)
def test_a_score_whose_parts_contradict_each_other_is_refused(load: Loads, score: dict[str, Any]) -> None:
    report = load([match(), cup_tie(score)])
    assert [(each.line, each.reason) for _, each in report.refusals] == [
        (2, "a score whose parts contradict each other")
    ]
    assert report.fixtures_new == 1


@pytest.mark.parametrize(
    ("status", "moment", "stored"),
    [
        ("SCHEDULED", "2026-04-01T00:00:00Z", ("scheduled", None, 0, None)),
        ("SCHEDULED", "2026-04-01T14:00:00Z", ("scheduled", None, 1, None)),
        ("TIMED", "2026-04-01T00:00:00Z", ("scheduled", None, 1, None)),
        ("IN_PLAY", "2026-03-14T15:00:00Z", ("live", None, 1, 2)),
        ("PAUSED", "2026-03-14T15:00:00Z", ("live", None, 1, 2)),
        ("SUSPENDED", "2026-03-14T15:00:00Z", ("live", "suspended", 1, 2)),
        ("POSTPONED", "2026-03-01T15:00:00Z", ("scheduled", "postponed", 1, None)),
        ("CANCELLED", "2026-03-01T15:00:00Z", ("scheduled", "cancelled", 1, None)),
        ("AWARDED", "2026-03-01T15:00:00Z", ("finished", "awarded", 1, 2)),
    ],
)
def test_each_status_is_a_state(load: Loads, file: Path, status: str, moment: str, stored: tuple[object, ...]) -> None:
    load(match(status=status, utcDate=moment))
    assert rows(file, "select status, state_detail, time_known, home_goals from fixture") == [stored]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"status": "DREAMT"}, "a status that we do not know"),
        ({"stage": "LADDER"}, "a stage that we do not know"),
        ({"area": {"name": "Atlantis", "code": "ATL"}}, "a country that we do not know"),
        ({"utcDate": "2024-08-17T14:00:00"}, "a time without its offset from UTC"),
        ({"group": "GROUP_\ud800"}, "the name of the group has characters that can't be read"),
        ({"utcDate": "soon"}, "no time that can be read"),
        ({"awayTeam": {"id": 57, "name": "Arsenal FC"}}, "a team against itself"),
        ({"score": {"duration": "REGULAR", "fullTime": {"home": 2, "away": None}}}, "the goals of one side alone"),
        ({"score": {"duration": "REGULAR", "fullTime": {"home": None, "away": None}}}, "finished, without a score"),
        ({"score": {"duration": "GOLDEN", "fullTime": {"home": 1, "away": 0}}}, "a duration that we do not know"),
    ],
)
def test_what_can_t_be_read_is_refused_by_its_number(load: Loads, changes: dict[str, Any], reason: str) -> None:
    report = load(answer(match(), match(900002, **changes)))
    assert [(each.line, each.reason) for _, each in report.refusals] == [(2, reason)]
    assert report.fixtures_new == 1


def test_an_unknown_competition_is_refused_by_its_name(load: Loads) -> None:
    report = load(answer(match(), match(900002, competition={"id": 1, "name": "Sunday League"})))
    assert report.fixtures_new == 1
    assert [each.reason[:53] for _, each in report.refusals] == [
        "'Sunday League' is not a competition that we know; th"
    ]


def test_coming_fixtures_without_sides_are_counted(load: Loads) -> None:
    nobody = {"id": None, "name": None, "shortName": None, "tla": None, "crest": None}
    report = load(answer(match(), match(900002, status="TIMED", homeTeam=nobody, awayTeam=nobody)))
    assert report.rows_refused == 0
    assert [each.reason for _, each in report.remarks] == ["1 coming fixture without names of the sides yet"]


def test_the_details_of_one_match_are_its_ground_and_attendance(load: Loads, file: Path) -> None:
    load(match(venue="Emirates Stadium", attendance=60123))
    assert rows(file, "select ground from venue") == [("Emirates Stadium",)]
    assert rows(file, "select figure, home, away from fixture_figure") == [("attendance", 60123.0, None)]


def test_a_group_is_the_stage(load: Loads, file: Path) -> None:
    group = cup_tie(PLAIN) | {"stage": "GROUP_STAGE", "group": "GROUP_B", "matchday": 2}
    load(group)
    assert rows(file, "select stage, in_table, round, home_goals from fixture") == [("Group B", 1, 2, 2)]


def test_other_json_is_not_recognised(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"matches": [{"team1": "A", "team2": "B"}]}')
    assert not FootballDataOrg().recognises(path)


def test_an_answer_that_is_cut_short_is_refused_as_a_whole(tmp_path: Path, file: Path) -> None:
    path = tmp_path / "short.json"
    path.write_text(json.dumps(answer(match()))[:-40])
    with fd.Database(file, clock=lambda: NOW) as database:
        report = database.load(path)
    assert ["cut short" in each.reason for _, each in report.refusals] == [True]


@pytest.mark.real_data
def test_no_real_file_of_another_source_is_recognised(real_data: Path) -> None:
    source = FootballDataOrg()
    assert [path for path in sorted(real_data.rglob("*")) if path.is_file() and source.recognises(path)] == []
