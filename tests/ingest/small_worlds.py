"""Small worlds of football, as three sources write them: their clubs, fixtures, spellings and files."""

import json
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

CSV, JSON, TEXT, PAGES = "football-data", "openfootball", "Football.TXT", "v1"
SOURCES = (CSV, JSON, TEXT, PAGES)


class Club(NamedTuple):
    """A club: the name that we give it, and how each source spells it; id: the v1 service's."""

    name: str
    csv: str
    open: str
    pages: str
    id: int

    def __repr__(self) -> str:
        return self.name


class League(NamedTuple):
    """A league: country, name, the sources' codes, its zone, and the clubs that the register knows."""

    country: str
    name: str
    csv: str
    title: str
    id: int
    zone: str
    known: tuple[Club, ...]

    def __repr__(self) -> str:
        return self.csv


def _clubs(first_id: int, *names: tuple[str, str, str, str]) -> tuple[Club, ...]:
    return tuple(Club(*spellings, first_id + place) for place, spellings in enumerate(names))


LEAGUES = (
    League(
        "GB-ENG",
        "Premier League",
        "E0",
        "English Premier League",
        39,
        "Europe/London",
        _clubs(
            40,
            ("Manchester United", "Man United", "Manchester United FC", "Manchester Utd"),
            ("Manchester City", "Man City", "Manchester City FC", "Manchester City"),
            ("Nottingham Forest", "Nott'm Forest", "Nottingham Forest FC", "Nottingham Forest"),
            ("Wolverhampton Wanderers", "Wolves", "Wolverhampton Wanderers FC", "Wolves"),
            ("Tottenham Hotspur", "Tottenham", "Tottenham Hotspur FC", "Tottenham"),
            (
                "Sheffield Wednesday",
                "Sheffield Weds",
                "Sheffield Wednesday FC",
                "Sheffield Wednesday",
            ),
        ),
    ),
    League(
        "ES",
        "La Liga",
        "SP1",
        "Primera División de España",
        140,
        "Europe/Madrid",
        _clubs(
            540,
            ("Athletic Bilbao", "Ath Bilbao", "Athletic Club", "Athletic Club"),
            ("Atlético Madrid", "Ath Madrid", "Club Atlético de Madrid", "Atletico Madrid"),
            ("Real Sociedad", "Sociedad", "Real Sociedad de Fútbol", "Real Sociedad"),
            ("Real Betis", "Betis", "Real Betis Balompié", "Real Betis"),
            ("Celta Vigo", "Celta", "RC Celta de Vigo", "Celta Vigo"),
            ("Rayo Vallecano", "Vallecano", "Rayo Vallecano de Madrid", "Rayo Vallecano"),
        ),
    ),
)

UNKNOWN = (
    Club("Hillford", "Hillford", "Hillford Rangers FC", "Hillford Rangers", 901),
    Club("Seabridge", "Seabridge Utd", "Newport on Sea", "Seabridge United", 902),
)
"""Clubs that no register knows, under other names in each source."""


class Played(NamedTuple):
    """A fixture of the world; sources: who writes of it, done: who knows its result."""

    league: League
    year: int
    home: Club
    away: Club
    day: date
    goals: tuple[int, int]
    half: tuple[int, int]
    sources: frozenset[str]
    done: frozenset[str]

    def __repr__(self) -> str:
        sources = ", ".join(
            f"{source}{'' if source in self.done else ' before'}" for source in sorted(self.sources)
        )
        return f"<{self.league} {self.label} {self.home} {_score(self.goals)} {self.away} by {sources}>"

    @property
    def label(self) -> str:
        """The label of its season."""
        return f"{self.year % 100}/{(self.year + 1) % 100}"

    @property
    def kickoff(self) -> datetime:
        """15:00 in the league's country."""
        return datetime(
            self.day.year, self.day.month, self.day.day, 15, tzinfo=ZoneInfo(self.league.zone)
        )

    @property
    def kickoff_ts(self) -> int:
        """The kickoff in unix seconds."""
        return int(self.kickoff.timestamp())


def first_day(year: int) -> date:
    """The first Saturday of a season."""
    return date(year, 8, 14) + timedelta(days=(5 - date(year, 8, 14).weekday()) % 7)


