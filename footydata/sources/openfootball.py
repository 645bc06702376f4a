"""openfootball: football.json and worldcup.json in their dialects, and Football.TXT.

Source: the openfootball project (public domain). Its folders also contain registers of clubs and leagues, which have
no fixtures and are skipped. In JSON a season has `matches` with a score of ft, ht, et, p or as a bare pair, or `rounds`
that hold matches; score1/score2 in the oldest files; teams as a string or as an object with a name.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct

from footydata.football.terms import GoalDetail, Side
from footydata.sources import football_txt
from footydata.sources.cells import read_iso_day, read_name
from footydata.sources.json_rows import Count, Text, read_entry, read_json, read_text, shaped
from footydata.sources.match_scores import Goal, MatchScores, Score, check_minute
from footydata.sources.openfootball_matches import (
    Match,
    Titled,
    parsed,
    read_ground,
    read_title,
    with_state,
)
from footydata.sources.parsed import Parsed, ParsedLeague, Refusal
from footydata.sources.protocol import SIZE, Reach, first_name, head_text, reach_of
from footydata.sources.refusing import NO_DAY, BadRow, SkippedFile, UnreadableFile, shown

_REGISTER = re.compile(r"(?:^|\.)(?P<of>clubs|leagues)(?:\.\w+)*\.txt$")
"""The names of openfootball's registers: eng.clubs.txt, jp.clubs.lang.jp.txt, leagues.txt."""

_LISTS = ("matches", "rounds", "groups")

_SEASON = re.compile(r'\{\s*"(?:name|matches|rounds|groups)"\s*:')
"""The beginning of a season in JSON."""


class OpenFootball:
    """Fixtures and scores of openfootball: football.json, worldcup.json and Football.TXT."""

    name = "openfootball"
    trust = 40

    def recognises(self, path: Path) -> bool:
        """Whether the file is a season of football.json, Football.TXT, or a register of clubs or leagues."""
        head = head_text(path)
        if path.suffix == ".txt":
            return football_txt.looks_like(head) or bool(_REGISTER.search(path.name))
        return (
            path.suffix == ".json"
            and bool(_SEASON.match(head))
            and first_name(path, _LISTS) is not None
        )

    def reach(self, path: Path) -> Reach | None:
        """How far the file's seasons reach."""
        if path.suffix != ".txt":
            return reach_of(_days_of(_season_of(path)))
        return reach_of(football_txt.days(read_text(path)))

    def records(self, path: Path) -> Iterator[Parsed]:
        """The league, then its fixtures in the file's order; a Refusal for each match that can't be taken."""
        if path.suffix != ".txt":
            season = _season_of(path)
            title, matches = str(season.get("name", "")), _matches_of(season)
        else:
            text = read_text(path)
            register = _REGISTER.search(path.name)
            if register and not football_txt.looks_like(text[:SIZE]):
                raise SkippedFile(f"openfootball's register of {register['of']}, without fixtures")
            title, matches = football_txt.title(text), football_txt.matches(text)
        titled = read_title(title, path.stem)
        if titled is None:
            raise UnreadableFile("no competition and season in its title", title)
        first = next(matches, None)
        if first is None:
            raise SkippedFile("no match in it")
        yield ParsedLeague(
            titled.league, has_standings=titled.has_standings, seasons=(titled.season,)
        )
        for match in chain((first,), matches):
            if isinstance(match, Match):
                yield from _taken(titled, with_state(match))
            else:
                yield match


def _season_of(path: Path) -> dict[str, Any]:
    season = read_json(path)
    if not isinstance(season, dict):
        raise UnreadableFile("not a season of football.json")
    if "matches" not in season and "rounds" not in season:
        raise SkippedFile("a list of groups, not of matches")
    return season


def _taken(titled: Titled, match: Match) -> Iterator[Parsed]:
    """The fixture or placeholder of a match, after what was set aside of it."""
    yield from match.refused
    try:
        yield parsed(match, titled)
    except BadRow as error:
        yield error.refusal(match.line, f"{match.home} - {match.away}")


_Pair = list[Count | None]


_MINUTE = re.compile(r"(\d{1,3})(?:\+(\d{1,2}))?", re.ASCII)


class _Team(Struct):
    name: Text


class _Score(Struct):
    """ft: of ninety minutes; et: after extra time; p: of the shootout."""

    ft: _Pair | None = None
    ht: _Pair | None = None
    et: _Pair | None = None
    p: _Pair | None = None


class _Goal(Struct):
    minute: Count | Text
    offset: Count | None = None
    name: Text | None = None
    penalty: bool | None = None
    owngoal: bool | None = None


