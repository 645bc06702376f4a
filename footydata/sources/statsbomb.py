"""StatsBomb open data: competitions, matches and events; line-ups hold no figure of ours.

A matches file tells fixtures and scores, an events file the timeline and statistics of one of them: its match is
looked up in the matches files beside it (`events/15946.json` belongs to `matches/11/4.json`). The scores of the
matches file include extra time, so a fixture that has events takes its score from these, of regulation time alone.
Terms: StatsBomb public data user agreement (research and non-commercial use; name StatsBomb as the source).
"""

import json
from collections.abc import Iterator
from datetime import date, datetime, time
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from footydata.contract.countries import COUNTRIES
from footydata.contract.terms import Part, Status
from footydata.moments import midnight_of
from footydata.sources.head import head_text
from footydata.sources.parsed import (
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedLeague,
    Refusal,
    SeasonKey,
    TeamKey,
    season_across,
    season_within,
)
from footydata.sources.statsbomb_events import read_events

MARKS = {"match_id": "matches", "match_available": "competitions", "possession": "events", "lineup": "lineups"}
"""A name that stands near the top of a file → its kind; an events file begins with line-ups of its own."""

REGIONS = {
    "International": "WORLD",
    "Europe": "EUROPE",
    "Africa": "AFRICA",
    "South America": "AMERICAS",
    "Asia": "ASIA",
}
OTHER_NAMES = {"United States of America": "US"}
ZONES = {
    "GB-ENG": "Europe/London", "ES": "Europe/Madrid", "DE": "Europe/Berlin", "IT": "Europe/Rome", "FR": "Europe/Paris",
    "US": "America/New_York", "IN": "Asia/Kolkata",
}  # fmt: skip
"""The zone of the printed kickoffs, by country; elsewhere the day alone is taken."""


class StatsBomb:
    """The source statsbomb."""

    name = "statsbomb"
    trust = 60

    def __init__(self) -> None:
        self._matches: dict[Path, dict[str, dict[str, Any]]] = {}

    def recognises(self, path: Path) -> bool:
        """Whether the file is a competitions, matches, line-ups or events file."""
        return _kind(path) is not None

    def records(self, path: Path) -> Iterator[Parsed]:
        """What the file tells; a Refusal for what can't be taken."""
        kind = _kind(path)
        if kind == "lineups":
            yield Refusal("line-ups: no figure of ours is in them")
            return
        try:
            rows = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            yield Refusal(f"not JSON, or cut short: {error}")
            return
        if kind == "events":
            yield from self._events(path, rows)
            return
        for place, row in enumerate(rows, start=1):
            try:
                yield _competition(row) if kind == "competitions" else _fixture(row)
            except (KeyError, TypeError, ValueError) as error:
                yield Refusal(f"entry {place} can't be read: {error!r}", text=json.dumps(row)[:200])

    def _events(self, path: Path, rows: list[dict[str, Any]]) -> Iterator[Parsed]:
        match = self._matches_beside(path).get(path.stem)
        if match is None:
            yield Refusal(f"no matches file beside it tells the day and the teams of match {path.stem}")
            return
        try:
            told = read_events(rows, home=match["home_team"]["home_team_name"])
            fixture = _fixture(match)
        except (KeyError, TypeError, ValueError) as error:
            yield Refusal(f"the events can't be read: {error!r}")
            return
        if not told.extra_time and told.figures[:2] != fixture.figures[:2]:
            yield Refusal(
                f"the events tell {_score(told.figures)}, the matches file {_score(fixture.figures)}: neither is taken"
            )
            return
        yield fixture._replace(
            figures=told.figures,
            events=told.events,
            statistics=told.statistics,
            parts=fixture.parts | Part.HALF_GOALS | Part.CORNERS | Part.HALF_CORNERS | Part.CARDS | Part.EVENTS
            | Part.STATISTICS | Part.GOALS,
        )  # fmt: skip

    def _matches_beside(self, path: Path) -> dict[str, dict[str, Any]]:
        root = path.parent.parent / "matches"
        if root not in self._matches:
            self._matches[root] = {
                str(match["match_id"]): match for file in sorted(root.rglob("*.json")) for match in _listed(file)
            }
        return self._matches[root]


def _score(figures: Figures) -> str:
    return f"{figures.home_goals}-{figures.away_goals}"


def _listed(file: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return []
    return [row for row in rows if isinstance(row, dict) and "match_id" in row] if isinstance(rows, list) else []


def _kind(path: Path) -> str | None:
    if path.suffix != ".json":
        return None
    head = head_text(path)
    if not head.startswith("["):
        return None
    return next((kind for mark, kind in MARKS.items() if f'"{mark}"' in head), None)


def _country(name: str) -> str:
    by_name = {english: code for code, english in COUNTRIES.items()}
    code = REGIONS.get(name) or OTHER_NAMES.get(name) or by_name.get(name)
    if code is None:
        raise ValueError(f"unknown country {name!r}")
    return code


def _league(row: dict[str, Any]) -> LeagueKey:
    return LeagueKey(_country(row["country_name"]), row["competition_name"])


def _season(name: str) -> SeasonKey:
    return season_across(int(name[:4])) if "/" in name else season_within(int(name))


def _competition(row: dict[str, Any]) -> ParsedLeague:
    return ParsedLeague(_league(row), seasons=(_season(row["season_name"]),))


def _fixture(row: dict[str, Any]) -> ParsedFixture:
    league = _league(row["competition"])
    kickoff, known = _kickoff(row["match_date"], row.get("kick_off"), league.country)
    finished = row.get("home_score") is not None and row.get("away_score") is not None
    referee = row.get("referee") or {}
    week = row.get("match_week")
    return ParsedFixture(
        league,
        _season(row["season"]["season_name"]),
        _team(row["home_team"], "home", league),
        _team(row["away_team"], "away", league),
        kickoff,
        Part.BASE | (Part.GOALS if finished else Part(0)) | (Part.ROUND if week else Part(0)),
        time_known=known,
        status=Status.FINISHED if finished else Status.SCHEDULED,
        round=week,
        figures=Figures(row["home_score"], row["away_score"]) if finished else Figures(),
        referee=row.get("referee_name") or referee.get("name"),
        key=str(row["match_id"]),
    )


def _team(team: dict[str, Any], side: str, league: LeagueKey) -> TeamKey:
    return TeamKey(team[f"{side}_team_name"], key=str(team[f"{side}_team_id"]))


def _kickoff(day: str, at: str | None, country: str) -> tuple[int, bool]:
    on = date.fromisoformat(day)
    if at and country in ZONES:
        return int(datetime.combine(on, time.fromisoformat(at), ZoneInfo(ZONES[country])).timestamp()), True
    return midnight_of(on), False
