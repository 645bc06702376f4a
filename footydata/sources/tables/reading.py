"""A table as it is read by what was understood of it: all its rows are read before a person says yes.

A reading prints itself for a person: the header, what each column means, what is open, and some rows as they are read.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches
from html import escape
from itertools import chain, islice
from operator import attrgetter
from statistics import fmean

from footydata.football.countries import REGIONS
from footydata.football.errors import FootydataError
from footydata.football.moments import day_of
from footydata.football.register.leagues import registered_league
from footydata.football.register.teams import team_rows
from footydata.football.scores import Score, score_of, score_text
from footydata.football.terms import Status
from footydata.football.wording import plural, some_of
from footydata.sources.parsed import (
    UNKNOWN_COUNTRY,
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    Remark,
    UnreadableFile,
)
from footydata.sources.plausible import HALF_ABOVE_FULL, RESULT, SEASON, WEEKDAY, Checker, Does
from footydata.sources.tables.columns import CELLS, PLACE, Columns, Question
from footydata.sources.tables.meanings import IGNORE, OddsColumn, meaning_text
from footydata.sources.tables.recognising import LEAST_EVIDENCE, USUAL_GOALS
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import TextTable
from footydata.sources.tables.table_map import MEANT, OPEN, TableMap, as_document, to_toml
from footydata.sources.tables.understanding import MOST_STRANGERS, strangers, understood

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


Meeting = tuple[int, str, str]
"""A kickoff, the home and the away team."""

MOST_ASIDE = 0.02
"""The share of a column's cells that may be set aside, of rows that may be refused, and of rows that may contradict."""

MOST_HELD = 150_000
"""Rows whose fixtures are held between the reading and the load; longer tables are read again."""

SHOWN_ROWS = 3

USUAL = {"goals": USUAL_GOALS, "corners": (6.5, 13.0), "yellow": (0.5, 8.0), "red": (0.0, 1.0)}
"""Within these the mean of a figure of both sides lies, in every season of a league: corners from 8.3 to 11.4 of those known."""

_SIDES_OF = {name: attrgetter(f"home_{name}", f"away_{name}") for name in USUAL if name != "goals"}

MANY_MEETINGS, MANY_ROWS = 30, 6
"""The rows, and the rows of a team, from which on who meets whom, and where, tells whether all are of one league."""

MOST_UNEVEN, MOST_STAYS = 0.05, 0.42
"""The share of pairs that may meet twice more at one ground, and of steps between fixtures of a team at one ground.

Of 290 seasons of leagues 6 and 3 have more; with the sides of every second row exchanged, none of them has less.
"""

_OTHER_SIDE = re.compile(r"(.+) (?:U\W?\d\d|B|II|Reserves|Youth|Women|Ladies)", re.IGNORECASE)

FEWEST_TEAMS = 4
FEWEST_REGISTERED = 12
"""The teams of a competition, and those that the register has in its country, from which on it should know some."""

MISTYPED = 0.85
"""The likeness of a name that nobody knows to one of the register: two letters of Arsenal exchanged."""


@dataclass(slots=True)
class Counted:
    """What the rows of a table are: read and ignored ones, results, days (and whether of a result), cells set aside by column.

    reasons: of the refused rows. sums: of both sides' goals, corners and cards. meetings: of each competition.
    """

    rows: int = 0
    fixtures: int = 0
    results: int = 0
    ignored: int = 0
    aside: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    examples: list[ParsedFixture] = field(default_factory=list)
    days: set[tuple[date, bool]] = field(default_factory=set)
    sums: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    meetings: defaultdict[LeagueKey, list[Meeting]] = field(
        default_factory=lambda: defaultdict(list)
    )

    def add(self, record: Parsed) -> None:
        """Count a record of a row."""
        if isinstance(record, Refusal):
            if record.column is None:
                self.rows += 1
                self.reasons[record.reason] += 1
            else:
                self.aside[record.column] += 1
        elif isinstance(record, ParsedFixture):
            self.rows += 1
            self.fixtures += 1
            if score := _score_of(record):
                self.results += 1
                self.sums["goals"].append(sum(score))
            for name, sides_of in _SIDES_OF.items():
                home, away = sides_of(record.figures)
                if home is not None and away is not None:
                    self.sums[name].append(home + away)
            self.days.add((day_of(record.kickoff_ts), record.status == Status.FINISHED))
            self.meetings[record.league].append(
                (record.kickoff_ts, record.home.name, record.away.name)
            )
            if len(self.examples) < SHOWN_ROWS or (record.state_detail and len(self.examples) < 6):
                self.examples.append(record)


