"""Internationals since 1872 (martj42/international_results, CC0): results.csv with the three files beside it.

A source under the entry point that packages use: it needs `sources.parsed`, the vocabulary of `football`, and what
the protocol names. results.csv has a row for each fixture, joined with its shootout and its goals; shootouts.csv or
goalscorers.csv, loaded without it, are read with the one beside them. Scores include extra time and not the shootout.
Minutes lump stoppage time: 45 and 90 may be stoppage, and a goal after 90 is one of extra time.
internationals_tournaments.csv has the competition of each tournament, and why one never has extra time.
"""

import csv
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from footydata.football.moments import midnight_of
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.terms import GoalDetail, Side, Status
from footydata.sources.internationals_rows import (
    FORMER_NAMES,
    GOALSCORERS,
    RESULTS,
    SHOOTOUTS,
    FormerNameRow,
    GoalRow,
    Key,
    ResultRow,
    Row,
    ShootoutRow,
    kind_of,
    rows_of,
)
from footydata.sources.match_scores import FULL_TIME, Goal, MatchScores, Score, counted, timeline
from footydata.sources.parsed import (
    NO_ID,
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    Remark,
    TeamKey,
)
from footydata.sources.protocol import Reach, reach_of
from footydata.sources.refusing import FileReadWithAnother, SkippedFile, UnreadableFile

READ_WITH = "read with results.csv"
LONGEST_STOPPAGE = 95
"""A goal up to this minute may be one of stoppage time, where the score after 90 minutes needed no extra time."""

NOT_BESIDE = "no results.csv beside it, whose fixtures it names"


class Tournament(NamedTuple):
    """The competition of a tournament; may_have_extra_time: whether any fixture of it may have had extra time."""

    league: LeagueKey
    may_have_extra_time: bool = True


class Internationals:
    """Results of internationals: results.csv, with shootouts, goalscorers and former names beside it."""

    name = "internationals"
    trust = 30

    def __init__(self) -> None:
        self._read: set[Path] = set()

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of the four, by its header."""
        return path.suffix == ".csv" and kind_of(path) is not None

    def reach(self, path: Path) -> Reach | None:
        """How far the results reach; the other files are read after them."""
        rows = rows_of(path, RESULTS, ResultRow) if kind_of(path) == RESULTS else iter(())
        days = [(row.key[0], row.score is not None) for row in rows if not isinstance(row, Refusal)]
        return reach_of(days) or (date.min, date.min)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the order of results.csv; a Refusal for each row that can't be taken or joined."""
        kind, folder = kind_of(path), path.resolve().parent
        if kind == RESULTS:
            self._read.add(folder)
            yield from _Joined(path).records()
            return
        if folder in self._read:
            raise FileReadWithAnother(READ_WITH)
        if kind == FORMER_NAMES:
            raise SkippedFile(READ_WITH)
        beside = path.with_name(f"{RESULTS}.csv")
        if kind_of(beside) != RESULTS:
            raise UnreadableFile(NOT_BESIDE)
        for record in _Joined(beside).records():
            if isinstance(record, Refusal) and record.line is not None:
                where = f"{record.reason} (results.csv, line {record.line})"
                record = record._replace(reason=where, line=None)
            yield record


