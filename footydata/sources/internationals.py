"""Internationals since 1872 (martj42/international_results, CC0): results.csv with the files beside it.

A source under the entry point that packages use. results.csv has a row for each fixture, which a map reads as a row of
anyone's table; it is joined with its shootout and its goals. shootouts.csv or goalscorers.csv, loaded without it, are
read with the one beside them; former_names.csv has nothing to store, as its names are those of the register. Scores
include extra time and not the shootout. Minutes lump stoppage time: 45 and 90 may be stoppage, and a goal after 90 is
one of extra time.
register/tournaments.csv has the competition of each tournament, and why one never has extra time.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import ClassVar, NamedTuple

from msgspec import Struct

from footydata.football.countries import WORLD
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import KnockoutRecord
from footydata.football.register import rows_by
from footydata.football.scores import score_of
from footydata.football.terms import Side, Status
from footydata.sources.football_data import MappedCsv
from footydata.sources.match_scores import (
    Goal,
    MatchScores,
    counted,
    goal_of,
    settled,
    timeline,
)
from footydata.sources.parsed import (
    NO_ID,
    BadRow,
    FileReadWithAnother,
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    UnreadableFile,
)
from footydata.sources.protocol import Count, Reach, Text, head_text, read_text, shaped
from footydata.sources.tables.cell_readers import is_blank
from footydata.sources.tables.meanings import Meaning
from footydata.sources.tables.table import rows_in

Key = tuple[int, str, str]
"""The kickoff of a fixture, its home and its away team."""


FILES = {
    "goalscorers": {"date", "home_team", "away_team", "team", "scorer", "minute"},
    "shootouts": {"date", "home_team", "away_team", "winner"},
    "former_names": {"current", "former"},
}
"""The files beside results.csv, and the columns by which they are known."""


class _Row(Struct):
    """A row of goals or of shootouts; team: the winner, or that the goal counts for, of an own goal too."""

    date: date
    home_team: Text
    away_team: Text
    team: Text
    scorer: Text | None = None
    minute: Count | None = None
    own_goal: bool | None = None
    penalty: bool | None = None


class _Named(NamedTuple):
    """A row that names a fixture. file: its name in FILES. goal: in minute 0 if its minute is unknown; its side won a shootout."""

    file: str
    line: int
    key: Key
    goal: Goal


class Internationals(MappedCsv):
    """Results of internationals: results.csv, with shootouts, goalscorers and former names beside it."""

    name = "internationals"
    trust = 30
    form = "results of internationals"
    columns: ClassVar[Mapping[str, Meaning]] = {
        "date": "date",
        "home_team": "home",
        "away_team": "away",
        "home_score": "home_goals",
        "away_score": "away_goals",
        "tournament": "stage",
        "city": "city",
        "country": "venue_country",
        "neutral": "neutral",
    }
    needed = tuple(columns)
    zone = "UTC"

    def __init__(self) -> None:
        self._read: set[Path] = set()

    def recognises(self, path: Path) -> bool:
        """Whether the file is one of the four, by its header."""
        is_ours = super().recognises(path) or any(_has_columns(path, file) for file in FILES)
        return path.suffix == ".csv" and is_ours

    def reach(self, path: Path) -> Reach | None:
        """How far the results reach; the other files are read after them."""
        return super().reach(path) if super().recognises(path) else (date.min, date.min)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the order of results.csv; a Refusal for each row that can't be taken or joined."""
        folder, results = path.resolve().parent, path
        if super().recognises(path):
            self._read.add(folder)
        elif folder in self._read or _has_columns(path, "former_names"):
            raise FileReadWithAnother("read with results.csv")
        elif not super().recognises(results := path.with_name("results.csv")):
            raise UnreadableFile("no results.csv beside it, whose fixtures it names")
        yield from self._with_rows_beside(path, results)

    def _with_rows_beside(self, path: Path, results: Path) -> Iterator[Parsed]:
        """The fixtures of results, joined with the rows of the files beside it, and of the path."""
        meetings: dict[Key, list[ParsedFixture]] = {}
        for record in super().records(results):
            if isinstance(record, ParsedFixture):
                key = record.kickoff_ts, record.home.name, record.away.name
                meetings.setdefault(key, []).append(record)
            else:
                yield record
        fixtures = {key: _different(listed) for key, listed in meetings.items()}
        beside: dict[Key, list[_Named]] = {}
        for row in (*_rows_beside(path, "shootouts"), *_rows_beside(path, "goalscorers")):
            if isinstance(row, Refusal):
                yield row
            elif (count := len(fixtures.get(row.key, ()))) != 1:
                which = "two fixtures of one day" if count else "no fixture"
                reason = f"a row that names {which} of results.csv"
                yield _elsewhere(Refusal(reason, row.line, _written(row.key), row.file), row.file)
            else:
                beside.setdefault(row.key, []).append(row)
        for key, listed in fixtures.items():
            for number, fixture in enumerate(listed, start=1):
                if len(listed) > 1:
                    fixture = fixture._replace(key=f"{_written(key)} {number}")
                yield from _joined(fixture, beside.get(key, ()))


