"""Fixtures and scores of the API football-data.org, version 4: the answers as they are saved.

The list of `/competitions/PL/matches` or `/matches` (an object with `matches`), the list alone, or one match
(`/matches/327117`). The shapes are those of its documentation, and were not tried on a real answer:
docs.football-data.org/general/v4/match.html (the match), general/v4/overtime.html (the score) and
general/v4/lookup_tables.html (statuses and stages).

`fullTime` includes extra time and the shootout, `extraTime` and `penalties` are the goals of their part alone, and
`regularTime` is the score of ninety minutes. A score whose parts contradict each other is refused.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct

from footydata.football.countries import CODE_OF_COUNTRY, WORLD
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.terms import DAY, LARGEST_ID, Part, Side, StateDetail, Status
from footydata.football.wording import plural
from footydata.sources.cells import read_name
from footydata.sources.json_rows import Count, Text, read_entry, read_json, read_moment
from footydata.sources.parsed import (
    NO_FIGURES,
    NO_ID,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFigure,
    ParsedFixture,
    Remark,
    TeamKey,
)
from footydata.sources.protocol import first_name, head_text
from footydata.sources.refusing import NO_COUNTRY, SAME_TEAM, BadRow, SkippedFile

REGIONS = {
    "World": WORLD,
    "Europe": "EUROPE",
    "Africa": "AFRICA",
    "Asia": "ASIA",
    "Oceania": "OCEANIA",
    "South America": "AMERICAS",
    "N/C America": "AMERICAS",
}
OTHER_NAMES = {"USA": "US", "Turkey": "TR", "Czech Republic": "CZ", "Korea Republic": "KR", "Republic of Ireland": "IE"}
"""Names of areas that are not those of football.countries."""

STATUSES: dict[str, tuple[Status, str | None]] = {
    "SCHEDULED": (Status.SCHEDULED, None),
    "TIMED": (Status.SCHEDULED, None),
    "IN_PLAY": (Status.LIVE, None),
    "PAUSED": (Status.LIVE, None),
    "EXTRA_TIME": (Status.LIVE, None),
    "PENALTY_SHOOTOUT": (Status.LIVE, None),
    "FINISHED": (Status.FINISHED, None),
    "AWARDED": (Status.FINISHED, StateDetail.AWARDED),
    "SUSPENDED": (Status.LIVE, "suspended"),
    "POSTPONED": (Status.SCHEDULED, StateDetail.POSTPONED),
    "CANCELLED": (Status.SCHEDULED, StateDetail.CANCELLED),
}
"""Status of a match → ours, with its detail; a suspended one may go on, and is not abandoned."""

STAGES: dict[str, tuple[str | None, bool]] = {
    "REGULAR_SEASON": (None, True),
    "LEAGUE_STAGE": ("League phase", True),
    "GROUP_STAGE": (None, True),
    "APERTURA": ("Apertura", True),
    "CLAUSURA": ("Clausura", True),
    "CHAMPIONSHIP": ("Championship", True),
    "RELEGATION": ("Relegation", True),
    "RELEGATION_ROUND": ("Relegation round", True),
    "FINAL": ("Final", False),
    "THIRD_PLACE": ("Match for third place", False),
    "SEMI_FINALS": ("Semi-finals", False),
    "QUARTER_FINALS": ("Quarter-finals", False),
    "LAST_16": ("Round of 16", False),
    "LAST_32": ("Round of 32", False),
    "LAST_64": ("Round of 64", False),
    "ROUND_1": ("Round 1", False),
    "ROUND_2": ("Round 2", False),
    "ROUND_3": ("Round 3", False),
    "ROUND_4": ("Round 4", False),
    "PRELIMINARY_ROUND": ("Preliminary round", False),
    "QUALIFICATION": ("Qualification", False),
    "QUALIFICATION_ROUND_1": ("Qualification, Round 1", False),
    "QUALIFICATION_ROUND_2": ("Qualification, Round 2", False),
    "QUALIFICATION_ROUND_3": ("Qualification, Round 3", False),
    "PLAYOFFS": ("Play-offs", False),
    "PLAYOFF_ROUND": ("Play-offs", False),
    "PLAYOFF_ROUND_1": ("Play-offs, Round 1", False),
    "PLAYOFF_ROUND_2": ("Play-offs, Round 2", False),
}
"""Stage of a match → its name here, and whether its matches count in a table."""

MARKS = ("utcDate", "homeTeam", "competition")
"""Keys that a file of matches has."""

REGULAR, EXTRA_TIME, SHOOTOUT = "REGULAR", "EXTRA_TIME", "PENALTY_SHOOTOUT"
WINNERS = {"HOME_TEAM": Side.HOME, "AWAY_TEAM": Side.AWAY}
MAIN_REFEREE = "REFEREE"
ATTENDANCE = "attendance"
CONTRADICTION = "a score whose parts contradict each other"

_Id = Annotated[int, Meta(ge=0, le=LARGEST_ID)]

Score = tuple[int, int]


class _Area(Struct):
    name: Text


class _Competition(Struct):
    name: Text


class _Team(Struct):
    id: _Id | None = None
    name: Text | None = None


class _Goals(Struct):
    home: Count | None = None
    away: Count | None = None


class _Score(Struct):
    winner: Text | None = None
    duration: Text | None = None
    fullTime: _Goals | None = None
    halfTime: _Goals | None = None
    regularTime: _Goals | None = None
    extraTime: _Goals | None = None
    penalties: _Goals | None = None


class _Referee(Struct):
    name: Text | None = None
    type: Text | None = None


class _Match(Struct):
    """The keys of a match that are read."""

    id: _Id
    utcDate: Text
    status: Text
    area: _Area
    competition: _Competition
    homeTeam: _Team
    awayTeam: _Team
    score: _Score
    matchday: Count | None = None
    stage: Text | None = None
    group: Text | None = None
    venue: Text | None = None
    attendance: Annotated[int, Meta(ge=0, le=200_000)] | None = None
    referees: list[_Referee] = []


class _End(NamedTuple):
    """How a match ended: the score of ninety minutes, None if it is not known, and what followed."""

    ninety: Score | None
    knockout: KnockoutRecord | None = None


class FootballDataOrg:
    """Fixtures and scores of the API football-data.org: JSON, a list of matches or one match."""

    name = "football-data-org"
    trust = 40

    def recognises(self, path: Path) -> bool:
        """Whether the file has matches with their moment and competition as this API names them."""
        is_json = path.suffix == ".json" and head_text(path).startswith(("{", "["))
        return is_json and all(first_name(path, (mark,)) for mark in MARKS)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order; a Refusal for each match that can't be taken."""
        listed = _matches(read_json(path))
        if not listed:
            raise SkippedFile("no match in it")
        unknown_sides = 0
        for place, entry in enumerate(listed, start=1):
            if _is_of_unknown_sides(entry):
                unknown_sides += 1
            else:
                yield read_entry(entry, place, _Match, _fixture)
        if unknown_sides:
            yield Remark(f"{plural(unknown_sides, 'coming fixture')} without names of the sides yet")


