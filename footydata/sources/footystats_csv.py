"""Matches of FootyStats: the CSV that its site exports, one file per competition and season.

The columns are those that footystats.org/download-stats-csv offers for matches, and their meaning that of the fields of
one name in footystats.org/api/documentations/match-schedule-and-stats; whole exports were not tried. The file's name
tells the competition: england-premier-league-matches-2018-to-2019-stats.csv.

`timestamp` is the kickoff; a `date_GMT` of another moment is remarked on. N/A, -1, odds of 0 and xG of 0 are unknown,
and so are counts of 0-0 where possession is 0-0, as nothing was recorded then. Scores may include extra time: they are
of ninety minutes in a numbered game week, or where the minutes of all goals say so. Prices have no moment: they are
taken as opening ones, as recorded corner odds are.
"""

import csv
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from footydata.football.moments import day_of, seconds_of
from footydata.football.records import EventRecord, KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.terms import EventType, Part, StateDetail, Status
from footydata.football.wording import plural
from footydata.sources.api_prices import decimal_prices
from footydata.sources.cells import HIGHEST_COUNT, MONTHS, is_moment, read_count, read_name, read_number
from footydata.sources.internationals_ends import NINETY, End, end_of, has_timeline, timeline
from footydata.sources.internationals_rows import GoalRow, Key
from footydata.sources.parsed import (
    NO_ID,
    UNKNOWN_COUNTRY,
    BookmakerKey,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFigure,
    ParsedFixture,
    ParsedLeague,
    ParsedOdds,
    ParsedRecord,
    Refusal,
    Remark,
    TeamKey,
)
from footydata.sources.protocol import head_text
from footydata.sources.refusing import NO_GOALS, NO_TIME, ONE_SIDES_FIGURE, SAME_TEAM, BadRow, UnreadableFile, shown

BOOKMAKER = BookmakerKey("footystats", "FootyStats")
SIDES = ("home", "away")
NEEDED = (
    "timestamp", "date_GMT", "status", "home_team_name", "away_team_name", "home_team_goal_count",
    "away_team_goal_count",
)  # fmt: skip
UNKNOWN = ("", "N/A", "-1")

STATUSES: dict[str, tuple[Status, str | None]] = {
    "complete": (Status.FINISHED, None),
    "incomplete": (Status.SCHEDULED, None),
    "suspended": (Status.SCHEDULED, "suspended"),
    "canceled": (Status.SCHEDULED, StateDetail.CANCELLED),
}
COUNTS = {"corner_count": "corners", "yellow_cards": "yellow", "red_cards": "red"}
IN_PLAY = {"shots_on_target": "shots_on_target", "shots_off_target": "shots_off_target", "possession": "possession"}
FURTHER = {"shots": "shots", "fouls": "fouls"}
"""End of a column, of each side → a field of Figures, a field of StatisticsRecord, a figure of the register."""

XG = ("team_a_xg", "team_b_xg")
QUOTES = {
    "1x2": ("odds_ft_home_team_win", "odds_ft_draw", "odds_ft_away_team_win"),
    "btts": ("odds_btts_yes", "odds_btts_no"),
}
"""Market → the columns of its prices; the prices over a total have none under it beside them."""

LAST_MINUTE = 120
LARGEST_TIMESTAMP = 10**11
HIGHEST = {"possession": 100}
MOST_PEOPLE = 200_000

_FILE = re.compile(r"(?P<league>.+)-matches-\d{4}-to-\d{4}-stats")
_DAY = re.compile(r"([A-Z][a-z]{2}) (\d{1,2}) (\d{4}) - (\d{1,2}):(\d{2})(am|pm)", re.ASCII)
_GOAL = re.compile(r"(\d{1,3})(?:['+](\d{1,2}))?", re.ASCII)


class _Goal(NamedTuple):
    """A goal of the timings; stoppage: 0 if it is not said."""

    minute: int
    stoppage: int
    side: str


