"""football-data.co.uk's main format: results, statistics and odds, one row per fixture.

Times are UK local time; a date without a time is 00:00 UTC with the time unknown. A row without goals is a
scheduled fixture; with half-time goals alone it was abandoned.
Shots on target are HST, shots off target HS - HST (including blocked ones, as the site counts all shots).
Cards are the site's: a second yellow counts as a yellow and a red in most leagues, but only as a red in the English
and Scottish ones. Source: the site's notes.txt.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cache, reduce
from itertools import compress
from operator import or_
from pathlib import Path

from footydata.football.moments import midnight_of
from footydata.football.records import StatisticsRecord
from footydata.football.register.figures import further_figures
from footydata.football.register.leagues import football_data_divisions
from footydata.football.terms import Part, StateDetail, Status
from footydata.sources.cells import HIGHEST_COUNT, read_count, read_name
from footydata.sources.csv_rows import columns_of, header_of, read_csv
from footydata.sources.dated_rows import DatedColumns, DatedRow, read_dated, spans_in
from footydata.sources.football_data_columns import (
    FIGURE_COLUMNS,
    FIGURE_PARTS,
    SHOT_COLUMNS,
    uk_kickoff_ts,
    unread_columns,
)
from footydata.sources.football_data_quotes import QuoteReader
from footydata.sources.parsed import (
    NO_ID,
    UNKNOWN_COUNTRY,
    Claims,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFigure,
    ParsedFixture,
    Refusal,
    TeamKey,
)
from footydata.sources.protocol import CompetitionDays
from footydata.sources.refusing import (
    NO_GOALS,
    NO_TIME,
    ONE_SIDES_FIGURE,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
    shown,
)

FORM = "football-data.co.uk's main format"
NEEDED = ("Div", "Date", "HomeTeam", "AwayTeam")
COLUMNS = DatedColumns(competition=("Div",), results=("FTHG", "FTAG", "HG", "AG"))

BAD_COUNT = "no count"
ODDS_PARTS = Part.ODDS | Part.ODDS_SUMMARY

_OF_BOTH_SIDES = FIGURE_PARTS[Part.HALF_GOALS], FIGURE_PARTS[Part.CORNERS]
"""The places of the home and the away figure of those that are known of both sides or not at all."""


class FootballData:
    """Results, statistics and odds of football-data.co.uk: CSV, one file per league and season."""

    name = "football-data"
    trust = 60

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header of the main format."""
        return bool(header_of(path, NEEDED))

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers, by division."""
        return spans_in(read_csv(path, NEEDED, FORM, first_columns=COLUMNS.results), COLUMNS)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        tables = read_csv(path, NEEDED, FORM)
        yield from unread_columns(tables, COLUMNS.results[:2])
        yield from read_dated(tables, COLUMNS, lambda header: MainFormat(header).read)


class MainFormat:
    """Reads the rows under one header."""

    def __init__(self, header: Sequence[str]) -> None:
        self._columns = columns_of(header)
        self._figures = tuple(
            self._first_of(FIGURE_COLUMNS.get(name, ())) for name in Figures._fields
        )
        self._shots = tuple(self._columns.get(name) for name in SHOT_COLUMNS)
        self._further = tuple(_further_columns(self._columns))
        self._results = tuple(self._columns.get(name) for name in ("FTR", "HTR"))
        self._header = header
        self._quotes = QuoteReader(header)
        self._leagues = {
            division: LeagueKey(*names) for division, names in football_data_divisions().items()
        }
        self._teams: dict[str, TeamKey] = {}

    def read(self, row: DatedRow) -> Iterator[Parsed]:
        """A Refusal for each value that is set aside, then the fixture; or one Refusal of the whole row."""
        try:
            fixture, refused = self._fixture(row.cells, row.line, row.day)
        except BadRow as error:
            yield error.refusal(row.line, row.cells)
            return
        yield from refused
        yield fixture

    def _fixture(
        self, row: Sequence[str], line: int, day: date
    ) -> tuple[ParsedFixture, list[Refusal]]:
        division = self._cell(row, "Div")
        if not division:
            raise BadRow("no division")
        home, away = self._team(row, "HomeTeam"), self._team(row, "AwayTeam")
        if home == away:
            raise BadRow(SAME_TEAM, home.name)
        odds, refused = self._quotes.read(row, line)
        kickoff_ts, time_known = self._kickoff(row, day, line, refused)
        figures = self._read_figures(row, line, refused)
        shots, statistics = self._read_shots(row, line, refused)
        further = self._read_further(row, line, refused) if self._further else ()
        referee = self._referee(row, line, refused)
        finished, half_known = figures.home_goals is not None, figures.half_home_goals is not None
        fixture = ParsedFixture(
            league=self._leagues.get(division) or LeagueKey(UNKNOWN_COUNTRY, division),
            season=None,
            home=home,
            away=away,
            kickoff_ts=kickoff_ts,
            parts=_parts(
                figures,
                statistics=statistics,
                further=further,
                referee=referee,
                has_odds=bool(odds),
            ),
            time_known=time_known,
            status=Status.FINISHED if finished else Status.SCHEDULED,
            state_detail=StateDetail.ABANDONED if half_known and not finished else None,
            figures=figures,
            referee=referee,
            statistics=statistics,
            odds=odds,
            line=line,
            further=further,
            claims=Claims(None, None, *self._letters(row), shots) if finished else None,
        )
        return fixture, refused

    def _first_of(self, names: tuple[str, ...]) -> int | None:
        return next((self._columns[name] for name in names if name in self._columns), None)

    def _cell(self, row: Sequence[str], name: str) -> str:
        # strip() also removes the no-break spaces of the Windows-1252 files.
        return row[self._columns[name]].strip() if name in self._columns else ""

    def _team(self, row: Sequence[str], name: str) -> TeamKey:
        text = row[self._columns[name]]
        if text not in self._teams:
            self._teams[text] = TeamKey(read_name(text))
        return self._teams[text]

    def _referee(self, row: Sequence[str], line: int, refused: list[Refusal]) -> str | None:
        text = self._cell(row, "Referee")
        try:
            return read_name(text, "the referee") if text else None
        except BadRow as error:
            refused.append(error.refusal(line, text)._replace(column="Referee"))
            return None

    def _kickoff(
        self, row: Sequence[str], day: date, line: int, refused: list[Refusal]
    ) -> tuple[int, bool]:
        time = self._cell(row, "Time")
        moment = uk_kickoff_ts(day, time) if time else None
        if time and moment is None:
            refused.append(Refusal(NO_TIME, line, shown(time), "Time"))
        return (midnight_of(day), False) if moment is None else (moment, True)

    def _read_figures(self, row: Sequence[str], line: int, refused: list[Refusal]) -> Figures:
        counts = [self._count(row, column, line, refused) for column in self._figures]
        for home_place, away_place in _OF_BOTH_SIDES:
            if (counts[home_place] is None) != (counts[away_place] is None):
                place = home_place if counts[away_place] is None else away_place
                column = self._figures[place] or 0
                refused.append(
                    Refusal(
                        ONE_SIDES_FIGURE, line, shown(row[column].strip()), self._header[column]
                    )
                )
                counts[place] = None
        figures = Figures(*counts)
        if (figures.home_goals is None) != (figures.away_goals is None):
            raise BadRow(*self._why_one_side(row))
        return figures

    def _why_one_side(self, row: Sequence[str]) -> tuple[str, str | None]:
        """Why the goals of one side alone are known, and the offending text."""
        texts = (row[column].strip() for column in self._figures[:2] if column is not None)
        wrong = next((text for text in texts if text and read_count(text) is None), None)
        return (ONE_SIDES_GOALS, None) if wrong is None else (NO_GOALS, wrong)

    def _letters(self, row: Sequence[str]) -> tuple[str | None, str | None]:
        """The result letters of full and half time: H, D or A."""
        full, half = (row[column].strip() if column else None for column in self._results)
        return full, half

    def _read_shots(
        self, row: Sequence[str], line: int, refused: list[Refusal]
    ) -> tuple[tuple[int | None, int | None], StatisticsRecord | None]:
        """The shots of both sides, and those on and off target."""
        home, away, home_on, away_on = (
            self._count(row, column, line, refused) for column in self._shots
        )
        if home_on is None and away_on is None:
            return (home, away), None
        return (home, away), StatisticsRecord(
            NO_ID,
            home_shots_on_target=home_on,
            away_shots_on_target=away_on,
            home_shots_off_target=_off_target(home, home_on),
            away_shots_off_target=_off_target(away, away_on),
        )

    def _read_further(
        self, row: Sequence[str], line: int, refused: list[Refusal]
    ) -> tuple[ParsedFigure, ...]:
        """The figures that the contract does not have; one side of each may be unknown."""
        figures = []
        for name, home_column, away_column, highest in self._further:
            home = self._count(row, home_column, line, refused, highest)
            away = self._count(row, away_column, line, refused, highest)
            if home is not None or away is not None:
                figures.append(ParsedFigure(name, home, away))
        return tuple(figures)

    def _count(
        self,
        row: Sequence[str],
        column: int | None,
        line: int,
        refused: list[Refusal],
        highest: int = HIGHEST_COUNT,
    ) -> int | None:
        text = row[column] if column is not None else ""
        if not text:
            return None
        try:
            return _COUNTS[text]
        except KeyError:
            pass
        count = read_count(text, highest)
        if count is None and text.strip():
            refusal = Refusal(BAD_COUNT, line, shown(text.strip()), self._header[column or 0])
            if refusal not in refused:
                refused.append(refusal)
        return count


_COUNTS = {str(count): count for count in range(HIGHEST_COUNT + 1)}


def _further_columns(
    columns: Mapping[str, int],
) -> Iterator[tuple[str, int | None, int | None, int]]:
    """Name, home column, away column and highest count of each further figure in a header."""
    for figure in further_figures():
        home, away = (columns.get(name) for name in (*figure.football_data, "", "")[:2])
        if home is not None or away is not None:
            yield figure.name, home, away, int(figure.highest)


def _off_target(all_shots: int | None, on_target: int | None) -> int | None:
    if all_shots is None or on_target is None or on_target > all_shots:
        return None
    return all_shots - on_target


def _parts(
    figures: Figures,
    *,
    statistics: StatisticsRecord | None,
    further: tuple[ParsedFigure, ...],
    referee: str | None,
    has_odds: bool,
) -> Part:
    known = [
        any([figures[place] is not None for place in places]) for places in FIGURE_PARTS.values()
    ]
    return _parts_of(*known, statistics is not None, bool(further), referee is not None, has_odds)


@cache
def _parts_of(*known: bool) -> Part:
    """The parts that are known; known: a flag for each of FIGURE_PARTS, then for the others. Few rows differ here."""
    parts = (*FIGURE_PARTS, Part.STATISTICS, Part.FURTHER_FIGURES, Part.REFEREE, ODDS_PARTS)
    return reduce(or_, compress(parts, known), Part.BASE)
