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
from typing import ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from footydata.football.moments import midnight_of
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.terms import GoalDetail, Side, Status
from footydata.sources.delimited import lines_of, rows_in
from footydata.sources.json_rows import Count, Text, read_text, shaped
from footydata.sources.match_scores import (
    FULL_TIME,
    Goal,
    MatchScores,
    Score,
    check_minute,
    counted,
    timeline,
)
from footydata.sources.parsed import (
    NO_ID,
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    Remark,
    TeamKey,
)
from footydata.sources.protocol import Reach, head_text, reach_of
from footydata.sources.refusing import (
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
    FileReadWithAnother,
    SkippedFile,
    UnreadableFile,
)

READ_WITH = "read with results.csv"
LONGEST_STOPPAGE = 95
"""A goal up to this minute may be one of stoppage time, where the score after 90 minutes needed no extra time."""

NOT_BESIDE = "no results.csv beside it, whose fixtures it names"


UNKNOWN = ("", "NA")
"""How the files write a value that is not known, as the score of a coming fixture."""

Key = tuple[date, str, str]
"""The day of a fixture, its home and its away team."""


class _InFile(Struct, frozen=True):
    """A row of one of the files; file: its name."""

    file: ClassVar[str]


class _OfFixture(_InFile, frozen=True):
    """A row that names a fixture."""

    date: date
    home_team: Text
    away_team: Text

    @property
    def key(self) -> Key:
        """The day of the fixture and its sides."""
        return self.date, self.home_team, self.away_team


class ResultRow(_OfFixture, frozen=True):
    """A row of results; no score for a coming fixture. neutral: None if it is not said."""

    file = "results"
    home_score: Count | None
    away_score: Count | None
    tournament: Text
    city: Text | None
    country: Text | None
    neutral: bool | None

    @property
    def score(self) -> Score | None:
        """The goals of both sides, None if they are not known."""
        home, away = self.home_score, self.away_score
        return None if home is None or away is None else (home, away)


class ShootoutRow(_OfFixture, frozen=True, rename={"team": "winner"}):
    """A row of shootouts; team: the winner."""

    file = "shootouts"
    team: Text


class GoalRow(_OfFixture, frozen=True):
    """A row of goalscorers; team: that it counts for, of an own goal too. minute, scorer: None if unknown."""

    file = "goalscorers"
    team: Text
    scorer: Text | None
    minute: Count | None
    own_goal: bool | None
    penalty: bool | None


class FormerNameRow(_InFile, frozen=True):
    """A row of former names: what a team was called between two days."""

    file = "former_names"
    current: Text
    former: Text
    start_date: date
    end_date: date


Named = TypeVar("Named", ResultRow, ShootoutRow, GoalRow)
Row = TypeVar("Row", ResultRow, ShootoutRow, GoalRow, FormerNameRow)


def shape_of(path: Path) -> type[_InFile] | None:
    """What the rows of a file are, by its first line; None if it is none of the four, or can't be read."""
    header = head_text(path).partition("\n")[0]
    names = {name.strip().strip('"') for name in header.split(",")}
    shapes = ResultRow, ShootoutRow, GoalRow, FormerNameRow
    return next(
        (shape for shape in shapes if names.issuperset(shape.__struct_encode_fields__)), None
    )


def rows_of(path: Path, shape: type[Row]) -> Iterator[tuple[int, Row] | Refusal]:
    """The rows of a file, each with its line."""
    names: list[str] = []
    for row in rows_in(lines_of(read_text(path))):
        if isinstance(row, Refusal):
            yield row
            continue
        cells = [" ".join(cell.split()) for cell in row.cells]
        if not names:
            names = cells
            continue
        named = zip(names, cells, strict=False)
        values = {name: None if cell in UNKNOWN else cell for name, cell in named}
        try:
            read = shaped(values, shape, strict=False)
            if isinstance(read, _OfFixture):
                _check(read)
        except BadRow as error:
            yield error.refusal(row.number, row.cells)
        else:
            yield row.number, read


def _check(row: _OfFixture) -> None:
    """Raise BadRow if a row contradicts itself."""
    if row.home_team == row.away_team:
        raise BadRow(SAME_TEAM)
    if isinstance(row, ResultRow) and (row.home_score is None) != (row.away_score is None):
        raise BadRow(ONE_SIDES_GOALS)
    if isinstance(row, ShootoutRow | GoalRow) and row.team not in (row.home_team, row.away_team):
        raise BadRow("a team that did not play", row.team)
    if isinstance(row, GoalRow):
        check_minute(row.minute or 0, 0)


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
        return path.suffix == ".csv" and shape_of(path) is not None

    def reach(self, path: Path) -> Reach | None:
        """How far the results reach; the other files are read after them."""
        if shape_of(path) is not ResultRow:
            return date.min, date.min
        rows = [row[1] for row in rows_of(path, ResultRow) if not isinstance(row, Refusal)]
        return reach_of((row.date, row.score is not None) for row in rows)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the order of results.csv; a Refusal for each row that can't be taken or joined."""
        shape, folder = shape_of(path), path.resolve().parent
        if shape is ResultRow:
            self._read.add(folder)
            yield from _Joined(path).records()
            return
        if folder in self._read:
            raise FileReadWithAnother(READ_WITH)
        if shape is FormerNameRow:
            raise SkippedFile(READ_WITH)
        if shape_of(path.with_name(f"{ResultRow.file}.csv")) is not ResultRow:
            raise UnreadableFile(NOT_BESIDE)
        yield from _Joined(path).records()