def _score_of(fixture: ParsedFixture) -> Score | None:
    """The goals of ninety minutes, else the final ones."""
    end = fixture.knockout
    final = None if end is None else score_of(end.final_home_goals, end.final_away_goals)
    return score_of(*fixture.figures[:2]) or final


@dataclass(slots=True, repr=False, eq=False)
class Reading:
    """How a table is read.

    Attributes:
        name: of the file or frame. table: its rows. understood: what each column means, with what is open.
        reader: of its rows, by the map. counted: what they are. looks: what a person should look at.
        contradictions: what can't both be true. mended: what the facts of rows put right.
        doubts: looks at what the rows are of, which a load by a map of before tells too.
    """

    name: str
    table: TextTable
    understood: Columns
    league: LeagueKey | None
    counted: Counted = field(default_factory=Counted)
    looks: list[str] = field(default_factory=list)
    contradictions: list[str] = field(default_factory=list)
    mended: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    reader: RowReader = field(init=False)
    held: list[Parsed] | None = None

    @property
    def map(self) -> TableMap:
        """What each column means, and what no column says, with `?` for what is open."""
        return self.understood.map

    def __str__(self) -> str:
        """What is understood of the table, for a person."""
        return text_of_reading(self)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"<pre>{escape(text_of_reading(self, 120))}</pre>"

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
        yield from self.table.notes
        yield from self.reader.remarks()
        if self.reader.has_local_times:
            yield Remark("times of an unknown zone are not taken; a map's zone tells it")
        if self.reader.has_final_scores and self.map.scores is None:
            yield Remark("goals that may include extra time are taken for final scores")
        yield from map(Remark, self.doubts)
        yield from self.reader.records() if self.held is None else self.held

    def fixtures(self) -> Iterator[ParsedFixture]:
        """The fixtures of the table as they would be read, whatever is open."""
        return (record for record in self.reader.records() if isinstance(record, ParsedFixture))

    def read_all(self) -> None:
        """Count the rows as they are stored, and find what they contradict."""
        checker, counted = Checker(), Counted()
        records = self.reader.records()
        held: list[Parsed] = list(islice(records, MOST_HELD + 1))
        self.held = held if len(held) <= MOST_HELD else None
        try:
            for record in checker.passed(chain(held, records)):
                counted.add(record)
        except UnreadableFile as error:
            self.contradictions.append(error.reason)
        self.counted, counted.ignored = counted, self.reader.ignored
        counted.rows += counted.ignored
        for check, first in checker.firsts.items():
            words = " ".join(filter(None, (first.reason, first.text)))
            if check.does == Does.DOUBT:
                self.looks.append(words)
            elif check.does == Does.MEND:
                self.mended.append(words)
        for check in (RESULT, HALF_ABOVE_FULL, SEASON, WEEKDAY):
            if (count := checker.counts[check]) > max(1, MOST_ASIDE * counted.rows):
                self.contradictions.append(f"{check.reason} in {count} of {counted.rows} rows")
        self.doubts = doubts = []
        if checker.shows_no_sides:
            doubts.append("hardly more goals at home: home and away may be exchanged")
        for name, sums in counted.sums.items():
            lowest, highest = USUAL[name]
            if len(sums) >= LEAST_EVIDENCE and not lowest <= (mean := fmean(sums)) <= highest:
                doubts.append(f"{mean:.1f} {name} a fixture: they may be of another figure")
        for key, meetings in counted.meetings.items():
            doubts += _of_teams(self.league if key.country == UNKNOWN_COUNTRY else key, meetings)
        if self.understood.is_own:
            self.looks.clear()
            return
        if not counted.results:
            self.looks.append("no row has a result")
        self.looks += doubts
        for column, count in counted.aside.items():
            if count > MOST_ASIDE * counted.rows:
                self.looks.append(f"{plural(count, 'cell')} of {column!r} set aside")
        refused = counted.reasons.total()
        if refused > MOST_ASIDE * counted.rows:
            reasons = ", ".join(f"{count} x {why}" for why, count in counted.reasons.items())
            self.looks.append(f"{plural(refused, 'row')} refused: {reasons[:120]}")


