"""StatsBomb open data: competitions, matches and events; line-ups are skipped.

A matches file gives fixtures and scores, an events file the timeline and statistics of one of them: its match is
looked up in the matches files beside it (`events/15946.json` belongs to `matches/11/4.json`). The scores in a matches
file include extra time: a fixture with events takes its score of ninety minutes from these, and that of a knock-out
round without events is its final score, of which ninety minutes are not known.
Derived from events: goals (own goals for the side that they count for), corners (passes of type Corner), cards (fouls
and bad behaviour; a second yellow is one red card), substitutions, missed penalties, the scores of the halves, shots on
target (goals and saves) and off target (off, wayward, post), possession as the share of passes; and the further figures
that register/figures.csv declares as a count of events, or as the sum of a field of theirs. Not derived: attacks and
dangerous attacks, which a collector judges. Blocked shots are neither on nor off target.
Terms: StatsBomb public data user agreement (research and non-commercial use; name StatsBomb as the source).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date, time
from math import nan
from pathlib import Path
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct, field

from footydata.football.records import EventRecord, StatisticsRecord, VenueRecord
from footydata.football.register import country_words, further_figures, normalised
from footydata.football.scores import score_of
from footydata.football.terms import LARGEST_ID, EventType, GoalDetail, Side, Status
from footydata.rules.stages import is_tabled
from footydata.sources.cells import name_if_any, read_name, season_key
from footydata.sources.days import WrittenClock, kickoff_at
from footydata.sources.match_scores import (
    LAST_MINUTES,
    MatchScores,
    counted,
    timeline_of,
)
from footydata.sources.parsed import (
    NO_COUNTRY,
    NO_ID,
    BadRow,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFigure,
    ParsedFixture,
    ParsedLeague,
    SkippedFile,
    TeamKey,
    UnreadableFile,
)
from footydata.sources.protocol import Count, Text, head_text, read_each, read_json, shaped

MARKS = {
    "match_id": "matches",
    "match_available": "competitions",
    "possession": "events",
    "lineup": "lineups",
}
"""JSON key → the kind of file that it marks, the first one found; an events file also begins with line-ups."""

_MARK = re.compile(f'"({"|".join(MARKS)})"')

ZONES = {
    "GB-ENG": "Europe/London", "ES": "Europe/Madrid", "DE": "Europe/Berlin", "IT": "Europe/Rome", "FR": "Europe/Paris",
    "US": "America/New_York", "IN": "Asia/Kolkata",
}  # fmt: skip
"""Time zone of the kickoffs, by country; elsewhere only the day is known."""


_Id = Annotated[int, Meta(ge=0, le=LARGEST_ID)]


class _Competition(Struct):
    country_name: Text
    competition_name: Text


class _CompetitionSeason(_Competition):
    season_name: Text


class _Season(Struct):
    season_name: Text


class _Home(Struct):
    home_team_id: _Id
    home_team_name: Text


class _Away(Struct):
    away_team_id: _Id
    away_team_name: Text


class _Named(Struct):
    name: Text | None = None


class _Stadium(_Named):
    country: _Named | None = None


class _Match(Struct):
    """The keys of an entry of a matches file that are read."""

    match_id: _Id
    match_date: date
    competition: _Competition
    season: _Season
    home_team: _Home
    away_team: _Away
    kick_off: time | None = None
    home_score: Count | None = None
    away_score: Count | None = None
    match_week: Count | None = None
    referee: _Named | None = None
    referee_name: Text | None = None
    competition_stage: _Named | None = None
    stadium: _Stadium | None = None
    stadium_name: Text | None = None


class StatsBomb:
    """Matches, events and statistics of StatsBomb open data: JSON, an events file beside its matches file.

    It remembers the matches files, so each load needs one of its own. No two files tell a fixture's result otherwise,
    so that none has to be the one that reaches furthest.
    """

    name = "statsbomb"
    trust = 60

    def __init__(self) -> None:
        self._matches: dict[Path, dict[str, Any]] = {}

    def recognises(self, path: Path) -> bool:
        """Whether the file is a competitions, matches, line-ups or events file."""
        return _kind(path) is not None

    def records(self, path: Path) -> Iterator[Parsed]:
        """The records of the file; a Refusal for each entry that can't be read."""
        kind = _kind(path)
        if kind == "lineups":
            raise SkippedFile("line-ups: no figure of ours is in them")
        rows = read_json(path)
        if not isinstance(rows, list):
            raise UnreadableFile("no list of entries")
        if kind == "events":
            yield self._with_events(path, rows)
        elif kind == "competitions":
            yield from read_each(rows, _CompetitionSeason, _competitions)
        else:
            yield from read_each(rows, _Match, _fixtures)

    def _with_events(self, path: Path, rows: list[Any]) -> ParsedFixture:
        entry = self._matches_beside(path).get(path.stem)
        if entry is None:
            raise UnreadableFile(f"no matches file beside it has match {path.stem}")
        try:
            match = shaped(entry, _Match)
            listed = match.home_score, match.away_score
            (fixture,) = _fixtures(match, None)
            return with_events(fixture, rows, listed)
        except BadRow as error:
            reason = f"match {path.stem} or its events can't be read: {error.reason}"
            raise UnreadableFile(reason, error.text) from None

    def _matches_beside(self, path: Path) -> dict[str, Any]:
        root = path.parent.parent / "matches"
        if root not in self._matches:
            found: dict[str, Any] = {}
            for file in sorted(root.rglob("*.json")):
                # A file that can't be read is reported when it is loaded.
                with suppress(UnreadableFile, BadRow, OSError):
                    matches = shaped(read_json(file), list[dict[str, Any]])
                    found |= {str(match.get("match_id")): match for match in matches}
            self._matches[root] = found
        return self._matches[root]