def write(folder: Path, number: int, source: str, fixtures: Sequence[Played]) -> Path:
    """A file of a source with these fixtures; of openfootball they are of one league and season."""
    ending = {CSV: "csv", JSON: "json", TEXT: "txt", PAGES: "jsonl"}[source]
    path = folder / f"{number}.{ending}"
    path.write_text(WRITERS[source](fixtures), encoding="utf-8")
    return path


def csv_text(fixtures: Iterable[Played]) -> str:
    """Rows of football-data.co.uk, in the time of London."""
    lines = ["Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,HTHG,HTAG"]
    for one in fixtures:
        at = one.kickoff.astimezone(ZoneInfo("Europe/London"))
        figures = [*one.goals, *one.half] if CSV in one.done else [""] * 4
        cells = (
            one.league.csv,
            f"{at:%d/%m/%Y}",
            f"{at:%H:%M}",
            one.home.csv,
            one.away.csv,
            *figures,
        )
        lines.append(",".join(map(str, cells)))
    return "\n".join(lines) + "\n"


def json_text(fixtures: Sequence[Played]) -> str:
    """A season of football.json."""
    matches = []
    for one in fixtures:
        match: dict[str, object] = {
            "date": one.day.isoformat(),
            "time": "15:00",
            "team1": one.home.open,
            "team2": one.away.open,
        }
        if JSON in one.done:
            match["score"] = {"ft": list(one.goals), "ht": list(one.half)}
        matches.append(match)
    return json.dumps({"name": _title(fixtures[0]), "matches": matches})


def txt_text(fixtures: Sequence[Played]) -> str:
    """A season of Football.TXT."""
    lines = [f"= {_title(fixtures[0])}", ""]
    for one in sorted(fixtures, key=lambda one: one.day):
        score = f"  {_score(one.goals)} ({_score(one.half)})" if TEXT in one.done else ""
        lines += [
            f"[{one.day:%a %b}/{one.day.day} {one.day.year}]",
            f"  15.00  {one.home.open} v {one.away.open}{score}",
        ]
    return "\n".join(lines) + "\n"


def pages_text(fixtures: Iterable[Played]) -> str:
    """A dump of a v1 service: the pages of leagues, then one of fixtures each."""
    fixtures = list(fixtures)
    pages: list[tuple[str, object]] = []
    for league in dict.fromkeys(one.league for one in fixtures):
        labels = dict.fromkeys((one.year, one.label) for one in fixtures if one.league == league)
        seasons = [
            {"id": league.id * 10_000 + year, "season": label, "current": False}
            for year, label in labels
        ]
        fields = {
            "id": league.id,
            "name": league.name,
            "country": {"code": league.country, "name": league.country},
        }
        pages.append((f"/v1/leagues/{league.id}", {**fields, "seasons": seasons}))
        rows = [_row(one) for one in fixtures if one.league == league]
        pages.append((f"/v1/leagues/{league.id}/fixtures", rows))
    return "".join(
        json.dumps({"path": path, "body": {"success": 1, "data": data}}) + "\n"
        for path, data in pages
    )


def _row(one: Played) -> dict[str, object]:
    done = PAGES in one.done
    clubs = one.home, one.away
    return {
        "id": fixture_id(one),
        "league": {"id": one.league.id, "name": one.league.name},
        "league_season_id": one.league.id * 10_000 + one.year,
        "teams": {
            side: {"id": club.id, "name": club.pages}
            for side, club in zip(("home", "away"), clubs, strict=True)
        },
        "kickoff_ts": one.kickoff_ts,
        "status": "finished" if done else "scheduled",
        "goals": dict(zip(("home", "away"), one.goals if done else (None, None), strict=True)),
    }


def fixture_id(one: Played) -> int:
    """The id that the v1 service gives a fixture."""
    return (one.year * 1000 + one.home.id) * 1000 + one.away.id


def _title(one: Played) -> str:
    return f"{one.league.title} {one.year}/{(one.year + 1) % 100}"


def _score(goals: tuple[int, int]) -> str:
    return f"{goals[0]}-{goals[1]}"


WRITERS = {CSV: csv_text, JSON: json_text, TEXT: txt_text, PAGES: pages_text}