class _Row:
    """A row by the names of its columns; refused: what was set aside of it."""

    def __init__(self, line: int, cells: dict[str, str]) -> None:
        self.line, self._cells = line, cells
        self.refused: list[Refusal] = []

    def text(self, name: str) -> str | None:
        """The text of a cell, None if it is unknown."""
        text = self._cells.get(name, "").strip()
        return None if text in UNKNOWN else text

    def count(self, name: str, highest: int = HIGHEST_COUNT) -> int | None:
        """The count in a cell; None if it is unknown, or none and so set aside."""
        text = self.text(name)
        count = None if text is None else read_count(text, highest)
        if text is not None and count is None:
            self.set_aside("no count", name)
        return count

    def both(self, names: tuple[str, str], highest: int = HIGHEST_COUNT) -> tuple[int, int] | None:
        """The counts of both sides, None if unknown; that of one side alone is set aside."""
        home, away = (self.count(name, highest) for name in names)
        if home is not None and away is not None:
            return home, away
        if home is not None or away is not None:
            self.set_aside(ONE_SIDES_FIGURE, names[home is None])
        return None

    def set_aside(self, reason: str, name: str, text: str | None = None) -> None:
        """Note that a cell is not stored."""
        self.refused.append(Refusal(reason, self.line, text or shown(self._cells.get(name, "")), name))


class FootyStatsCsv:
    """Matches of FootyStats with goals, corners, cards, shots and odds: CSV, one file per competition and season."""

    name = "footystats"
    trust = 50

    def recognises(self, path: Path) -> bool:
        """Whether the file has the columns of an export of matches."""
        return path.suffix == ".csv" and set(_names(head_text(path).split("\n")[0])).issuperset(NEEDED)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        header, *lines = path.read_bytes().decode("utf-8-sig", errors="replace").replace("\r\n", "\n").split("\n")
        names = _names(header)
        if missing := [name for name in NEEDED if name not in names]:
            raise UnreadableFile(f"no column {', '.join(missing)}")
        match = _FILE.match(path.stem)
        league = LeagueKey(UNKNOWN_COUNTRY, (match["league"] if match else path.stem).replace("-", " "))
        yield ParsedLeague(league)
        remarks: Counter[str] = Counter()
        for number, line in enumerate(lines, start=2):
            if line.strip():
                yield from _records(number, line, names, league, remarks)
        for reason, count in sorted(remarks.items()):
            yield Remark(f"{plural(count, 'row')}: {reason}")


def _names(header: str) -> list[str]:
    try:
        return [name.strip() for name in next(csv.reader([header.strip()], strict=True), [])]
    except csv.Error:
        return []


def _records(
    number: int, line: str, names: list[str], league: LeagueKey, remarks: Counter[str]
) -> Iterator[ParsedRecord]:
    try:
        cells = next(csv.reader([line], strict=True))
        if len(cells) != len(names):
            raise BadRow(f"{len(cells)} cells under {len(names)} columns")
        row = _Row(number, dict(zip(names, cells, strict=True)))
        fixture = _fixture(row, league, remarks)
    except csv.Error as error:
        yield Refusal(str(error), number, shown(line))
    except BadRow as error:
        yield error.refusal(number, line)
    else:
        yield from row.refused
        yield fixture


