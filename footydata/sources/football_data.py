"""CSV formats that come with a map, as that of football-data.co.uk and of its 'new leagues'.

Their rows are read as those of anyone's table, and need nobody's yes. A format says by which columns its header is
known, and what each means. What a map can't say, the format's `records` adds to the fixtures that are read. A file may
be glued together of several: each row is read under the header above it.
The main format has results, statistics and odds of a league's season. A row without goals is a scheduled fixture; with
half-time goals alone it was abandoned. Shots on target are HST, shots off target HS - HST (including blocked ones, as
the site counts all shots). Cards are the site's: a second yellow counts as a yellow and a red in most leagues, but only
as a red in the English and Scottish ones. Source: the site's notes.txt.
The new leagues have one file per country with all its seasons, closing odds and no statistics. A season is 2012 or
2012/2013, both in one file if the calendar changed. The site renames a competition for all seasons at once, so that a
file of another year has another name for it. Relegation play-offs are listed unmarked.
Times are UK local time; a date without a time is 00:00 UTC with the time unknown.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import inf
from pathlib import Path
from statistics import median
from typing import ClassVar

from footydata.football.register import further_figures, names_of_sides
from footydata.football.register.leagues import registered_league
from footydata.football.terms import StateDetail
from footydata.sources.parsed import (
    LeagueKey,
    Parsed,
    ParsedFixture,
    Refusal,
    SeasonKey,
    UnreadableFile,
    shown,
)
from footydata.sources.protocol import Reach, head_of, reach_of
from footydata.sources.tables.cell_readers import is_blank
from footydata.sources.tables.columns import Header
from footydata.sources.tables.meanings import Meaning, football_data_names, price_columns
from footydata.sources.tables.row_reader import RowReader
from footydata.sources.tables.table import (
    LONGEST_ROW,
    MOST_COLUMNS,
    Row,
    TextTable,
    rows_in,
    text_in,
    unique,
)
from footydata.sources.tables.table_map import TableMap

MOST_HELD = 1 << 18
"""Characters of a file whose rows are held, as nearly every season's; those of a longer one are read twice."""

_GOALS = ("home_goals", "away_goals")


class MappedCsv:
    """A source of CSV files with a known header.

    Attributes:
        form: what such a file is called, for messages. needed: the columns of its header.
        columns: column → its meaning; of two columns of one meaning the first counts. zone: of the times.
        bookmaker: of prices whose column names none.
        unstored: columns that are known and say nothing more; None where no other column is named either.
    """

    name: str
    trust: int
    form: ClassVar[str]
    needed: ClassVar[tuple[str, ...]]
    columns: ClassVar[Mapping[str, Meaning]]
    zone: ClassVar[str]
    bookmaker: ClassVar[str | None] = None
    unstored: ClassVar[frozenset[str] | None] = frozenset()

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header of the format near its beginning."""
        head = head_of(path, LONGEST_ROW).decode(errors="replace")
        return all(name in head for name in self.needed) and any(
            isinstance(row, Row) and {*self.needed} <= {*row.cells} for row in rows_in(head)
        )

    def reach(self, path: Path) -> Reach | None:
        """How far the file reaches."""
        reached = []
        for reader in self._parts(path)[1]:
            places = [reader.taken.places.get(name, MOST_COLUMNS) for name in _GOALS]
            for row, _, written in reader.dated():
                if day := reader.order.order.read(written):
                    has_result = all(
                        place < len(row.cells) and not is_blank(row.cells[place])
                        for place in places
                    )
                    reached.append((day, has_result))
        return reach_of(reached)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        table, readers = self._parts(path)
        if not any(True for reader in readers for _ in reader.rows()):
            raise UnreadableFile(f"no row under a header of {self.form}")
        known = None if self.unstored is None else self.unstored | self.columns.keys()
        yield from table.notes
        for reader in readers:
            yield from reader.remarks(known)
        for row in table.rows():
            if isinstance(row, Refusal):
                above = row
            else:
                above = Refusal("a row above the first header", row.number, shown(row.cells))
            if (above.line or 0) >= readers[0].header.last_row:
                break
            yield above
        for reader in readers:
            for record in reader.records():
                yield self.completed(record) if isinstance(record, ParsedFixture) else record

    def completed(self, fixture: ParsedFixture) -> ParsedFixture:
        """A fixture with what the map of its columns can't say."""
        return fixture

    def _parts(self, path: Path) -> tuple[TextTable, list[RowReader]]:
        """The rows of a file, and what reads those under each header up to the next one. Raises UnreadableFile, and OSError.

        A text that is not UTF-8 is Windows-1252.
        """
        text, notes = text_in(path.read_bytes(), "cp1252")
        table = TextTable(None, None, lambda: rows_in(text), notes)
        if len(text) <= MOST_HELD:
            held = list(table.rows())
            table = TextTable(None, None, lambda: iter(held), notes)
        headers = [
            Header(unique(row.cells), row.number)
            for row in table.rows()
            if isinstance(row, Row) and {*self.needed} <= {*row.cells}
        ]
        ends = [*(header.last_row for header in headers[1:]), inf]
        readers = []
        for header, end in zip(headers, ends, strict=False):
            # Of several columns of a meaning the first counts.
            columns: dict[str, Meaning] = {}
            for name, meaning in self.columns.items():
                if name in header.names and meaning not in columns.values():
                    columns[name] = meaning
            table_map = TableMap(
                columns,
                zone=self.zone,
                bookmaker=self.bookmaker,
                scores="ninety minutes",
                seasons="column",
            )
            readers.append(RowReader(table, header, table_map, end=end))
        return table, readers