def _kind(path: Path) -> str | None:
    head = head_text(path)
    mark = _MARK.search(head) if path.suffix == ".json" and head.startswith("[") else None
    return MARKS[mark[1]] if mark else None


def _league(raw: _Competition) -> LeagueKey:
    country = country_words().get(normalised(raw.country_name))
    if country is None:
        raise BadRow(NO_COUNTRY, raw.country_name)
    return LeagueKey(country, read_name(raw.competition_name, "the competition"))


def _competitions(raw: _CompetitionSeason, place: int) -> Iterator[ParsedLeague]:
    yield ParsedLeague(_league(raw), seasons=(season_key(raw.season_name),))


def _fixtures(raw: _Match, place: int | None) -> Iterator[ParsedFixture]:
    league = _league(raw.competition)
    zone = ZONES.get(league.country)
    clock = WrittenClock(raw.kick_off.hour, raw.kick_off.minute) if raw.kick_off else None
    kickoff, time_known = kickoff_at(raw.match_date, clock, ZoneInfo(zone) if zone else None)
    goals = score_of(raw.home_score, raw.away_score)
    # StatsBomb does not say which group a fixture of a group is of.
    stage = _name(raw.competition_stage)
    stage = None if is_tabled(stage) else name_if_any(stage, "the stage")
    stadium = raw.stadium or _Stadium(raw.stadium_name)
    ground = name_if_any(stadium.name, "the ground")
    # The score of a knock-out round may be that after extra time.
    scores = MatchScores(goals) if is_tabled(stage) else MatchScores(final=goals)
    yield ParsedFixture(
        league,
        season_key(raw.season.season_name),
        TeamKey(read_name(raw.home_team.home_team_name), key=str(raw.home_team.home_team_id)),
        TeamKey(read_name(raw.away_team.away_team_name), key=str(raw.away_team.away_team_id)),
        kickoff,
        time_known=time_known,
        status=Status.SCHEDULED if goals is None else Status.FINISHED,
        round=raw.match_week or None,
        stage=stage,
        in_table=is_tabled(stage),
        figures=scores.figures,
        referee=name_if_any(raw.referee_name or _name(raw.referee), "the referee"),
        key=str(raw.match_id),
        line=place,
        knockout=scores.knockout(),
        venue=VenueRecord(NO_ID, ground, venue_country=_name(stadium.country)) if ground else None,
    )