def _fixture(row: _Row, league: LeagueKey, remarks: Counter[str]) -> ParsedFixture:
    home, away = (read_name(row.text(f"{side}_team_name") or "") for side in SIDES)
    if home == away:
        raise BadRow(SAME_TEAM, home)
    state = row.text("status") or ""
    if state not in STATUSES:
        raise BadRow("a status that we do not know", state)
    status, detail = STATUSES[state]
    kickoff_ts = _kickoff(row, remarks)
    week = row.count("Game Week", 200) or None
    referee, ground, people = row.text("referee"), row.text("stadium_name"), row.count("attendance", MOST_PEOPLE)
    odds = tuple(_odds(row))
    fixture = ParsedFixture(
        league,
        None,
        TeamKey(home),
        TeamKey(away),
        kickoff_ts,
        Part.BASE
        | (Part.ROUND if week else Part(0))
        | (Part.REFEREE if referee else Part(0))
        | (Part.VENUE if ground else Part(0))
        | (Part.ODDS | Part.ODDS_SUMMARY if odds else Part(0)),
        status=status,
        state_detail=detail,
        round=week,
        referee=read_name(referee, "the referee") if referee else None,
        odds=odds,
        line=row.line,
        venue=VenueRecord(NO_ID, read_name(ground, "the ground")) if ground else None,
    )
    if status is not Status.FINISHED:
        return fixture
    further = (ParsedFigure("attendance", people, None),) if people else ()
    return _with_result(fixture._replace(further=further), row, remarks)


def _kickoff(row: _Row, remarks: Counter[str]) -> int:
    """The moment of `timestamp`, else that of `date_GMT`. Raises BadRow."""
    stamp, printed = row.text("timestamp"), row.text("date_GMT")
    match = _DAY.fullmatch(printed or "")
    day: int | None = None
    if match and match[1] in MONTHS:
        hour = int(match[4]) % 12 + (12 if match[6] == "pm" else 0)
        try:
            moment = datetime(int(match[3]), MONTHS.index(match[1]) + 1, int(match[2]), hour, int(match[5]), tzinfo=UTC)
        except ValueError:
            raise BadRow(NO_TIME, printed) from None
        day = seconds_of(moment)
    kickoff = day if stamp is None else read_count(stamp, LARGEST_TIMESTAMP)
    if kickoff is None or not is_moment(kickoff):
        raise BadRow(NO_TIME, stamp or printed)
    if day not in (None, kickoff):
        remarks["date_GMT is not the moment of timestamp, which is taken"] += 1
    return kickoff


def _with_result(fixture: ParsedFixture, row: _Row, remarks: Counter[str]) -> ParsedFixture:
    """A finished fixture with its score, its timeline and its figures."""
    score = row.both(("home_team_goal_count", "away_team_goal_count"))
    if score is None:
        raise BadRow(NO_GOALS)
    half = row.both(("home_team_goal_count_half_time", "away_team_goal_count_half_time"))
    key: Key = (day_of(fixture.kickoff_ts), fixture.home.name, fixture.away.name)
    goals = _goals(row)
    listed = [
        GoalRow(row.line, key, getattr(fixture, goal.side).name, None, goal.minute, own_goal=False, penalty=False)
        for goal in goals
    ]
    end = end_of(
        score,
        fixture.home.name,
        listed,
        may_have_extra_time=fixture.round is None or any(goal.minute > NINETY for goal in goals),
    )
    if end.final:
        remarks["a score that may include extra time, so that its ninety minutes are not known"] += 1
    events = _events(fixture, listed, goals, end, half) if has_timeline(score, fixture.home.name, listed) else None
    parts = fixture.parts | (Part.GOALS if end.ninety else Part(0)) | (Part.HALF_GOALS if half else Part(0))
    knockout = _knockout(end)
    fixture = fixture._replace(
        figures=Figures(*(end.ninety or (None, None)), *(half or (None, None))),
        events=events,
        knockout=knockout,
        parts=parts | (Part.EVENTS if events else Part(0)) | (Part.KNOCKOUT if knockout else Part(0)),
    )
    is_level = end.ninety is None or end.ninety[0] == end.ninety[1]
    if end.extra or (fixture.round is None and is_level):
        remarks["statistics that may count extra time are not read"] += 1
        return fixture
    return _with_statistics(fixture, row)