SHOTS = "shots"
PLAY_OFF = "Play-off"
FEW = 0.25
"""A team with less than this share of the season's median number of fixtures played only in a play-off."""

_FURTHER: dict[str, Meaning] = {
    column: name
    for figure in further_figures()
    if figure.football_data
    for column, name in zip(
        figure.football_data, names_of_sides(figure)[-len(figure.football_data) :], strict=True
    )
}


_UNSTORED = frozenset(
    ("Bb1X2", "BbOU", "BbAH", "Country", "League", "Season", "Home", "Away", "Res")
)
"""How many bookmakers an average has, and the columns of the other format."""


_OF_BOTH: Mapping[str, Meaning] = {"Date": "date", "Time": "time", **price_columns()}
"""The columns of both formats of the site."""


class FootballData(MappedCsv):
    """Results, statistics and odds of football-data.co.uk: CSV, one file per league and season."""

    name = "football-data"
    trust = 60
    form = "football-data.co.uk's main format"
    needed = ("Div", "Date", "HomeTeam", "AwayTeam")
    zone = "Europe/London"
    columns: ClassVar[Mapping[str, Meaning]] = {
        "Div": "league",
        "HomeTeam": "home",
        "AwayTeam": "away",
        **football_data_names("figure"),
        **_FURTHER,
        "Referee": "referee",
        **_OF_BOTH,
    }
    unstored = _UNSTORED

    def completed(self, fixture: ParsedFixture) -> ParsedFixture:
        """A fixture with its shots off target, and abandoned if its half-time goals alone are known."""
        figures, statistics = fixture.figures, fixture.statistics
        if figures.home_goals is None and figures.half_home_goals is not None:
            fixture = fixture._replace(state_detail=StateDetail.ABANDONED)
        for figure, *shots, _ in fixture.further if statistics else ():
            if figure == SHOTS and statistics is not None:
                on_target = statistics.home_shots_on_target, statistics.away_shots_on_target
                home, away = (
                    None if whole is None or part is None or part > whole else int(whole) - part
                    for whole, part in zip(shots, on_target, strict=True)
                )
                statistics = statistics._replace(
                    home_shots_off_target=home, away_shots_off_target=away
                )
                return fixture._replace(statistics=statistics)
        return fixture


class FootballDataCountries(MappedCsv):
    """Results and closing odds of football-data.co.uk's extra leagues: CSV, one file per country, all seasons."""

    name = "football-data"
    trust = 60
    form = "football-data.co.uk's new leagues"
    needed = ("Country", "League", "Season", "Date", "Home", "Away", "HG", "AG")
    zone = "Europe/London"
    columns: ClassVar[Mapping[str, Meaning]] = {
        "Country": "country",
        "League": "league",
        "Season": "season",
        "Home": "home",
        "Away": "away",
        "HG": "home_goals",
        "AG": "away_goals",
        "Res": "result",
        **_OF_BOTH,
    }
    unstored = _UNSTORED.union(FootballData.columns)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        records = list(super().records(path))
        fixtures = [record for record in records if isinstance(record, ParsedFixture)]
        play_offs = {fixture.line for fixture in _played_off(fixtures)}
        for record in records:
            if isinstance(record, ParsedFixture):
                assert record.season is not None
                record = record._replace(league=_league(record.league, record.season))
                if record.line in play_offs:
                    record = record._replace(stage=PLAY_OFF, in_table=False)
            yield record


def _played_off(fixtures: Sequence[ParsedFixture]) -> Iterator[ParsedFixture]:
    """The fixtures of a team that has very few of them in a season of the file."""
    sides = [
        ((fixture.league, fixture.season), (fixture.home, fixture.away)) for fixture in fixtures
    ]
    played = Counter((season, team) for season, teams in sides for team in teams)
    counts: dict[object, list[int]] = {}
    for (season, _), count in played.items():
        counts.setdefault(season, []).append(count)
    fewest = {season: FEW * median(of_teams) for season, of_teams in counts.items()}
    for fixture, (season, teams) in zip(fixtures, sides, strict=True):
        if any(played[season, team] < fewest[season] for team in teams):
            yield fixture


@cache
def _league(league: LeagueKey, season: SeasonKey) -> LeagueKey:
    """The competition that had the name in a season."""
    country, name = league.country, league.name
    known = registered_league(country, name, season.start_year)
    if known is None:
        return LeagueKey(country, name, is_new=True)
    return LeagueKey(country, name if known == registered_league(country, name) else known.name)