ON_TARGET = frozenset({"Goal", "Saved", "Saved to Post", "Saved To Post"})
OFF_TARGET = frozenset({"Off T", "Wayward", "Post", "Saved Off T", "Saved Off Target"})
CARDS = {
    "Yellow Card": EventType.YELLOW_CARD,
    "Second Yellow": EventType.RED_CARD,
    "Red Card": EventType.RED_CARD,
}
HALVES = (1, 2)
SHOOTOUT = 5
"""The period of the penalties after a draw, which are shots."""


class _Details(Struct):
    """What a shot, a pass, a substitution, a foul or other bad behaviour says of itself."""

    outcome: _Named | None = None
    type: _Named | None = None
    replacement: _Named | None = None
    card: _Named | None = None


class _Event(Struct):
    """The keys of an event that are read."""

    type: _Named
    period: Count
    minute: Count
    team: _Named
    player: _Named | None = None
    shot: _Details | None = None
    passed: _Details | None = field(default=None, name="pass")
    substitution: _Details | None = None
    foul_committed: _Details | None = None
    bad_behaviour: _Details | None = None
    id: Text | None = None
    related_events: list[Text] | None = None

    def __post_init__(self) -> None:
        if self.type.name == "Shot" and self.shot is None:
            raise ValueError("a shot without its outcome")

    @property
    def details(self) -> _Details:
        """Those of its kind, which are one of these at most."""
        card = self.foul_committed or self.bad_behaviour
        return self.shot or self.passed or self.substitution or card or _Details()

    @property
    def is_goal(self) -> bool:
        """Whether it is a shot that went in."""
        return self.shot is not None and _name(self.shot.outcome) == "Goal"


def _name(named: _Named | None) -> str | None:
    return named.name if named else None


def with_events(
    fixture: ParsedFixture, rows: Sequence[Any], listed: tuple[int | None, int | None]
) -> ParsedFixture:
    """The fixture with the timeline, figures and statistics of its events.

    listed: how the fixture ended, extra time included.
    Raises BadRow if an event is out of shape, no event is of the home team, a half is missing, or it ended otherwise:
    figures are sums, so one missing event would make them wrong.
    """
    events = shaped(rows, list[_Event])
    played = [event for event in events if event.period in HALVES]
    names = {event.team.name for event in played}
    home = fixture.home.name
    if home not in names or len(names) != 2:
        teams = sorted(map(str, names))
        raise BadRow(f"the teams of the events are {teams}, not {home!r} and another")
    if {event.period for event in played} != set(HALVES):
        raise BadRow("they don't reach the second half")

    def side(event: _Event) -> Side:
        return Side.HOME if event.team.name == home else Side.AWAY

    own_goals = {
        event.id: event.player for event in events if event.type.name == "Own Goal Against"
    }
    timed = [event for event in events if 0 < event.period <= len(LAST_MINUTES)]
    happenings = [one for event in timed for one in _happenings(event, side(event), own_goals)]
    goals = counted(one for one in happenings if one.type == EventType.GOAL)
    if goals != listed:
        raise BadRow("the events end {}-{}, the matches file says {}-{}".format(*goals, *listed))
    kicks = [event for event in events if event.period == SHOOTOUT and event.shot]
    scored = [side(event) for event in kicks if event.is_goal]
    halves = {event.period for event in timed}
    counts: dict[str, float] = defaultdict(int)

    def count(half: int, team: str | None, name: str, value: float = 1) -> None:
        for prefix, last in _LAST_HALVES.items():
            if half <= last:
                counts[f"{prefix}{team}_{name}"] += value

    for one in happenings:
        if figure := _COUNTED.get(one.type):
            count(one.half, one.team, figure)
    for row, event in zip(rows, events, strict=True):
        for name, value in _figures(event, row):
            count(event.period, side(event), name, value)
    scores = MatchScores(
        extra_time=goals if max(halves) > max(HALVES) else None,
        shootout=(scored.count(Side.HOME), scored.count(Side.AWAY)) if kicks else None,
    )
    return fixture._replace(
        figures=Figures(*(int(counts[name]) for name in Figures._fields)),
        events=timeline_of(happenings, halves),
        statistics=_statistics(counts),
        knockout=scores.knockout(),
        further=tuple(_further(counts)),
    )


