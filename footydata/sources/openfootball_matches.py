"""Turns an openfootball match, of JSON or Football.TXT, into a parsed fixture, by the title of its file.

The title has competition and season. Times are local; those of UEFA competitions are Central European.
"""

import re
from collections.abc import Generator, Iterator
from datetime import date
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from footydata.football.countries import ALL_CODES
from footydata.football.records import VenueRecord
from footydata.football.register import country_words, normalised, zone_of
from footydata.football.register.leagues import registered_league, registered_league_called
from footydata.football.register.teams import NATIONAL, NATIONAL_WOMEN
from footydata.football.terms import StateDetail, Status
from footydata.rules.stages import is_tabled
from footydata.sources.cells import LONGEST_NAME, is_open_side, read_name, season_key, state_of
from footydata.sources.days import kickoff_at, written_clock
from footydata.sources.match_scores import Goal, MatchScores, settled, timeline
from footydata.sources.parsed import (
    NO_ID,
    SAME_TEAM,
    UNKNOWN_COUNTRY,
    BadRow,
    Claims,
    LeagueKey,
    Parsed,
    ParsedFixture,
    ParsedPlaceholder,
    Refusal,
    SeasonKey,
    TeamKey,
    UnreadableFile,
    shown,
)

_CLUB = re.compile(r"^(?P<name>.+?)\s+\((?P<code>[A-Z]{3})\)$")
_ROUND = re.compile(r"^(?:(?P<stage>[^,]+),\s*)?Matchday\s+(?P<number>[0-9]{1,3})$", re.IGNORECASE)

OWN_CODES = {"en": "GB-ENG"}
"""openfootball's country codes that neither we nor the register have."""

_CODED = re.compile(r"^(?:\d{4}(?:-\d\d)?_)?(?P<code>[a-z]{2,4})(?=[.\d])", re.ASCII)
_TITLE = re.compile(
    r"^(?P<name>.+?)\s+(?P<season>\d{4}(?:[/-]\d{2,4})?)(?P<part>\s+(?:qualifying|qualifiers))?$",
    re.ASCII | re.IGNORECASE,
)

_UNPLAYED = (StateDetail.ABANDONED, StateDetail.CANCELLED, StateDetail.POSTPONED)


_GROUND = re.compile(
    r"\b(?:stad\w*|est[aá]di\w*|arena|park|parc|ground|field|bowl|dome|camp|coliseum)\b",
    re.IGNORECASE,
)
"""Words of a ground's name, in the languages of the files."""

_BRACKETS = re.compile(r"(?P<outside>[^()]+?)\s*\((?P<inside>[^()]+)\)")


class Match(NamedTuple):
    """A match of either format.

    status: in the file's word, in lower case. number: in its tournament. line: its line in the file, or its place in
    the list of a JSON file, from 1. weekday: as written, Monday 0.
    """

    day: date
    time: str | None
    home: str
    away: str
    scores: MatchScores
    line: int
    round: str | None = None
    group: str | None = None
    status: str | None = None
    goals: tuple[Goal, ...] | None = None
    number: int | None = None
    venue: VenueRecord | None = None
    weekday: int | None = None


class Titled(NamedTuple):
    """The competition and season in the title of a file.

    zone: of its kickoffs, None if each has its own offset, or the zone is unknown. has_standings: of the competition.
    is_dated: whether all its days are of the season; the qualifiers of a tournament are years ahead of it.
    """

    league: LeagueKey
    season: SeasonKey
    zone: str | None = None
    has_standings: bool = True
    is_dated: bool = True


def read_title(title: str, file: str = "") -> Titled:
    """The competition and season of a title; UNKNOWN_COUNTRY if the register does not have the competition.

    file: the name of its file, which may begin with a country's code. Raises UnreadableFile.

    >>> read_title("English Premier League 2017/18").season.label
    '17/18'
    >>> read_title("Premier League 2018/19", "ru.1").league.country
    'RU'
    >>> read_title("World Cup 2026 Qualifying").league.name
    'World Cup Qualifying'
    """
    match = _TITLE.match(" ".join(title.split())) if len(title) <= LONGEST_NAME else None
    try:
        name, label, part = match.groups("") if match else ("", "", "")
        season = season_key(label)
    except BadRow:
        raise UnreadableFile("no competition and season in its title", title) from None
    name, country = name + part, country_of_file(file)
    start = season.start_year
    known = registered_league_called(name, start) or (
        registered_league(country, name, start) if country else None
    )
    if known is None:
        return Titled(LeagueKey(UNKNOWN_COUNTRY, name), season)
    is_national = known.side in (NATIONAL, NATIONAL_WOMEN)
    zone = None if is_national else zone_of(known.country)
    league = LeagueKey(known.country, known.name)
    return Titled(league, season, zone, known.has_standings, is_dated=not is_national)


def country_of_file(name: str) -> str | None:
    """The country whose code a file's name begins with, None if it begins with none.

    >>> [country_of_file(name) for name in ("en.1", "2019-20_tr1", "uefa.cl", "1-premierleague", "worldcup")]
    ['GB-ENG', 'TR', 'EUROPE', None, None]
    """
    match = _CODED.match(name)
    code = match["code"] if match else ""
    return OWN_CODES.get(code) or (
        code.upper() if code.upper() in ALL_CODES else country_words().get(code)
    )


