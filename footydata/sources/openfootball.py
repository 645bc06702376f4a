"""openfootball: football.json and worldcup.json in their dialects, and Football.TXT.

Source: the openfootball project (public domain). Its folders also contain registers of clubs and leagues, which have
no fixtures and are skipped. In JSON a season has `matches` with a score of ft, ht, et, p or as a bare pair, or `rounds`
that hold matches; score1/score2 in the oldest files; teams as a string or as an object with a name.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import astuple

from footydata.football.scores import score_of
from footydata.football.terms import Side
from footydata.sources import football_txt
from footydata.sources.cells import name_if_any, read_name
from footydata.sources.match_scores import Goal, MatchScores, Score, goal_of
from footydata.sources.openfootball_matches import (
    Match,
    Titled,
    read_ground,
    read_title,
    records_of,
)
from footydata.sources.parsed import (
    BadRow,
    Parsed,
    ParsedLeague,
    Refusal,
    SkippedFile,
    UnreadableFile,
)
from footydata.sources.protocol import (
    SIZE,
    Count,
    Reach,
    Text,
    head_text,
    reach_of,
    read_each,
    read_json,
    read_text,
    shaped,
)

_REGISTER = re.compile(r"(?:^|\.)(?P<of>clubs|leagues)(?:\.\w+)*\.txt$")
"""The names of openfootball's registers: eng.clubs.txt, jp.clubs.lang.jp.txt, leagues.txt."""

_SEASON = re.compile(r'\{\s*(?:"name"\s*:.*)?"(?:matches|rounds|groups)"\s*:', re.DOTALL)
"""The beginning of a season in JSON, up to its first list."""


class OpenFootball:
    """Fixtures and scores of openfootball: football.json, worldcup.json and Football.TXT."""

    name = "openfootball"
    trust = 40

    def recognises(self, path: Path) -> bool:
        """Whether the file is a season of football.json, Football.TXT, or a register of clubs or leagues."""
        head = head_text(path)
        if path.suffix == ".txt":
            return football_txt.looks_like(head) or bool(_REGISTER.search(path.name))
        # Other services have lists of `matches` too.
        return '"homeTeam"' not in head and path.suffix == ".json" and bool(_SEASON.match(head))

    def reach(self, path: Path) -> Reach | None:
        """How far the file's season reaches."""
        _, matches = _titled_matches(path, _dated)
        return reach_of(
            (match.day, match.scores.is_known) for match in matches if isinstance(match, Match)
        )

    def records(self, path: Path) -> Iterator[Parsed]:
        """The league, then its fixtures in the file's order; a Refusal for each match that can't be taken."""
        titled, matches = _titled_matches(path, _matches)
        first = next(matches, None)
        if first is None:
            raise SkippedFile("no match in it")
        yield ParsedLeague(
            titled.league, has_standings=titled.has_standings, seasons=(titled.season,)
        )
        for match in chain((first,), matches):
            if isinstance(match, Refusal):
                yield match
                continue
            try:
                yield from records_of(match, titled)
            except BadRow as error:
                yield error.refusal(match.line, f"{match.home} - {match.away}")


def _titled_matches(
    path: Path, read: Callable[["_Match", int], Iterator[Match | Refusal]]
) -> tuple[Titled, Iterator[Match | Refusal]]:
    """What the title of a file says, and its matches in their order; a Refusal for each that can't be taken.

    read: an entry of JSON. Raises SkippedFile and UnreadableFile.
    """
    if path.suffix == ".txt":
        text = read_text(path)
        register = _REGISTER.search(path.name)
        if register and not football_txt.looks_like(text[:SIZE]):
            raise SkippedFile(f"openfootball's register of {register['of']}, without fixtures")
        titled = read_title(football_txt.title(text), path.stem)
        return titled, football_txt.matches(text, titled.season)
    try:
        season = shaped(read_json(path), _Season)
    except BadRow as error:
        raise UnreadableFile(f"not a season of football.json: {error}") from None
    if season.matches is None and season.rounds is None:
        raise SkippedFile("a list of groups, not of matches")
    entries = list(season.matches or ())
    for round in season.rounds or ():
        entries += [{"round": round.name, **match} for match in round.matches]
    return read_title(season.name, path.stem), read_each(entries, _Match, read)


_Pair = tuple[Count | None, ...]

_SIDES = len(Side)

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

    date: date
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
    matches: list[dict[str, Any]]
    name: Text | None = None


class _Season(Struct):
    """A file: its matches, or rounds that hold them."""

    name: Text = ""
    matches: list[Any] | None = None
    rounds: list[_Round] | None = None


def _matches(raw: _Match, place: int) -> Iterator[Match | Refusal]:
    """The match of an entry, after a Refusal for goals that can't be read; None as goals if none are listed."""
    goals = None
    if raw.goals1 is not None or raw.goals2 is not None:
        try:
            goals = tuple(
                _goal(goal, side)
                for side, listed in zip(Side, (raw.goals1, raw.goals2), strict=True)
                for goal in shaped(listed or [], list[_Goal])
            )
        except BadRow as error:
            yield error.refusal(place, raw.goals1 or raw.goals2)._replace(column="goals")
    yield Match(
        day=raw.date,
        time=raw.time,
        home=_team(raw.team1),
        away=_team(raw.team2),
        scores=_scores(raw),
        round=name_if_any(str(raw.round or ""), "the round"),
        group=name_if_any(raw.group, "the group"),
        status=name_if_any((raw.status or "").casefold(), "the status"),
        goals=goals,
        line=place,
        number=raw.num or None,
        venue=read_ground(raw.ground or ""),
    )


def _dated(raw: _Match, place: int) -> Iterator[Match]:
    """The match of an entry with its day and scores alone."""
    yield Match(raw.date, None, "", "", _scores(raw), place)


def _team(raw: str | _Team) -> str:
    return read_name(raw.name if isinstance(raw, _Team) else raw)


def _scores(raw: _Match) -> MatchScores:
    pairs: tuple[_Pair | None, ...] = (raw.score1, raw.score2), (raw.score1i, raw.score2i)
    if raw.score is not None:
        pairs = astuple(raw.score) if isinstance(raw.score, _Score) else (raw.score,)
    return MatchScores(*map(_pair, pairs))


def _pair(score: _Pair | None) -> Score | None:
    if score and len(score) != _SIDES:
        raise BadRow("a score is not of two sides", str(score))
    return score_of(*score) if score else None


def _goal(goal: _Goal, side: Side) -> Goal:
    """A goal, of whose minute the stoppage stands beside it, or as in 45+2. Raises BadRow."""
    text = _MINUTE.fullmatch(str(goal.minute))
    if text is None:
        raise BadRow("no minute that can be read", str(goal.minute))
    minute, offset = int(text[1]), int(text[2] or goal.offset or 0)
    scorer = name_if_any(goal.name, "a scorer")
    return goal_of(side, minute, offset, scorer, is_own=goal.owngoal, is_penalty=goal.penalty)