class _Joined:
    """The rows of results.csv with what the files beside it say of them."""

    def __init__(self, path: Path) -> None:
        self._refused: list[Refusal] = []
        self._former: dict[str, list[FormerNameRow]] = {}
        self._goals: dict[Key, list[GoalRow]] = {}
        self._shootouts: dict[Key, ShootoutRow] = {}
        for former in self._beside(path, FORMER_NAMES, FormerNameRow):
            self._former.setdefault(former.former, []).append(former)
        for scored in self._beside(path, GOALSCORERS, GoalRow):
            self._goals.setdefault(self._current(scored.key), []).append(
                scored._replace(team=self._name(scored.team, scored.key[0]))
            )
        for kicks in self._beside(path, SHOOTOUTS, ShootoutRow):
            winner = self._name(kicks.team, kicks.key[0])
            self._shootouts[self._current(kicks.key)] = kicks._replace(team=winner)
        self._rows: list[ResultRow | Refusal] = []
        self._of_day: dict[Key, list[ResultRow]] = {}
        self._again: list[int] = []
        self._read_results(path)

    def records(self) -> Iterator[Parsed]:
        """Every row, then what could not be joined."""
        for row in self._rows:
            if isinstance(row, Refusal):
                yield row
            else:
                yield from self._fixture(row, self._current(row.key))
        yield from self._refused
        yield from self._without_fixture()
        if self._again:
            yield Remark(
                f"{len(self._again):,} rows are in the file again, and of the same fixture",
                self._again[0],
            )

    def _read_results(self, path: Path) -> None:
        """Read the results and sort them by fixture; a row that is there again is no further fixture."""
        seen: set[ResultRow] = set()
        for row in rows_of(path, RESULTS, ResultRow):
            if isinstance(row, ResultRow):
                bare = row._replace(line=0)
                if bare in seen:
                    self._again.append(row.line)
                    continue
                seen.add(bare)
                self._of_day.setdefault(self._current(row.key), []).append(row)
            self._rows.append(row)
        for key, rows in self._of_day.items():
            # A coming fixture is that of a result of its day, as in two states of the file.
            self._of_day[key] = [row for row in rows if row.score is not None] or rows

    def _times(self, key: Key) -> int:
        """How often two teams meet on a day."""
        return len(self._of_day.get(key, ()))

    def _fixture(self, row: ResultRow, key: Key) -> Iterator[Parsed]:
        day, home, away = key
        meetings = self._of_day[key]
        is_one, number = len(meetings) == 1, 1 + meetings.index(row) if row in meetings else 1
        listed = self._goals.get(key, []) if is_one else []
        kicks = self._shootouts.get(key) if is_one else None
        tournament = _tournaments().get(row.tournament)
        league = (
            tournament.league if tournament else LeagueKey("WORLD", row.tournament, is_new=True)
        )
        may_have_extra_time = (
            tournament is None or tournament.may_have_extra_time or kicks is not None
        )
        scored = _timed_goals(listed, home)
        end = (
            end_of(row.score, scored, may_have_extra_time=may_have_extra_time)
            if row.score
            else MatchScores()
        )
        events = timeline(end, scored)
        if events is None and listed and row.score:
            at_home = sum(goal.team == home for goal in listed)
            if (at_home, len(listed) - at_home) != row.score:
                reason = "the goals in goalscorers.csv are not those of the score"
                yield Refusal(reason, row.line, column="goals")
        knockout, venue = _knockout(end, home, kicks), _venue(row)
        yield ParsedFixture(
            league,
            None,
            TeamKey(home),
            TeamKey(away),
            midnight_of(day),
            time_known=False,
            status=Status.SCHEDULED if row.score is None else Status.FINISHED,
            figures=end.figures,
            events=events,
            key=None if is_one else f"{day} {home} - {away} {number}",
            line=row.line,
            knockout=knockout,
            venue=venue,
        )

    def _without_fixture(self) -> Iterator[Refusal]:
        """What names no fixture, or two of one day."""
        named: list[tuple[str, str, ShootoutRow | GoalRow]] = []
        named += (("a shootout", SHOOTOUTS, row) for row in self._shootouts.values())
        named += (("goals", GOALSCORERS, rows[0]) for rows in self._goals.values())
        for what, file, row in named:
            key = self._current(row.key)
            if (count := self._times(key)) != 1:
                which = "two fixtures of one day" if count else "no fixture"
                reason = f"{what} of {which} in results.csv ({file}.csv, line {row.line})"
                yield Refusal(reason, text=f"{key[0]} {key[1]} - {key[2]}", column=file)

    def _current(self, key: Key) -> Key:
        day, home, away = key
        return day, self._name(home, day), self._name(away, day)

    def _name(self, name: str, day: date) -> str:
        """The present name of a team that a file calls by a former one."""
        former = self._former.get(name, ())
        return next((each.current for each in former if each.first <= day <= each.last), name)

    def _beside(self, path: Path, kind: str, shape: type[Row]) -> Iterator[Row]:
        """The rows of a file beside the results, none if there is no such file; its refusals are noted."""
        file = path.with_name(f"{kind}.csv")
        if kind_of(file) != kind:
            return
        for row in rows_of(file, kind, shape):
            if isinstance(row, Refusal):
                self._refused.append(
                    row._replace(reason=f"{row.reason} ({kind}.csv, line {row.line})", line=None)
                )
            else:
                yield row


def _timed_goals(listed: Sequence[GoalRow], home: str) -> list[Goal] | None:
    """The goals of a fixture, None if a minute is not known."""
    return (
        None if any(row.minute is None for row in listed) else [_goal(row, home) for row in listed]
    )


def _goal(row: GoalRow, home: str) -> Goal:
    own_goal = GoalDetail.OWN_GOAL if row.own_goal else None
    detail = own_goal or (GoalDetail.PENALTY if row.penalty else None)
    side = Side.HOME if row.team == home else Side.AWAY
    return Goal(side, row.minute or 0, 0, row.scorer, detail)


def end_of(score: Score, goals: list[Goal] | None, *, may_have_extra_time: bool) -> MatchScores:
    """The end of a fixture by its score and goals; may_have_extra_time: whether its competition has any.

    >>> end_of((0, 0), [], may_have_extra_time=True).full_time
    (0, 0)
    >>> end_of((2, 1), None, may_have_extra_time=False).full_time
    (2, 1)
    >>> end_of((2, 1), [], may_have_extra_time=True).final
    (2, 1)
    """
    if score == (0, 0) or not may_have_extra_time:
        return MatchScores(score)
    if goals is None or counted(goals) != score:
        return MatchScores(final=score)
    later = [goal for goal in goals if goal.minute > FULL_TIME]
    if not later:
        return MatchScores(score)
    home, away = counted(goal for goal in goals if goal not in later)
    if home != away and max(goal.minute for goal in later) <= LONGEST_STOPPAGE:
        # Stoppage time of ninety minutes, or extra time after a second leg.
        return MatchScores(final=score)
    return MatchScores((home, away), extra_time=score)


def _knockout(end: MatchScores, home: str, kicks: ShootoutRow | None) -> KnockoutRecord | None:
    """The score beyond ninety minutes and who won the shootout, None if there was neither."""
    knockout = end.knockout()
    if kicks is None:
        return knockout
    winner = Side.HOME if kicks.team == home else Side.AWAY
    return (knockout or KnockoutRecord(NO_ID))._replace(through=winner, on_penalties=1)


def _venue(row: ResultRow) -> VenueRecord | None:
    if row.city is None and row.country is None and row.neutral is None:
        return None
    neutral = None if row.neutral is None else int(row.neutral)
    return VenueRecord(NO_ID, None, row.city, row.country, neutral)


@cache
def _tournaments() -> dict[str, Tournament]:
    """Tournament, as results.csv has it → its competition."""
    text = (
        files("footydata.sources")
        .joinpath("internationals_tournaments.csv")
        .read_text(encoding="utf-8")
    )
    return {
        row["tournament"]: Tournament(
            LeagueKey(row["country"], row["league"]), not row["never_extra_time"]
        )
        for row in csv.DictReader(text.splitlines())
    }
