"""What stands where two sources tell of the same leagues, teams and fixtures, through files alone."""

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import footydata as fd
from footydata.football.terms import Part
from footydata.store.file.opening import open_read_only
from tests.conftest import NOW
from tests.new_databases import new_database

HEADER = "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG"
COLUMNS = HEADER.count(",") + 1
EITHER_ORDER = pytest.mark.parametrize(
    "order", [slice(None), slice(None, None, -1)], ids=["first", "second"]
)
"""Whether the more trusted source is loaded last or first."""


@pytest.fixture
def football(tmp_path: Path) -> Iterator[fd.Database]:
    with fd.Database(new_database(tmp_path / "football.db"), clock=lambda: NOW) as database:
        yield database


@pytest.fixture
def client(football: fd.Database) -> Iterator[fd.Client]:
    with fd.Client.embedded(football.path) as embedded:
        yield embedded


def results(folder: Path, *rows: str, name: str = "results.csv") -> Path:
    """A file of football-data.co.uk."""
    path = folder / name
    whole = (row + "," * (COLUMNS - 1 - row.count(",")) for row in rows)
    path.write_text("\n".join((HEADER, *whole)) + "\n")
    return path


def season(
    folder: Path, match: dict[str, Any], *, title: str = "English Premier League 2024/25"
) -> Path:
    """A file of openfootball with one fixture, Arsenal against Chelsea unless other teams are given."""
    path = folder / "season.json"
    arsenal = {"round": "Matchday 1", "date": "2024-08-17", "time": "15:00", "team1": "Arsenal FC"}
    path.write_text(
        json.dumps({"name": title, "matches": [{**arsenal, "team2": "Chelsea FC", **match}]})
    )
    return path


def dump(folder: Path, *pages: tuple[str, Any], name: str = "dump.jsonl") -> Path:
    """A dump of a v1 service, a line a page."""
    path = folder / name
    lines = ({"path": path, "body": {"success": 1, "data": data}} for path, data in pages)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return path


def remote(
    id: int, home: tuple[int, str], away: tuple[int, str], *, day: int = 17, **more: Any
) -> dict[str, Any]:
    """A row of the service's list of fixtures, kicked off at 15:00 in London in August 2024."""
    teams = {
        side: dict(zip(("id", "name"), team, strict=True))
        for side, team in (("home", home), ("away", away))
    }
    page = {
        "id": id,
        "league": {"id": 39, "name": "Premier League"},
        "teams": teams,
        "status": "finished",
    }
    return {**page, "kickoff_ts": 1_723_852_800 + (day - 17) * 86_400 + 14 * 3600, **more}


def league(*seasons: dict[str, Any]) -> dict[str, Any]:
    """The service's league 39."""
    england = {"code": "GB-ENG", "name": "England"}
    page = {
        "id": 39,
        "name": "Premier League",
        "short_name": None,
        "country": england,
        "has_standings": True,
    }
    return {**page, "esports": False, "seasons": list(seasons)}