def _written(key: Key) -> str:
    kickoff, home, away = key
    return f"{day_of(kickoff)} {home} - {away}"


def _has_columns(path: Path, file: str) -> bool:
    """Whether the first line of a file has the columns of one of FILES."""
    header = head_text(path).partition("\n")[0]
    return FILES[file] <= {name.strip().strip('"') for name in header.split(",")}


def _rows_beside(path: Path, file: str) -> Iterator[_Named | Refusal]:
    """The rows of one of FILES, which is the path itself or beside it; none if there is no such file."""
    if not _has_columns(path, file):
        path = path.with_name(f"{file}.csv")
    if not _has_columns(path, file):
        return
    header: list[str] = []
    for row in rows_in(read_text(path)):
        if isinstance(row, Refusal):
            yield _elsewhere(row, file)
            continue
        cells = [" ".join(cell.split()) for cell in row.cells]
        if not header:
            header = ["team" if name == "winner" else name for name in cells]
            continue
        named = zip(header, cells, strict=False)
        values = {name: None if is_blank(cell) else cell for name, cell in named}
        try:
            raw = shaped(values, _Row, strict=False)
            if raw.team not in (raw.home_team, raw.away_team):
                raise BadRow("a team that did not play", raw.team)
            side = Side.HOME if raw.team == raw.home_team else Side.AWAY
            own, penalty = raw.own_goal, raw.penalty
            goal = goal_of(side, raw.minute or 0, 0, raw.scorer, is_own=own, is_penalty=penalty)
        except BadRow as error:
            yield _elsewhere(error.refusal(row.number, row.cells), file)
        else:
            key = midnight_of(raw.date), raw.home_team, raw.away_team
            yield _Named(file, row.number, key, goal)


def _elsewhere(refusal: Refusal, file: str) -> Refusal:
    """The refusal of a row of one of FILES."""
    where = f"({file}.csv, line {refusal.line})"
    return refusal._replace(reason=f"{refusal.reason} {where}", line=None)


def _different(listed: list[ParsedFixture]) -> list[ParsedFixture]:
    """The fixtures of a pair on a day: each row once, of coming ones none where there are results."""
    if len(listed) == 1:
        return listed
    different = {each._replace(line=None): each for each in listed}
    played = [each for each in different.values() if each.status == Status.FINISHED]
    return played or list(different.values())


def _joined(fixture: ParsedFixture, rows: Sequence[_Named]) -> Iterator[Parsed]:
    """The fixture of a row with its goals and its shootout, and a Refusal for goals that are not those of its score."""
    tournament = fixture.stage or ""
    (known,) = rows_by("tournaments.csv", "tournament").get((tournament,), [None])
    league = LeagueKey(WORLD, tournament, is_new=True)
    if known:
        league = LeagueKey(known["country"], known["league"])
    may_have_extra_time = not (known and known["never_extra_time"])
    score = score_of(*fixture.figures[:2])
    goals = [row.goal for row in rows if row.file == "goalscorers"]
    winners = [row.goal.team for row in rows if row.file == "shootouts"]
    timed = goals if all(goal.minute for goal in goals) else None
    end = MatchScores(score)
    if may_have_extra_time or winners:
        end = settled(MatchScores(final=score), timed, is_lumped=True)
    events, knockout = timeline(end, timed), end.knockout()
    if events is None and goals and score not in (None, counted(goals)):
        reason = "the goals in goalscorers.csv are not those of the score"
        yield Refusal(reason, fixture.line, column="goals")
    if winners:
        knockout = (knockout or KnockoutRecord(NO_ID))._replace(through=winners[-1], on_penalties=1)
    yield fixture._replace(
        league=league, stage=None, figures=end.figures, events=events, knockout=knockout
    )