def _of_teams(league: LeagueKey | None, meetings: Sequence[Meeting]) -> Iterator[str]:
    """What to look at of the teams of a competition: strangers, and those that do not meet as in one league."""
    rows = Counter(team for _, *teams in meetings for team in teams)
    registered = league and registered_league(league.country, league.name)
    if (
        registered
        and len(rows) >= FEWEST_TEAMS
        and (
            registered.country in REGIONS or len(team_rows(registered.country)) >= FEWEST_REGISTERED
        )
    ):
        unknown = strangers(registered, rows.keys())
        if len(unknown) > MOST_STRANGERS * len(rows):
            share = f"{len(unknown)} of {len(rows)} teams"
            yield f"{share} are not known in {registered.country}: {some_of(unknown, 3)}"
            unknown = []
        spellings = [
            text
            for row in team_rows(registered.country)
            for text in (row.team.name, *row.spellings)
        ]
        for name in unknown:
            if near := get_close_matches(name, spellings, 1, MISTYPED):
                yield f"{name} may be {near[0]}, mistyped"
    for name in sorted(rows):
        if (match := _OTHER_SIDE.fullmatch(name)) and match[1] in rows:
            yield f"{name} and {match[1]} in one competition"
            break
    if len(meetings) < max(MANY_MEETINGS, MANY_ROWS * len(rows) / 2):
        return
    if once := sorted(name for name, count in rows.items() if count == 1):
        yield f"{plural(len(once), 'team')} in one row only: {once[0]}"
    opponents: defaultdict[str, set[str]] = defaultdict(set)
    last: dict[str, int] = {}
    stays, grounds = 0, Counter((home, away) for _, home, away in meetings)
    for _, *teams in sorted(meetings):
        for side, team in enumerate(teams):
            opponents[team].add(teams[1 - side])
            stays += last.get(team) == side
            last[team] = side
    group: set[str] = set()
    fresh = {*teams}
    while fresh:
        group |= fresh
        fresh = set().union(*map(opponents.__getitem__, fresh)) - group
    if min(len(group), len(rows) - len(group)) >= FEWEST_TEAMS:
        yield f"{len(group)} teams never meet the other {len(rows) - len(group)}, as {team}"
    if registered and not registered.has_standings:
        return
    uneven = [pair for pair, count in grounds.items() if count - grounds[pair[::-1]] > 1]
    steps = 2 * len(meetings) - len(rows)
    if len(uneven) > max(1, MOST_UNEVEN * len(grounds)) or stays > MOST_STAYS * steps:
        yield (
            f"sides may be exchanged: {plural(len(uneven), 'pair')} met twice more at one ground, and "
            f"{stays} of {steps} times a team stayed at home or away"
        )


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
    reading.reader = RowReader(table, found.header, found.map, league=league)
    if reading.reader.order.is_open and found.map.days is None and not found.is_own:
        found.ask_setting("days", "every day fits both orders")
    if found.header.is_missing:
        reading.looks.append("no row is a header: columns are 1, 2, 3 ...")
    if not reading.questions:
        reading.read_all()
        of_season = [each for each in reading.contradictions if each.startswith(SEASON.reason)]
        if of_season and found.map.seasons is None and found.map.season is None:
            # The day is believed, as seasons are labelled in several ways, some of them a year off.
            found.settings["seasons"] = "day"
            reading.reader = RowReader(table, found.header, found.map, league=league)
            reading.contradictions.clear()
            reading.looks[:] = [*found.looks, f"{of_season[0]}: the season is taken from the day"]
            reading.read_all()
    return reading


MOST_COLUMNS = 16
"""The columns that are shown one by one; of a wide table the prices are counted."""

MOST_LOOKS = 8
_NAMES = 22

HOW_TO_AGREE = "y to load it so, n to leave it, or NAME = VALUE to change a column or setting: "


def text_of_reading(reading: Reading, width: int = 78) -> str:
    """What is understood of a table, in a few lines of a width."""
    return "\n".join(
        line if len(line) <= width else f"{line[: width - 3]}..." for line in _lines(reading)
    )


