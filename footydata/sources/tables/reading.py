"""A table as it is read by what was understood of it: all its rows are read before a person says yes."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from datetime import date

from footydata.football.countries import REGIONS
from footydata.football.errors import FootydataError
from footydata.football.moments import day_of
from footydata.football.register.leagues import registered_league
from footydata.football.register.teams import team_rows
from footydata.football.terms import Status
from footydata.football.wording import plural
from footydata.sources.day_orders import FoundOrder
from footydata.sources.parsed import (
    UNKNOWN_COUNTRY,
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    Remark,
)
from footydata.sources.plausible import HALF_ABOVE_FULL, RESULT, SEASON, WEEKDAY, Checker, Does
from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.columns import Columns, Question
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.understanding import strangers, understood

CLEAR, LOOK, ASKED, NO = "clear", "look", "open", "no"
"""What comes of a reading: it can be stored, a person should look, something is open, or it is no table of fixtures."""


class TableNotAgreed(FootydataError):
    """A table that no source knows, and nobody has said yes to how it is read; nothing of it was stored.

    Attributes:
        reading: how it would be read, with its `map`. report: of the load, whose other files are stored; None without.
    """

    def __init__(self, reading: "Reading", report: object = None) -> None:
        super().__init__(
            f"{reading}\nNothing of it was stored. Load it by what was understood, with map=error.reading.map, or by "
            "a map of your own; yes=True loads a table of which nothing is open or doubtful."
        )
        self.reading, self.report = reading, report


MOST_ASIDE = 0.02
"""The share of a column's cells that may be set aside, of rows that may be refused, and of rows that may contradict."""

MOST_HELD = 150_000
"""Rows whose fixtures are held between the reading and the load; longer tables are read again."""

SHOWN_ROWS = 3

FEWEST_TEAMS = 4
FEWEST_REGISTERED = 12
"""The teams of a competition, and those that the register has in its country, from which on it should know some."""


@dataclass(slots=True)
class Counted:
    """What the rows of a table are: read, refused and ignored ones, results, days (and whether of a result), and cells set aside by column.

    teams: the names of the teams of each competition.
    """

    rows: int = 0
    fixtures: int = 0
    results: int = 0
    refused: int = 0
    ignored: int = 0
    aside: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    examples: list[ParsedFixture] = field(default_factory=list)
    days: set[tuple[date, bool]] = field(default_factory=set)
    teams: defaultdict[LeagueKey, set[str]] = field(default_factory=lambda: defaultdict(set))

    def add(self, record: Parsed) -> None:
        """Count a record of a row."""
        if isinstance(record, Refusal):
            if record.column is None:
                self.rows += 1
                self.refused += 1
                self.reasons[record.reason] = self.reasons.get(record.reason, 0) + 1
            else:
                self.aside[record.column] = self.aside.get(record.column, 0) + 1
            return
        if not isinstance(record, ParsedFixture):
            return
        self.rows += 1
        self.fixtures += 1
        is_result = record.status == Status.FINISHED
        self.results += is_result
        self.days.add((day_of(record.kickoff_ts), is_result))
        self.teams[record.league] |= {record.home.name, record.away.name}
        if len(self.examples) < SHOWN_ROWS or (record.state_detail and len(self.examples) < 6):
            self.examples.append(record)