def _happenings(
    event: _Event, team: Side, own_goals: Mapping[str | None, _Named | None]
) -> Iterator[EventRecord]:
    last = LAST_MINUTES[event.period - 1]
    over = event.minute + 1 - last
    at = event.period, last + min(over, 0), over if over > 0 else None, team
    kind, details, player = event.type.name, event.details, _player(event.player)
    happening = EventRecord(NO_ID, 0, EventType.GOAL, *at, player=player)
    if kind == "Shot":
        is_penalty = _name(details.type) == "Penalty"
        if event.is_goal:
            yield happening._replace(detail=GoalDetail.PENALTY if is_penalty else None)
        elif is_penalty:
            yield happening._replace(type=EventType.MISSED_PENALTY)
    elif kind == "Own Goal For":
        # The event of the side that it counts against names who scored it.
        scorers = [own_goals[one] for one in event.related_events or () if one in own_goals]
        scorer = _player(scorers[0] if scorers else event.player)
        yield happening._replace(player=scorer, detail=GoalDetail.OWN_GOAL)
    elif event.passed and _name(details.type) == "Corner":
        yield happening._replace(type=EventType.CORNER)
    elif event.substitution:
        happening = happening._replace(type=EventType.SUBSTITUTION, player=None, player_out=player)
        yield happening._replace(player_in=_player(details.replacement))
    if card := CARDS.get(_name(details.card) or ""):
        yield happening._replace(type=card)


def _player(named: _Named | None) -> str | None:
    return name_if_any(_name(named), "a player")


_COUNTED: dict[str, str] = {
    EventType.GOAL: "goals",
    EventType.CORNER: "corners",
    EventType.YELLOW_CARD: "yellow",
    EventType.RED_CARD: "red",
}
"""Kind of an event → the figure that counts it."""


_LAST_HALVES = {"": HALVES[-1], "half_": HALVES[0]}
"""How a figure of the match, and of its first half, is called → the last half that counts."""


def _figures(event: _Event, row: dict[str, Any]) -> Iterator[tuple[str, float]]:
    """The statistics and the further figures that an event counts for, and by how much; nan if it lacks the field."""
    outcome = _name(event.shot.outcome) if event.shot else None
    if outcome in ON_TARGET:
        yield "shots_on_target", 1
    elif outcome in OFF_TARGET:
        yield "shots_off_target", 1
    for figure in further_figures():
        kind, _, name = (figure.statsbomb or "").partition(".")
        if kind == event.type.name:
            detail = row.get(kind.lower().replace(" ", "_"))
            value = detail.get(name) if isinstance(detail, dict) and name else 1
            yield figure.name, value if isinstance(value, int | float) else nan


def _statistics(counts: Mapping[str, float]) -> StatisticsRecord:
    columns = {name: int(counts[name]) for name in StatisticsRecord._fields if "_shots_" in name}
    for prefix in _LAST_HALVES:
        home, away = (counts[f"{prefix}{team}_passes"] for team in Side)
        share = round(100 * home / (home + away)) if home + away else 50
        columns[f"{prefix}home_possession"] = share
        columns[f"{prefix}away_possession"] = 100 - share
    return StatisticsRecord(NO_ID, **columns)


def _further(counts: Mapping[str, float]) -> Iterator[ParsedFigure]:
    """The further figures of the fixture and of its first half, but for those whose field an event lacks."""
    for figure in further_figures():
        for half, prefix in enumerate(_LAST_HALVES if figure.statsbomb else ()):
            home, away = (counts[f"{prefix}{team}_{figure.name}"] for team in Side)
            if home <= figure.highest and away <= figure.highest:
                yield ParsedFigure(
                    figure.name, round(home, _DECIMALS), round(away, _DECIMALS), half
                )


_DECIMALS = 6
"""Decimals of a sum; further ones come from binary fractions, not from the file."""