def toml_of_reading(reading: Reading) -> str:
    """The map of a reading, with what may stand in the place of each `?`."""
    where = reading.name
    if reading.table.name is not None:
        where = f"the sheet {reading.table.name!r} of {where}"
    answer = "Answer each ?, write it to a file, and load by it" if reading.questions else "To load"
    title = (
        f"How footydata reads {where}. {answer}: footydata load DB {reading.name} --map FILE.toml"
    )
    answers = {question.name: question.choices for question in reading.questions}
    examples = {column.name: column.example for column in reading.understood.columns}
    return "\n".join(to_toml(reading.map, title, examples, answers)) + "\n"


def _lines(reading: Reading) -> Iterator[str]:
    header = reading.understood.header
    above = f", {plural(header.above, 'row')} above it left out" if header.above else ""
    row = f"row {header.last_row}{above}" if header.last_row else "of the format"
    row = "none" if header.is_missing else row
    of_header = f"  header   {row}: {', '.join(filter(None, header.names))}"
    if reading.outcome == NO:
        yield f"{reading.name} can't be read: a table, but {reading.missing}"
        yield of_header
        return
    sheet = "" if reading.table.name is None else f", sheet {reading.table.name!r},"
    yield f"{reading.name}{sheet} is a table that no source knows. It was understood so:"
    for question in reading.questions:
        choices = f": {', '.join(question.choices)}" if question.choices else ""
        yield f"  open     {question.name}: {question.why}{choices}"
    for words in reading.contradictions:
        yield f"  NOT SO   {words}: change the column that is wrong, or ignore it"
    yield from (f"  look     {words}" for words in reading.looks[:MOST_LOOKS])
    if len(reading.looks) > MOST_LOOKS:
        yield f"  look     and {len(reading.looks) - MOST_LOOKS} more like these"
    yield of_header
    yield from _columns(reading)
    yield from _summary(reading)


def _columns(reading: Reading) -> Iterator[str]:
    shown = 0
    prices: Counter[str] = Counter()
    for column in reading.understood.columns:
        meaning = column.meaning
        if meaning == IGNORE:
            continue
        mark = "?" if meaning == OPEN else "*" if column.by in (CELLS, PLACE) else " "
        if shown >= MOST_COLUMNS and mark == " " and isinstance(meaning, OddsColumn):
            prices[meaning.market] += 1
            continue
        shown += 1
        yield f" {mark} {column.name[:_NAMES]:{_NAMES}} {meaning_text(meaning):20} {column.example}"
    if prices:
        counts = ", ".join(f"{count} of {market}" for market, count in prices.items())
        yield f"   and columns of prices: {counts}"
    left = [name for name, meaning in reading.map.columns.items() if meaning == IGNORE]
    if left:
        yield f"  not read {', '.join(left)}"


def _summary(reading: Reading) -> Iterator[str]:
    counted, table_map = reading.counted, reading.map
    for name, value in as_document(table_map).items():
        if name in MEANT and value != OPEN:
            yield f"  {name:8} {value}"
    for code, name in table_map.leagues.items():
        yield f"  leagues  {code} = {name}"
    yield from (f"  note     {note.reason}" for note in reading.table.notes)
    yield from (f"  mended   {words}" for words in reading.mended)
    if not counted.rows:
        return
    league = reading.league
    if league is not None and table_map.league is None and "league" not in table_map.taken.values():
        yield f"  of       {league.country}/{league.name}"
    ignored = f", {counted.ignored} left out" if counted.ignored else ""
    days = [day for day, _ in counted.days]
    span = f", {min(days)} to {max(days)}" if days else ""
    yield (
        f"  rows     {counted.rows}: {counted.fixtures} read{span}, "
        f"{counted.results} with a result, {counted.reasons.total()} refused{ignored}; "
        f"{plural(sum(counted.aside.values()), 'cell')} set aside"
    )
    if reading.reader.has_local_times:
        yield '  times    are not taken: nothing tells their zone; zone = "Europe/London" takes them'
    yield from (f"  as       {_example(fixture)}" for fixture in counted.examples)


def _example(fixture: ParsedFixture) -> str:
    day, score = day_of(fixture.kickoff_ts), _score_of(fixture)
    text = score_text(score) if score else "no result"
    state = f" ({fixture.state_detail})" if fixture.state_detail else ""
    return f"{day:%a} {day} {fixture.home.name} {text} {fixture.away.name}{state}"