@dataclass(slots=True, repr=False)
class Reading:
    """How a table is read.

    Attributes:
        name: of the file or frame. table: its rows. understood: what each column means, with what is open.
        counted: what its rows are. looks: what a person should look at.
        contradictions: what can't both be true. mended: what the facts of rows put right.
    """

    name: str
    table: TextTable
    understood: Columns
    league: LeagueKey | None
    counted: Counted = field(default_factory=Counted)
    looks: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    mended: list[str] = field(default_factory=list)
    order: FoundOrder | None = None
    has_local_times: bool = False
    has_final_scores: bool = False
    held: list[Parsed] | None = None

    @property
    def map(self) -> TableMap:
        """What each column means, and what no column says, with `?` for what is open."""
        return self.understood.map

    def __str__(self) -> str:
        """What is understood of the table, for a person."""
        from footydata.sources.tables.showing import text_of_reading

        return text_of_reading(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        from footydata.sources.tables.showing import html_of_reading

        return html_of_reading(self)

    @property
    def questions(self) -> list[Question]:
        """What is open."""
        return self.understood.questions

    @property
    def missing(self) -> str | None:
        """Why the table is none of fixtures, None if it is one."""
        return self.understood.missing

    @property
    def outcome(self) -> str:
        """clear, look, open or no."""
        if self.missing is not None:
            return NO
        if self.questions or self.contradictions:
            return ASKED
        return LOOK if self.looks else CLEAR

    def records(self) -> Iterator[Parsed]:
        """The fixtures of the table, and a Refusal for each row and cell that can't be taken."""
        reader = self.reader()
        yield from self.table.notes
        yield from reader.remarks()
        if self.has_local_times:
            yield Remark("times of an unknown zone are not taken; a map's zone tells it")
        if self.has_final_scores and self.map.scores is None:
            yield Remark("goals that may include extra time are taken for final scores")
        yield from reader.records() if self.held is None else self.held

    def fixtures(self) -> Iterator[ParsedFixture]:
        """The fixtures of the table as they would be read, whatever is open."""
        return (record for record in self.reader().records() if isinstance(record, ParsedFixture))

    def reader(self) -> RowReader:
        """What reads the rows by the map as it is now."""
        return RowReader(
            self.table, self.understood.header, self.map, league=self.league, order=self.order
        )

    def read_all(self) -> None:
        """Count the rows as they are stored, and find what they contradict."""
        reader, checker = self.reader(), Checker()
        held: list[Parsed] = []
        try:
            for record in checker.passed(_kept(reader.records(), held)):
                self.counted.add(record)
        except UnreadableFile as error:
            self.contradictions.append(error.reason)
        self.held = held or None
        self.counted.ignored = reader.ignored
        self.counted.rows += reader.ignored
        self.has_local_times = reader.has_local_times
        self.has_final_scores = reader.has_final_scores
        failed = Counter(finding.check.reason for finding in checker.findings)
        for finding in {each.check: each for each in reversed(checker.findings)}.values():
            words = " ".join(filter(None, (finding.check.reason, finding.text)))
            if finding.check.does == Does.DOUBT:
                self.looks.append(words)
            elif finding.check.does == Does.MEND:
                self.mended.append(words)
        self._judge(failed)

    def _judge(self, failed: Counter[str]) -> None:
        """What the rows contradict: asked where it is more than a slip, else to be looked at."""
        counted = self.counted
        most = max(1, MOST_ASIDE * counted.rows)
        for reason, why in _CONTRADICTIONS.items():
            if failed[reason] > most:
                self.contradictions.append(f"{why} in {failed[reason]} of {counted.rows} rows")
        if self.understood.is_own:
            self.looks.clear()
            return
        if not counted.results:
            self.looks.append("no row has a result")
        for key, names in counted.teams.items():
            league = self.league if key.country == UNKNOWN_COUNTRY else key
            if league is not None and (strangers := _strangers(league, names)):
                self.looks.append(strangers)
        for column, count in counted.aside.items():
            if count > MOST_ASIDE * counted.rows:
                self.looks.append(f"{plural(count, 'cell')} of {column!r} set aside")
        if counted.refused > MOST_ASIDE * counted.rows:
            reasons = ", ".join(f"{count} x {why}" for why, count in counted.reasons.items())
            self.looks.append(f"{plural(counted.refused, 'row')} refused: {reasons[:120]}")


_CONTRADICTIONS = {
    RESULT.reason: "the letter of the result contradicts the goals",
    HALF_ABOVE_FULL.reason: "half time has more goals than full time",
    SEASON.reason: "the day is not of the season",
    WEEKDAY.reason: "the weekday is not that of the day",
}


def _strangers(league: LeagueKey, names: Set[str]) -> str | None:
    """What to look at where hardly a team of a table is one of its competition's country; None where most are."""
    registered = registered_league(league.country, league.name)
    if registered is None or len(names) < FEWEST_TEAMS:
        return None
    if league.country not in REGIONS and len(team_rows(league.country)) < FEWEST_REGISTERED:
        return None
    unknown = strangers(registered, names)
    if not unknown:
        return None
    examples = ", ".join(sorted(unknown)[:3])
    return f"{len(unknown)} of {len(names)} teams are not known in {league.country}: {examples}"


def _kept(records: Iterator[Parsed], held: list[Parsed]) -> Iterator[Parsed]:
    """The records, each held for the load; none of them if they are too many."""
    is_small = True
    for record in records:
        if is_small:
            held.append(record)
            if len(held) > MOST_HELD:
                held.clear()
                is_small = False
        yield record


def reading_of(
    table: TextTable,
    name: str,
    *,
    agreed: TableMap | None = None,
    is_whole: bool = False,
    league: LeagueKey | None = None,
) -> Reading:
    """How a table is read, all of whose rows are read for it; nothing is stored.

    agreed, is_whole: as of `understood`. league: the competition of rows that name no known one. Raises
    UnreadableFile, and OSError.
    """
    found = understood(table, agreed, is_whole=is_whole, has_league=league is not None)
    reading = Reading(name, table, found, league)
    reading.looks += found.looks
    if found.missing is not None:
        return reading
    reading.order = reading.reader().order
    if reading.order.is_open and found.map.days is None and not found.is_own:
        found.ask_setting("days", "every day fits both orders")
    if found.header.is_missing:
        reading.looks.append("no row is a header: columns are 1, 2, 3 ...")
    if not reading.questions:
        reading.read_all()
        _settle_seasons(reading)
    return reading


def _settle_seasons(reading: Reading) -> None:
    """Propose the day where the season of a column is not that of its days, as of one that is a year off."""
    contradicted = [each for each in reading.contradictions if each.startswith("the day is")]
    if not contradicted or reading.map.seasons is not None or reading.map.season is not None:
        return
    reading.contradictions.clear()
    reading.understood.settings["seasons"] = "day"
    reading.counted = Counted()
    reading.looks[:] = reading.understood.looks
    reading.looks.append(f"{contradicted[0]}: the season is taken from the day")
    reading.read_all()
