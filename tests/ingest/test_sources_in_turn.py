"""Sources that take turns in one load: what one of them writes, the next one finds."""

import json
from itertools import permutations
from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW

HEADER = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG"
PAIRS = (
    ("Arsenal", "Chelsea"),
    ("Chelsea", "Hillford Wanderers"),
    ("Hillford Wanderers", "Arsenal"),
)
IDS = {"Arsenal": 901, "Chelsea": 902, "Hillford Wanderers": 903}
DAYS = (10, 17, 24)


def csv_of(year: int) -> str:
    """A season of football-data.co.uk."""
    rows = (
        f"E0,{day}/08/{year},{home},{away},1,0"
        for day, (home, away) in zip(DAYS, PAIRS, strict=True)
    )
    return "\n".join((HEADER, *rows)) + "\n"


def json_of(year: int) -> str:
    """The same season of openfootball."""
    matches = [
        {"date": f"{year}-08-{day}", "team1": home, "team2": away, "score": {"ft": [1, 0]}}
        for day, (home, away) in zip(DAYS, PAIRS, strict=True)
    ]
    return json.dumps(
        {"name": f"English Premier League {year}/{(year + 1) % 100:02}", "matches": matches}
    )


def dump_of(year: int, *pairs: tuple[str, str]) -> str:
    """The same season of a v1 service, or some pairs of it."""
    league = {"id": 39, "name": "Premier League", "country": {"code": "GB-ENG", "name": "England"}}
    seasons = [{"id": 5_000 + year, "season": f"{year % 100}/{year % 100 + 1}", "current": False}]
    rows = [
        {
            "id": year * 10 + place,
            "league": {"id": 39, "name": "Premier League"},
            "teams": {
                side: {"id": IDS[name], "name": name}
                for side, name in (("home", home), ("away", away))
            },
            "kickoff_ts": kickoff(year, day),
            "status": "finished",
            "goals": {"home": 1, "away": 0},
            "league_season_id": 5_000 + year,
        }
        for place, (day, (home, away)) in enumerate(zip(DAYS, PAIRS, strict=True))
        if (home, away) in (pairs or PAIRS)
    ]
    pages = (
        {
            "path": "/v1/leagues/39",
            "query": {},
            "body": {"success": 1, "data": {**league, "seasons": seasons}},
        },
        {"path": "/v1/leagues/39/fixtures", "query": {}, "body": {"success": 1, "data": rows}},
    )
    return "".join(json.dumps(page) + "\n" for page in pages)


def kickoff(year: int, day: int) -> int:
    from datetime import UTC, datetime

    return int(datetime(year, 8, day, 14, tzinfo=UTC).timestamp())


WRITERS = {"E0.csv": csv_of, "en.1.json": json_of, "dump.jsonl": dump_of}


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, marks=pytest.mark.slow if number in (1, 2, 3, 4) else ())
        for number, order in enumerate(permutations(WRITERS))
    ],
    ids=" ".join,
)
def test_season_folders_of_several_sources_hold_each_club_and_fixture_once(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    paths = []
    for year in (2019, 2020, 2021):
        for name in order:
            path = tmp_path / str(year) / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(WRITERS[name](year))
            paths.append(path)
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        database.load(*paths)
        assert sorted(database.teams()["name"]) == ["Arsenal", "Chelsea", "Hillford Wanderers"]
        assert len(database.fixtures()) == 9


def test_two_dumps_around_a_file_hold_each_club_once(tmp_path: Path) -> None:
    names = {"a.jsonl": dump_of(2019), "E0.csv": csv_of(2020), "z.jsonl": dump_of(2020)}
    for name, text in names.items():
        (tmp_path / name).write_text(text)
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as database:
        database.load(*(tmp_path / name for name in names))
        assert sorted(database.teams()["name"]) == ["Arsenal", "Chelsea", "Hillford Wanderers"]
        assert len(database.fixtures()) == 6


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(order, marks=pytest.mark.slow if number in (1, 2, 3, 4) else ())
        for number, order in enumerate(permutations(("first.jsonl", "second.jsonl", "E0.csv")))
    ],
)
def test_fixtures_have_the_same_ids_whenever_a_club_gets_that_of_a_service(
    tmp_path: Path, order: tuple[str, ...]
) -> None:
    names = {
        "first.jsonl": dump_of(2019, PAIRS[0]),
        "second.jsonl": dump_of(2019, PAIRS[1]),
        "E0.csv": csv_of(2020),
    }
    ids = []
    for number, each in enumerate((tuple(names), order)):
        with fd.Database(tmp_path / f"{number}.db", clock=lambda: NOW) as database:
            for name in each:
                (tmp_path / name).write_text(names[name])
                database.load(tmp_path / name)
            ids.append(sorted(database.fixtures()["fixture_id"]))
    assert ids[0] == ids[1]