def records_of(match: Match, title: Titled) -> Iterator[Parsed]:
    """The fixture of a match, or a placeholder where a side is not known yet.

    Raises BadRow if both sides are the same team, or a match has a score whose sides are not known.
    """
    zone = ZoneInfo(title.zone) if title.zone else None
    kickoff, time_known = kickoff_at(match.day, written_clock(match.time or ""), zone)
    number, stage = _round(match)
    known: dict[str, Any] = {
        "time_known": time_known,
        "round": number,
        "stage": stage,
        "venue": match.venue,
        "line": match.line,
    }
    home, away = map(_side, (match.home, match.away))
    if isinstance(home, str) or isinstance(away, str):
        if match.scores.is_known:
            raise BadRow("a score of a side that is not known yet")
        known["number"] = match.number
        yield ParsedPlaceholder(title.league, title.season, home, away, kickoff, **known)
        return
    if match.home == match.away:
        raise BadRow(SAME_TEAM, match.home)
    match = yield from _with_state(match)
    scores = settled(match.scores, match.goals)
    # Both dialects leave the half-time score out of a goalless fixture.
    if scores.full_time == (0, 0):
        scores = scores._replace(half_time=(0, 0))
    yield ParsedFixture(
        title.league,
        title.season,
        home,
        away,
        kickoff,
        status=Status.FINISHED if scores.is_known else Status.SCHEDULED,
        state_detail=match.status,
        in_table=is_tabled(stage),
        figures=scores.figures,
        events=timeline(scores, match.goals),
        knockout=scores.knockout(match.number),
        claims=Claims(match.weekday, title.season if title.is_dated else None),
        **known,
    )


def _with_state(match: Match) -> Generator[Refusal, None, Match]:
    """The match, of which a status stands beside a score only where both can be so; set aside by name is what can't.

    A status without a score is kept whatever it is.
    """
    status, scores, goals = match.status, match.scores, match.goals
    if state := state_of(status or ""):
        status = state.detail
    sides = f"{match.home} - {match.away}"
    if scores.contradiction:
        yield Refusal(scores.contradiction, match.line, sides, "score")
        scores = scores._replace(extra_time=None, shootout=None)
    if status is not None and (scores.is_known or scores.shootout):
        if status in _UNPLAYED:
            yield Refusal(f"a score of a fixture that was {status}", match.line, sides, "score")
            half_time = scores.half_time if status == StateDetail.ABANDONED else None
            scores, goals = MatchScores(half_time=half_time), None
        elif status != StateDetail.AWARDED:
            yield Refusal("a status that is not known", match.line, shown(status), "status")
            status = None
    return match._replace(status=status, scores=scores, goals=goals)


def _side(name: str) -> TeamKey | str:
    """The team of a name, or the name itself where it stands for a side that is not known yet."""
    if is_open_side(name):
        return name
    club = _CLUB.match(name)
    if club is None:
        return TeamKey(name)
    return TeamKey(club["name"], country_words().get(club["code"].casefold()))


def _round(match: Match) -> tuple[int | None, str | None]:
    """The round number and the stage: 'Championship, Matchday 3' is round 3 of the stage Championship."""
    heading = _ROUND.match(match.round or "")
    if match.group or not heading:
        return None, match.group or match.round
    stage = heading["stage"]
    return int(heading["number"]), None if stage is None or stage.casefold() == "regular" else stage


def has_city_first(text: str, *, usually: bool) -> bool:
    """Whether a city stands before its ground, by the word of a ground in one of them; else as usually in the file."""
    first, _, last = text.rpartition(",")
    is_ground = _GROUND.search(first) is not None
    return not is_ground if is_ground != (_GROUND.search(last) is not None) else usually


def read_ground(text: str, *, is_city_first: bool = False) -> VenueRecord | None:
    """Where a match was played, None if the text is empty. Raises BadRow.

    'Estádio do Maracanã, Rio de Janeiro' is a ground and its city; some files have the city first ('Zagreb, Maksimir
    Stadion'), or the ground in brackets ('Paris (Stade de France)'). The brackets of 'Boston (Foxborough)' hold a
    suburb, those of 'Valencia (Spain)' a country.

    >>> read_ground("Paris (Stade de France)")[1:3], read_ground("Valencia (Spain)")[1:4]
    (('Stade de France', 'Paris'), (None, 'Valencia', 'Spain'))
    """
    if not text.strip():
        return None
    name = read_name(text, "the ground")
    first, comma, last = (part.strip() for part in name.rpartition(","))
    if comma and first and last:
        return VenueRecord(NO_ID, *((last, first) if is_city_first else (first, last)))
    if bracketed := _BRACKETS.fullmatch(name):
        outside, inside = bracketed["outside"], bracketed["inside"]
        if _GROUND.search(inside):
            return VenueRecord(NO_ID, inside, outside)
        if country_words().get(normalised(inside)) in ALL_CODES:
            return VenueRecord(NO_ID, None, outside, inside)
    return VenueRecord(NO_ID, *((name, None) if _GROUND.search(name) else (None, name)))
