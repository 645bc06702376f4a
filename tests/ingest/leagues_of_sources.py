"""Made-up seasons as three sources write them, each with spellings of its own."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

KNOWN = ("Arsenal", "Chelsea", "Everton")
"""Clubs that the register knows by these names."""

UNKNOWN = ("Hillford Wanderers", "Ashmere Vale", "Millbrook Town")
"""Clubs that it does not know."""

OPENFOOTBALL = {
    "Hillford Wanderers": "Wanderers of H.",
    "Ashmere Vale": "AV 1890",
    "Millbrook Town": "The Mill",
}
SERVICE = {"Hillford Wanderers": "HWFC", "Ashmere Vale": "Vale", "Millbrook Town": "Millers"}
"""How the other two sources call them; no two spellings of a club are alike."""

WITH_FORM = OPENFOOTBALL | {"Millbrook Town": "FC Millbrook Town"}
"""The same, but that one spelling differs by its legal form alone: the same name to every look-up."""


class Result(NamedTuple):
    """A finished fixture of a made-up season."""

    day: date
    home: str
    away: str
    score: tuple[int, int]


def season_of(clubs: Sequence[str], *, year: int = 2024, salt: int = 0) -> list[Result]:
    """A season in which all meet twice, a round a week; the scores look random and are the same each time."""
    circle, rounds = list(clubs), []
    for _ in range(len(clubs) - 1):
        rounds.append([(circle[i], circle[-1 - i]) for i in range(len(clubs) // 2)])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    rounds += [[(away, home) for home, away in pairs] for pairs in rounds]
    return [
        Result(date(year, 8, 10) + timedelta(7 * week), home, away, _score(week, place, salt))
        for week, pairs in enumerate(rounds)
        for place, (home, away) in enumerate(pairs)
    ]


def _score(week: int, place: int, salt: int) -> tuple[int, int]:
    number = (week * 31 + place * 17 + salt * 7 + 5) * 2_654_435_761 >> 8
    return number % 4, number // 7 % 3


def csv_of(results: Sequence[Result], division: str = "E0") -> str:
    """As football-data.co.uk writes it."""
    rows = (
        f"{division},{row.day:%d/%m/%Y},{row.home},{row.away},{row.score[0]},{row.score[1]}"
        for row in results
    )
    return "\n".join(("Div,Date,HomeTeam,AwayTeam,FTHG,FTAG", *rows)) + "\n"


def json_of(
    results: Sequence[Result],
    called: Mapping[str, str] = OPENFOOTBALL,
    name: str = "English Premier League",
) -> str:
    """As openfootball writes it."""
    year = results[0].day.year
    matches = [
        {
            "date": row.day.isoformat(),
            "team1": called.get(row.home, row.home),
            "team2": called.get(row.away, row.away),
            "score": {"ft": [*row.score]},
        }
        for row in results
    ]
    return json.dumps({"name": f"{name} {year}/{(year + 1) % 100:02}", "matches": matches})


def dump_of(results: Sequence[Result], called: Mapping[str, str] = SERVICE) -> str:
    """As a v1 service answers."""
    league = {"id": 39, "name": "Premier League", "country": {"code": "GB-ENG", "name": "England"}}
    seasons = [{"id": 5_024, "season": "24/25", "current": False}]
    ids = {club: 900 + place for place, club in enumerate((*KNOWN, *UNKNOWN))}
    rows = [
        {
            "id": 10_000 + row.day.toordinal() * 100 % 100_000 + ids[row.home],
            "league": {"id": 39, "name": "Premier League"},
            "teams": {
                side: {"id": ids[club], "name": called.get(club, club)}
                for side, club in (("home", row.home), ("away", row.away))
            },
            "kickoff_ts": int(
                datetime(row.day.year, row.day.month, row.day.day, 14, tzinfo=UTC).timestamp()
            ),
            "status": "finished",
            "goals": {"home": row.score[0], "away": row.score[1]},
            "league_season_id": 5_024,
        }
        for row in results
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


def written(path: Path, text: str) -> Path:
    """The path, with this text in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