def _matches(content: Any) -> list[Any]:
    """The matches of an answer, of a list of them, or the one that it is; empty for anything else."""
    if isinstance(content, dict) and "utcDate" in content:
        return [content]
    listed = content.get("matches") if isinstance(content, dict) else content
    return listed if isinstance(listed, list) else []


def _is_of_unknown_sides(entry: Any) -> bool:
    """Whether a match names neither side, as one of a knock-out round before they are known."""
    sides = [entry.get(side) for side in ("homeTeam", "awayTeam")] if isinstance(entry, dict) else []
    return bool(sides) and all(isinstance(side, dict) and side.get("name") is None for side in sides)


def _fixture(raw: _Match, place: int) -> ParsedFixture:
    if raw.status not in STATUSES:
        raise BadRow("a status that we do not know", raw.status)
    status, detail = STATUSES[raw.status]
    stage, in_table = _stage(raw)
    home, away = _team(raw.homeTeam), _team(raw.awayTeam)
    if home.name == away.name:
        raise BadRow(SAME_TEAM, home.name)
    kickoff_ts = read_moment(raw.utcDate)
    # A match that is scheduled and not yet timed has 00:00 as its time.
    time_known = raw.status == "TIMED" or status is not Status.SCHEDULED or kickoff_ts % DAY != 0
    end = _end(raw.score, status) if status is not Status.SCHEDULED else _End(None)
    if raw.status == "FINISHED" and end == _End(None):
        raise BadRow("finished, without a score")
    half = _pair(raw.score.halfTime) if status is not Status.SCHEDULED else None
    referee = _referee(raw.referees)
    round_number = raw.matchday or None if in_table else None
    given = {
        Part.GOALS: end.ninety,
        Part.HALF_GOALS: half,
        Part.KNOCKOUT: end.knockout,
        Part.ROUND: round_number,
        Part.REFEREE: referee,
        Part.VENUE: raw.venue,
        Part.FURTHER_FIGURES: raw.attendance,
    }
    parts = Part.BASE
    for part, value in given.items():
        parts |= part if value is not None else Part(0)
    return ParsedFixture(
        _league(raw),
        None,
        home,
        away,
        kickoff_ts if time_known else midnight_of(day_of(kickoff_ts)),
        parts,
        time_known=time_known,
        status=status,
        state_detail=detail,
        round=round_number,
        stage=stage,
        in_table=in_table,
        figures=Figures(*(end.ninety or (None, None)), *(half or (None, None))) if end.ninety or half else NO_FIGURES,
        referee=referee,
        key=str(raw.id),
        line=place,
        further=() if raw.attendance is None else (ParsedFigure(ATTENDANCE, raw.attendance, None),),
        knockout=end.knockout,
        venue=VenueRecord(NO_ID, read_name(raw.venue, "the ground")) if raw.venue is not None else None,
    )