def _goals(row: _Row) -> list[_Goal]:
    """The goals whose minutes can be read, in their order; 90'2 is the second minute of stoppage time."""
    goals: list[_Goal] = []
    for side in SIDES:
        texts = (row.text(f"{side}_team_goal_timings") or "").split(",")
        for text in filter(None, (text.strip() for text in texts)):
            match = _GOAL.fullmatch(text)
            if match and int(match[1]) <= LAST_MINUTE:
                goals.append(_Goal(int(match[1]), int(match[2] or 0), side))
            else:
                row.set_aside("no minute of a goal", f"{side}_team_goal_timings", text)
    return sorted(goals, key=lambda goal: goal[:2])


def _events(
    fixture: ParsedFixture, listed: list[GoalRow], goals: list[_Goal], end: End, half: tuple[int, int] | None
) -> tuple[EventRecord, ...] | None:
    """The timeline, None if ninety minutes are not known or its score at half time is another."""
    events = timeline(fixture.home.name, listed, has_extra_time=end.extra is not None) if end.ninety else ()
    first = next((event for event in events if event.type == EventType.PERIOD_SCORE), None)
    if first is None or half not in (None, (first.home_score, first.away_score)):
        return None
    in_order = iter(goals)
    return tuple(
        event._replace(stoppage=next(in_order).stoppage or event.stoppage) if event.type == EventType.GOAL else event
        for event in events
    )


def _knockout(end: End) -> KnockoutRecord | None:
    knockout = KnockoutRecord(NO_ID)
    if end.extra:
        return knockout._replace(extra_home_goals=end.extra[0], extra_away_goals=end.extra[1])
    if end.final:
        return knockout._replace(final_home_goals=end.final[0], final_away_goals=end.final[1])
    return None


def _with_statistics(fixture: ParsedFixture, row: _Row) -> ParsedFixture:
    ends = (*COUNTS, *IN_PLAY, *FURTHER)
    both = {end: row.both(("home_team_" + end, "away_team_" + end), HIGHEST.get(end, HIGHEST_COUNT)) for end in ends}
    if both["possession"] in (None, (0, 0)):
        both = {end: counts for end, counts in both.items() if counts != (0, 0)}
    known = {end: counts for end, counts in both.items() if counts is not None}
    figures, statistics, parts = fixture.figures, StatisticsRecord(NO_ID), fixture.parts
    for end, (home, away) in known.items():
        if end in COUNTS:
            figures = figures._replace(**{f"home_{COUNTS[end]}": home, f"away_{COUNTS[end]}": away})
            parts |= Part.CORNERS if end == "corner_count" else Part.CARDS
        elif end in IN_PLAY:
            statistics = statistics._replace(**{f"home_{IN_PLAY[end]}": home, f"away_{IN_PLAY[end]}": away})
            parts |= Part.STATISTICS
    further = fixture.further + tuple(
        ParsedFigure(figure, *known[end]) for end, figure in FURTHER.items() if end in known
    )
    xg = [read_number(row.text(name) or "") for name in XG]
    if xg[0] is not None and xg[1] is not None and xg != [0, 0]:
        further += (ParsedFigure("xg", xg[0], xg[1]),)
    return fixture._replace(
        figures=figures,
        statistics=statistics if Part.STATISTICS in parts else None,
        further=further,
        parts=parts | (Part.FURTHER_FIGURES if further else Part(0)),
    )


def _odds(row: _Row) -> Iterator[ParsedOdds]:
    """The quotes of a row, none if one of its prices is missing; prices that are none are set aside."""
    for market, columns in QUOTES.items():
        prices = [read_number(row.text(name) or "0") for name in columns]
        if None in prices:
            row.set_aside("no decimal price", columns[prices.index(None)])
            continue
        known = [price for price in prices if price]
        if len(known) != len(columns):
            continue
        try:
            yield ParsedOdds(BOOKMAKER, market, None, *decimal_prices(known))
        except BadRow as error:
            row.set_aside(error.reason, columns[0], error.text)