class _Match(Struct):
    """The keys of a match that are read; its lists of goals are checked by themselves."""

    date: Text
    team1: Text | _Team
    team2: Text | _Team
    time: Text | None = None
    score: _Score | _Pair | None = None
    score1: Count | None = None
    score2: Count | None = None
    score1i: Count | None = None
    score2i: Count | None = None
    round: Text | Count | None = None
    group: Text | None = None
    status: Text | None = None
    num: Count | None = None
    ground: Text | None = None
    goals1: Any = None
    goals2: Any = None


class _Round(Struct):
    matches: list[Any]
    name: Text | None = None


def _matches_of(season: dict[str, Any]) -> Iterator[Match | Refusal]:
    """The matches of a season in the file's order; a Refusal for each that can't be taken.

    Raises UnreadableFile if matches or rounds is not a list.
    """
    place = 0
    for heading, listed in _lists(season):
        if isinstance(listed, Refusal):
            yield listed
            continue
        for entry in listed:
            place += 1
            yield read_entry(entry, place, _Match, partial(_match, heading=heading))


def _days_of(season: dict[str, Any]) -> Iterator[tuple[date, bool]]:
    """The day of each match, and whether it has a score."""
    for _, listed in _lists(season):
        for match in listed if isinstance(listed, list) else ():
            day = match.get("date") if isinstance(match, dict) else None
            on = read_iso_day(day) if isinstance(day, str) else None
            if on is not None:
                yield on, bool(match.get("score")) or match.get("score1") is not None


def _lists(season: dict[str, Any]) -> Iterator[tuple[str | None, list[Any] | Refusal]]:
    """The lists of matches, each with the name of its round; a Refusal in place of a broken round."""
    for name in ("matches", "rounds"):
        if season.get(name) is not None and not isinstance(season[name], list):
            raise UnreadableFile(f"{name} is not a list", shown(season[name]))
    yield None, season.get("matches") or []
    for place, entry in enumerate(season.get("rounds") or [], start=1):
        round = read_entry(entry, place, _Round, lambda entry, _: entry)
        yield (None, round) if isinstance(round, Refusal) else (round.name, round.matches)


def _match(raw: _Match, place: int, *, heading: str | None) -> Match:
    day = read_iso_day(raw.date)
    if day is None:
        raise BadRow(NO_DAY, raw.date)
    goals, refused = _goals(raw, place)
    return Match(
        day=day,
        time=raw.time,
        home=_team(raw.team1),
        away=_team(raw.team2),
        scores=_scores(raw),
        round=_text(heading if raw.round in (None, "") else str(raw.round), "the round"),
        group=_text(raw.group, "the group"),
        status=_text((raw.status or "").casefold(), "the status"),
        goals=goals,
        line=place,
        number=raw.num or None,
        venue=read_ground(raw.ground or ""),
        refused=refused,
    )


def _team(raw: str | _Team) -> str:
    return read_name(raw.name if isinstance(raw, _Team) else raw)


def _text(raw: str | None, what: str) -> str | None:
    return read_name(raw, what) if raw and not raw.isspace() else None


def _scores(raw: _Match) -> MatchScores:
    if raw.score is None:
        return MatchScores(_pair([raw.score1, raw.score2]), _pair([raw.score1i, raw.score2i]))
    if isinstance(raw.score, list):
        return MatchScores(_pair(raw.score))
    return MatchScores(*map(_pair, (raw.score.ft, raw.score.ht, raw.score.et, raw.score.p)))


def _pair(score: _Pair | None) -> Score | None:
    if not score:
        return None
    if len(score) != 2:
        raise BadRow("a score is not of two sides", str(score))
    home, away = score
    return None if home is None or away is None else (home, away)


def _minute(goal: _Goal) -> tuple[int, int]:
    """The minute of a goal and its stoppage: numbers, or the text 45+2. Raises BadRow."""
    if isinstance(goal.minute, int):
        minute, offset = goal.minute, goal.offset or 0
    elif text := _MINUTE.fullmatch(goal.minute):
        minute, offset = int(text[1]), int(text[2] or 0)
    else:
        raise BadRow("no minute that can be read", goal.minute)
    check_minute(minute, offset)
    return minute, offset


def _detail(goal: _Goal) -> GoalDetail | None:
    return GoalDetail.OWN_GOAL if goal.owngoal else GoalDetail.PENALTY if goal.penalty else None


def _goals(raw: _Match, place: int) -> tuple[tuple[Goal, ...] | None, tuple[Refusal, ...]]:
    """The goals of a match, None if none are listed; a list that can't be read is refused and the match stored."""
    if raw.goals1 is None and raw.goals2 is None:
        return None, ()
    try:
        goals = [
            Goal(side, *_minute(goal), _text(goal.name, "a scorer"), _detail(goal))
            for side, listed in ((Side.HOME, raw.goals1), (Side.AWAY, raw.goals2))
            for goal in shaped(listed or [], list[_Goal])
        ]
    except BadRow as error:
        return None, (error.refusal(place, raw.goals1 or raw.goals2)._replace(column="goals"),)
    return tuple(goals), ()