class _Joined:
    """The rows of results.csv with what the files beside it say of them; path: of the one that is loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._refused: list[Refusal] = []
        self._former: dict[str, list[FormerNameRow]] = {}
        for _, former in self._rows(FormerNameRow):
            self._former.setdefault(former.former, []).append(former)
        self._goals, self._shootouts = self._by_fixture(GoalRow), self._by_fixture(ShootoutRow)
        self._times: dict[Key, int] = {}

    def _by_fixture(self, shape: type[Named]) -> dict[Key, list[tuple[int, Named]]]:
        """The rows of a file, with the present names of teams, by the fixtures that they name."""
        rows: dict[Key, list[tuple[int, Named]]] = {}
        for line, row in self._rows(shape):
            names = {
                field: former.current
                for field in ("home_team", "away_team", "team")
                for former in self._former.get(getattr(row, field, ""), ())
                if former.start_date <= row.date <= former.end_date
            }
            row = replace(row, **names) if names else row
            rows.setdefault(row.key, []).append((line, row))
        return rows

    def records(self) -> Iterator[Parsed]:
        """Every row, then what could not be joined; a row that is there again is no further fixture."""
        again: list[int] = []
        for key, rows in self._by_fixture(ResultRow).items():
            lines: dict[ResultRow, int] = {}
            again += (line for line, row in rows if lines.setdefault(row, line) != line)
            # A coming fixture is that of a result of its day, as in two states of the file.
            meetings = [row for row in lines if row.score is not None] or list(lines)
            self._times[key] = len(meetings)
            for row, line in lines.items():
                yield from self._fixture(line, row, meetings)
        yield from self._refused
        yield from self._without_fixture()
        if again:
            words = "rows are in the file again, and of the same fixture"
            yield Remark(f"{len(again):,} {words}", min(again))

    def _fixture(
        self, line: int, row: ResultRow, meetings: Sequence[ResultRow]
    ) -> Iterator[Parsed]:
        """The fixture of a row; meetings: the rows of its day and sides."""
        day, home, away = key = row.key
        is_one, number = len(meetings) == 1, 1 + meetings.index(row) if row in meetings else 1
        listed = [goal for _, goal in self._goals.get(key, ())] if is_one else []
        shootouts = self._shootouts.get(key) if is_one else None
        kicks = shootouts[-1][1] if shootouts else None
        tournament = _tournaments().get(row.tournament)
        league = (
            tournament.league if tournament else LeagueKey("WORLD", row.tournament, is_new=True)
        )
        may_have_extra_time = (
            tournament is None or tournament.may_have_extra_time or kicks is not None
        )
        scored = _timed_goals(listed, home)
        end = end_of(row.score, scored, may_have_extra_time=may_have_extra_time)
        events = timeline(end, scored)
        if events is None and listed and row.score:
            at_home = [goal.team for goal in listed].count(home)
            if (at_home, len(listed) - at_home) != row.score:
                reason = "the goals in goalscorers.csv are not those of the score"
                yield Refusal(reason, line, column="goals")
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
            line=line,
            knockout=knockout,
            venue=venue,
        )

    def _without_fixture(self) -> Iterator[Refusal]:
        """What names no fixture, or two of one day."""
        for what, rows in (("a shootout", self._shootouts), ("goals", self._goals)):
            for (day, home, away), [(line, row), *_] in rows.items():
                count = self._times.get(row.key, 0)
                which = "two fixtures of one day" if count else "no fixture"
                reason = f"{what} of {which} in results.csv ({row.file}.csv, line {line})"
                if count != 1:
                    yield Refusal(reason, text=f"{day} {home} - {away}", column=row.file)

    def _rows(self, shape: type[Row]) -> Iterator[tuple[int, Row]]:
        """The rows of a file, none if there is no such file; its refusals are noted."""
        file = self._path.with_name(f"{shape.file}.csv")
        if shape_of(self._path) is shape:
            file = self._path
        if shape_of(file) is not shape:
            return
        for row in rows_of(file, shape):
            if not isinstance(row, Refusal):
                yield row
            elif file == self._path:
                self._refused.append(row)
            else:
                where = f"{row.reason} ({file.name}, line {row.line})"
                self._refused.append(row._replace(reason=where, line=None))


def _timed_goals(listed: Sequence[GoalRow], home: str) -> list[Goal] | None:
    """The goals of a fixture, None if a minute is not known."""
    goals: list[Goal] = []
    for row in listed:
        if row.minute is None:
            return None
        detail = (
            GoalDetail.OWN_GOAL if row.own_goal else GoalDetail.PENALTY if row.penalty else None
        )
        side = Side.HOME if row.team == home else Side.AWAY
        goals.append(Goal(side, row.minute, 0, row.scorer, detail))
    return goals


def end_of(
    score: Score | None, goals: list[Goal] | None, *, may_have_extra_time: bool
) -> MatchScores:
    """The end of a fixture by its score and goals; may_have_extra_time: whether its competition has any.

    >>> end_of((0, 0), [], may_have_extra_time=True).full_time
    (0, 0)
    >>> end_of((2, 1), None, may_have_extra_time=False).full_time
    (2, 1)
    >>> end_of((2, 1), [], may_have_extra_time=True).final
    (2, 1)
    """
    if score in (None, (0, 0)) or not may_have_extra_time:
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