def _league(raw: _Match) -> LeagueKey:
    area = raw.area.name
    code = REGIONS.get(area) or OTHER_NAMES.get(area) or CODE_OF_COUNTRY.get(area)
    if code is None:
        raise BadRow(NO_COUNTRY, area)
    return LeagueKey(code, read_name(raw.competition.name, "the competition"), is_new=True)


def _team(raw: _Team) -> TeamKey:
    return TeamKey(read_name(raw.name or ""), key=None if raw.id is None else str(raw.id))


def _referee(listed: list[_Referee]) -> str | None:
    """The referee; None if there is none, or several are called so."""
    names = [one.name for one in listed if one.type == MAIN_REFEREE and one.name]
    return read_name(names[0], "the referee") if len(names) == 1 else None


def _stage(raw: _Match) -> tuple[str | None, bool]:
    """The stage, None in a league of one whole, and whether its matches count in a table."""
    if raw.stage is None:
        return None, True
    if raw.stage not in STAGES:
        raise BadRow("a stage that we do not know", raw.stage)
    name, in_table = STAGES[raw.stage]
    if not raw.group:
        return name, in_table
    # GROUP_A, or Group A.
    group = read_name(raw.group.replace("_", " "), "the group")
    return f"{group[:-1].capitalize()}{group[-1]}", in_table


def _pair(goals: _Goals | None) -> Score | None:
    if goals is None or (goals.home is None and goals.away is None):
        return None
    if goals.home is None or goals.away is None:
        raise BadRow("the goals of one side alone")
    return goals.home, goals.away


def _end(score: _Score, status: Status) -> _End:
    """What a score tells of ninety minutes and of what followed. Raises BadRow if its parts contradict each other."""
    full, regular = _pair(score.fullTime), _pair(score.regularTime)
    duration = score.duration or REGULAR
    if duration == REGULAR:
        if regular not in (None, full):
            raise BadRow(CONTRADICTION, _shown(score))
        return _End(full)
    if duration not in (EXTRA_TIME, SHOOTOUT):
        raise BadRow("a duration that we do not know", duration)
    extra, penalties = _pair(score.extraTime), _pair(score.penalties)
    if duration == EXTRA_TIME:
        penalties = (0, 0)
    played = _less(full, penalties) if full and penalties else None
    if regular is None and played and extra:
        regular = _less(played, extra)
    after = _sum(regular, extra) if regular and extra else None
    if played and after and played != after:
        raise BadRow(CONTRADICTION, _shown(score))
    if played and regular:
        _less(played, regular)
    after = after or played
    through = WINNERS.get(score.winner or "") if duration == SHOOTOUT and not penalties else None
    if duration == SHOOTOUT and after is not None and extra is None:
        # A shootout may follow ninety minutes at once: only a goal more shows that there was extra time.
        after_ninety = KnockoutRecord(NO_ID)
        if regular is None:
            after_ninety = after_ninety._replace(final_home_goals=after[0], final_away_goals=after[1])
        elif after != regular:
            after_ninety = after_ninety._replace(extra_home_goals=after[0], extra_away_goals=after[1])
    else:
        after_ninety = KnockoutRecord(NO_ID, *(after or (None, None)))
    if duration == SHOOTOUT and penalties:
        after_ninety = after_ninety._replace(shootout_home_goals=penalties[0], shootout_away_goals=penalties[1])
    knockout = after_ninety._replace(through=through)
    return _End(regular, None if knockout == KnockoutRecord(NO_ID) else knockout)


def _shown(score: _Score) -> str:
    parts = {name: getattr(score, name) for name in _PARTS}
    return ", ".join(f"{name} {goals.home}-{goals.away}" for name, goals in parts.items() if goals)


_PARTS = ("fullTime", "halfTime", "regularTime", "extraTime", "penalties")


def _sum(first: Score, second: Score) -> Score:
    return first[0] + second[0], first[1] + second[1]


def _less(whole: Score, part: Score) -> Score:
    """A score without a part of it. Raises BadRow if the part is more than the whole."""
    rest = whole[0] - part[0], whole[1] - part[1]
    if min(rest) < 0:
        raise BadRow(CONTRADICTION, f"{whole[0]}-{whole[1]}, of which {part[0]}-{part[1]}")
    return rest
