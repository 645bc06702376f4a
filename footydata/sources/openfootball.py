"""openfootball: football.json and worldcup.json in their dialects, and Football.TXT.

Source: the openfootball project (public domain). Dialects of the JSON: `matches` with a score of ft, ht, et, p,
or `rounds` that hold matches; score1/score2 in the oldest files; teams as a string or as an object with a name.
"""

import json
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from footydata.contract.terms import Side
from footydata.sources import football_txt
from footydata.sources.head import head_text
from footydata.sources.openfootball_matches import Goal, Match, sourced
from footydata.sources.openfootball_titles import read_title
from footydata.sources.parsed import Parsed, ParsedLeague, Refusal


class OpenFootball:
    """The source openfootball."""

    name = "openfootball"
    trust = 40

    def recognises(self, path: Path) -> bool:
        """Whether the file is a season of football.json or Football.TXT."""
        head = head_text(path)
        if path.suffix == ".txt":
            return football_txt.looks_like(head)
        return path.suffix == ".json" and head.startswith("{") and '"name"' in head[:200] and _has_matches(head)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The league, then its fixtures in the file's order; a Refusal for each match that can't be taken."""
        text = path.read_text(encoding="utf-8-sig", errors="replace")
        if path.suffix == ".txt":
            yield from _sourced_all(football_txt.title(text), football_txt.matches(text))
            return
        try:
            season = json.loads(text)
        except ValueError as error:
            yield Refusal(f"not JSON: {error}")
            return
        if not isinstance(season, dict):
            yield Refusal("not a season of football.json")
            return
        yield from _sourced_all(str(season.get("name", "")), _matches(season))


def _has_matches(head: str) -> bool:
    return any(f'"{name}"' in head for name in ("matches", "rounds", "groups"))


def _sourced_all(title: str, matches: Iterable[Match | Refusal]) -> Iterator[Parsed]:
    titled = read_title(title)
    if titled is None:
        yield Refusal("a competition that we do not know by its title", text=title)
        return
    yield ParsedLeague(titled.league, has_standings=titled.competition.has_standings, seasons=(titled.season,))
    for match in matches:
        yield match if isinstance(match, Refusal) else sourced(match, titled)


def _matches(season: dict[str, Any]) -> Iterator[Match | Refusal]:
    if "matches" not in season and "rounds" not in season:
        yield Refusal("a list of groups, not of matches: nothing to load", text=str(season.get("name", "")))
        return
    listed = [(None, match) for match in season.get("matches") or []]
    for heading in season.get("rounds") or []:
        listed += [(heading.get("name"), match) for match in heading.get("matches") or []]
    for place, (heading, match) in enumerate(listed, start=1):
        try:
            yield _match(match, heading)
        except (KeyError, TypeError, ValueError) as error:
            yield Refusal(f"match {place} can't be read: {error!r}", text=json.dumps(match, ensure_ascii=False)[:200])


def _match(match: dict[str, Any], heading: str | None) -> Match:
    scores = match.get("score")
    if scores is None and "score1" in match and match["score1"] is not None:
        scores = {"ft": [match["score1"], match["score2"]], "ht": [match.get("score1i"), match.get("score2i")]}
    if isinstance(scores, list):
        scores = {"ft": scores}
    status = str(match.get("status", "")).casefold() or None
    return Match(
        date.fromisoformat(match["date"]),
        match.get("time"),
        _name(match["team1"]),
        _name(match["team2"]),
        _pair((scores or {}).get("ft")),
        _pair((scores or {}).get("ht")),
        match.get("round") or heading,
        match.get("group"),
        status,
        _goals(match),
        None,
    )


def _name(team: str | dict[str, Any]) -> str:
    name = team["name"] if isinstance(team, dict) else team
    if not isinstance(name, str) or not name.strip():
        raise ValueError("a team has no name")
    return " ".join(name.split())


def _pair(score: list[int | None] | None) -> tuple[int, int] | None:
    if not score or score[0] is None or score[1] is None:
        return None
    return int(score[0]), int(score[1])


def _goals(match: dict[str, Any]) -> tuple[Goal, ...] | None:
    if "goals1" not in match and "goals2" not in match:
        return None
    return tuple(
        Goal(side, int(goal["minute"]), int(goal.get("offset") or 0), goal.get("name"))
        for side, listed in ((Side.HOME, match.get("goals1")), (Side.AWAY, match.get("goals2")))
        for goal in listed or []
    )