def test_a_service_that_comes_after_files_gives_its_ids_to_their_fixtures(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(
        results(
            tmp_path,
            "E0,17/08/2024,15:00,Arsenal,Chelsea,2,1",
            "E0,18/08/2024,15:00,Everton,Fulham,0,3",
        )
    )
    pages = [
        ("/v1/leagues/39", league({"id": 141207, "season": "24/25", "current": True})),
        ("/v1/leagues/39/fixtures?season=24/25", [remote(901, (42, "Arsenal"), (49, "Chelsea"))]),
        (
            "/v1/leagues/39/fixtures?season=24/25",
            [remote(902, (45, "Everton"), (36, "Fulham"), day=18)],
        ),
    ]
    report = football.load(dump(tmp_path, *pages))
    stored = football.fixtures()
    assert (report.fixtures_new, list(stored["fixture_id"])) == (0, [901, 902])
    assert list(zip(stored["home_goals"], stored["away_goals"], strict=True)) == [(2, 1), (0, 3)]


def test_a_name_that_may_be_either_of_two_teams_is_neither(
    football: fd.Database, tmp_path: Path
) -> None:
    vales = remote(901, (11, "FC Vale"), (12, "Vale FC"))
    football.load(
        dump(tmp_path, ("/v1/leagues/39", league()), ("/v1/leagues/39/fixtures", [vales]))
    )
    football.load(results(tmp_path, "E0,24/08/2024,15:00,Vale,Arsenal,2,1"))
    assert set(football.teams()["name"]) == {"FC Vale", "Vale FC", "Vale", "Arsenal"}
    assert len(football.fixtures(team=11)) == len(football.fixtures(team=12)) == 1


@EITHER_ORDER
def test_an_abandoned_fixture_is_so_though_a_less_trusted_source_awaits_it(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    open_, abandoned = (
        season(tmp_path, {}),
        results(tmp_path, "E0,17/08/2024,15:00,Arsenal,Chelsea,,,1,0"),
    )
    for path in [open_, abandoned][order]:
        football.load(path)
    assert list(football.fixtures()["state_detail"]) == ["abandoned"]


@EITHER_ORDER
def test_a_stage_stands_though_the_other_source_knows_none(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    match = {"round": "Championship, Matchday 3", "team1": "Celtic FC", "team2": "Rangers FC"}
    staged = season(tmp_path, match, title="Scottish Premiership 2024/25")
    for path in [staged, results(tmp_path, "SC0,17/08/2024,15:00,Celtic,Rangers,2,1")][order]:
        football.load(path)
    assert list(football.fixtures()["stage"]) == ["Championship"]


def test_a_kickoff_is_not_of_the_source_that_gave_the_statistics_alone(
    football: fd.Database, tmp_path: Path
) -> None:
    football.load(season(tmp_path, {}))
    (fixture_id,) = football.fixtures()["fixture_id"]
    page = {"fixture_id": int(fixture_id), "statistics": {"attacks": {"home": 90, "away": 80}}}
    football.load(dump(tmp_path, (f"/v1/fixtures/{fixture_id}/statistics", page)))
    football.load(season(tmp_path, {"date": "2024-08-18"}))
    assert [str(kickoff) for kickoff in football.fixtures()["kickoff"]] == [
        "2024-08-18 14:00:00+00:00"
    ]
    assert list(football.statistics()["home_attacks"]) == [90]


def test_the_current_season_is_the_one_that_the_service_says(
    football: fd.Database, client: fd.Client, tmp_path: Path
) -> None:
    seasons = (
        {"id": 2, "season": "25/26", "current": False},
        {"id": 1, "season": "24/25", "current": True},
    )
    arsenal, chelsea = (42, "Arsenal"), (49, "Chelsea")
    this, next_ = (
        remote(900 + n, arsenal, chelsea, day=17 + 365 * n, league_season_id=1 + n) for n in (0, 1)
    )
    pages = [
        ("/v1/leagues/39", league(*seasons)),
        ("/v1/fixtures/900", this),
        ("/v1/fixtures/901", next_),
    ]
    football.load(dump(tmp_path, *pages))
    assert [(each.season, each.current) for each in client.league(39).seasons] == [
        ("25/26", False),
        ("24/25", True),
    ]


def test_a_translation_that_only_repeats_the_english_name_does_not_outlive_it(
    football: fd.Database, client: fd.Client, tmp_path: Path
) -> None:
    old, new = (
        remote(901, (42, name), (49, "Chelsea"), league={"id": 39, "name": name})
        for name in ("Old", "New")
    )
    football.load(dump(tmp_path, ("/v1/leagues/39", league())))
    for name, path, row in (("1", "", old), ("2", "?lang=es", old), ("3", "", new)):
        football.load(dump(tmp_path, (f"/v1/fixtures{path}", [row]), name=f"{name}.jsonl"))
    assert (client.league(39, lang="es").name, client.team(42, lang="es").name) == ("New", "New")


@EITHER_ORDER
def test_a_source_that_tells_another_kickoff_holds_none(
    football: fd.Database, tmp_path: Path, order: slice
) -> None:
    later = season(tmp_path, {"time": "16:00", "score": {"ft": [2, 1]}})
    for path in [later, results(tmp_path, "E0,17/08/2024,15:00,Arsenal,Chelsea,2,1,1,0")][order]:
        football.load(path)
    with closing(open_read_only(football.path)) as connection:
        page = "select name, parts from fixture_source join source on source.id = source_id order by name"
        parts = {name: Part(parts) for name, parts in connection.execute(page)}
    assert parts == {
        "football-data": Part.BASE | Part.GOALS | Part.HALF_GOALS,
        "openfootball": Part.GOALS | Part.ROUND,
    }


@pytest.mark.parametrize("order", [*permutations(range(3))], ids=str)
def test_a_trusted_source_that_knows_no_result_yet_has_no_say_in_it(
    football: fd.Database, tmp_path: Path, order: tuple[int, ...]
) -> None:
    open_ = remote(
        901,
        (42, "Arsenal"),
        (49, "Chelsea"),
        status="scheduled",
        goals={"home": None, "away": None},
    )
    paths = (
        dump(
            tmp_path,
            ("/v1/leagues/39", league()),
            ("/v1/leagues/39/fixtures?season=24/25", [open_]),
        ),
        season(tmp_path, {"score": {"ft": [3, 1]}}),
        results(tmp_path, "E0,17/08/2024,15:00,Arsenal,Chelsea,3,0,1,0"),
    )
    for place in order:
        football.load(paths[place])
    assert football.fixtures()[["home_goals", "away_goals"]].values.tolist() == [[3, 0]]


@pytest.mark.parametrize("order", [*permutations(range(2))], ids=str)
def test_a_club_that_a_service_spells_otherwise_is_one_in_either_order(
    football: fd.Database, tmp_path: Path, order: tuple[int, ...]
) -> None:
    page = remote(901, (33, "Manchester Utd"), (49, "Chelsea"))
    paths = (
        dump(
            tmp_path, ("/v1/leagues/39", league()), ("/v1/leagues/39/fixtures?season=24/25", [page])
        ),
        results(tmp_path, "E0,17/08/2024,15:00,Man United,Chelsea,3,0,1,0"),
    )
    for place in order:
        football.load(paths[place])
    assert set(football.teams()["team_id"]) == {33, 49}
    assert list(football.fixtures()["fixture_id"]) == [901]


INTERNATIONALS = {
    "results": "date,home_team,away_team,home_score,away_score,tournament,city,country,neutral",
    "shootouts": "date,home_team,away_team,winner",
    "goalscorers": "date,home_team,away_team,team,scorer,minute,own_goal,penalty",
}


def internationals(folder: Path, **lines: Sequence[str]) -> Path:
    """A folder of internationals with these lines in its files."""
    path = folder / "international"
    path.mkdir()
    for name, header in INTERNATIONALS.items():
        (path / f"{name}.csv").write_text("\n".join((header, *lines[name], "")), encoding="utf-8")
    return path


@EITHER_ORDER
@pytest.mark.parametrize(
    ("minutes", "ninety"),
    [
        (("39", "82"), (1, 1)),
        (("39", "117"), (1, 0)),
        (("39", "NA"), (0, 0)),
        (("98", "109"), (0, 0)),
    ],
    ids=["within ninety", "one within ninety", "one unknown", "in extra time"],
)
def test_minutes_of_all_scorers_decide_what_ninety_minutes_were(
    football: fd.Database,
    tmp_path: Path,
    order: slice,
    minutes: tuple[str, str],
    ninety: tuple[int, int],
) -> None:
    teams = {"team1": "Switzerland", "team2": "Poland", "date": "2016-06-25", "time": "15:00 UTC+2"}
    cup = season(
        tmp_path, {**teams, "score": {"ft": [0, 0], "et": [1, 1], "p": [4, 5]}}, title="Euro 2016"
    )
    match = "2016-06-25,Switzerland,Poland"
    folder = internationals(
        tmp_path,
        results=[f"{match},1,1,UEFA Euro,Saint-Étienne,France,TRUE"],
        shootouts=[f"{match},Poland"],
        goalscorers=[
            f"{match},Switzerland,A,{minutes[0]},FALSE,FALSE",
            f"{match},Poland,B,{minutes[1]},FALSE,FALSE",
        ],
    )
    for path in (folder, cup)[order]:
        football.load(path)
    with closing(open_read_only(football.path)) as connection:
        assert connection.execute("select home_goals, away_goals from fixture").fetchall() == [
            ninety
        ]
        halves = connection.execute(
            "select half_home_goals, half_away_goals from fixture"
        ).fetchall()
    assert halves == [(0, 0) if ninety == (0, 0) else (None, None)]
