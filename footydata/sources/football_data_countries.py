"""football-data.co.uk's 'new leagues': one file per country with all its seasons, closing odds and no statistics.

Country,League,Season,Date,Time,Home,Away,HG,AG,Res, then closing prices. Values have blanks around them ('Finland ',
' J1 League'); a season is 2012 or 2012/2013, both in one file if the calendar changed. Times are UK local time.
The site renames a competition for all seasons at once, so that a file of another year has another name for it.
Relegation play-offs are listed unmarked: a fixture of a team with very few fixtures in the season is taken as one,
and not counted in the table.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from statistics import median

from footydata.football.countries import CODE_OF_COUNTRY
from footydata.football.register.leagues import registered_league
from footydata.football.terms import Part, Status
from footydata.sources.cells import FIRST_YEAR, LAST_YEAR, read_count, read_name
from footydata.sources.csv_rows import CsvRow, CsvTable, columns_of, header_of, read_csv
from footydata.sources.dated_rows import (
    Cells,
    DatedColumns,
    DatedRow,
    kickoff,
    read_dated,
    spans_in,
)
from footydata.sources.football_data_columns import UK, unread_columns
from footydata.sources.football_data_quotes import QuoteReader
from footydata.sources.parsed import (
    Claims,
    Figures,
    LeagueKey,
    Parsed,
    ParsedFixture,
    SeasonKey,
    TeamKey,
    season_across,
    season_within,
)
from footydata.sources.protocol import CompetitionDays
from footydata.sources.refusing import (
    NO_COUNTRY,
    NO_GOALS,
    NO_SEASON,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
)

FORM = "football-data.co.uk's new leagues"
NEEDED = ("Country", "League", "Season", "Date", "Home", "Away", "HG", "AG")
COLUMNS = DatedColumns(competition=("Country", "League"), results=("HG",))
CODES = CODE_OF_COUNTRY | {"USA": "US", "Turkey": "TR", "Czech Republic": "CZ"}
PLAY_OFF = "Play-off"
FEW = 0.25
"""A team with less than this share of the season's median number of fixtures played only in a play-off."""

_Key = tuple[str, str, str]
_NAMES = ("Country", "League", "Season", "Home", "Away")


class FootballDataCountries:
    """Results and closing odds of football-data.co.uk's extra leagues: CSV, one file per country, all seasons."""

    name = "football-data"
    trust = 60

    def recognises(self, path: Path) -> bool:
        """Whether the file has a header of the format."""
        return bool(header_of(path, NEEDED))

    def spans(self, path: Path) -> Sequence[CompetitionDays]:
        """The days that the file covers, by competition."""
        return spans_in(read_csv(path, NEEDED, FORM, first_columns=COLUMNS.results), COLUMNS)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        tables = read_csv(path, NEEDED, FORM)
        yield from unread_columns(tables, ("HG", "AG"))
        play_offs = _teams_of_play_offs(tables)
        yield from read_dated(tables, COLUMNS, lambda header: _Rows(header, play_offs).read)


def _teams_of_play_offs(tables: Sequence[CsvTable]) -> set[tuple[_Key, str]]:
    """The teams with very few fixtures in a season of the file."""
    played: Counter[tuple[_Key, str]] = Counter()
    for table in tables:
        columns = columns_of(table.header)
        cells = [
            [row.cells[columns[name]].strip() for name in _NAMES]
            for row in table.rows
            if isinstance(row, CsvRow)
        ]
        played.update(
            ((country, league, season), team)
            for country, league, season, *teams in cells
            for team in teams
        )
    by_season: dict[_Key, list[int]] = {}
    for (season, _), count in played.items():
        by_season.setdefault(season, []).append(count)
    usual = {season: median(counts) for season, counts in by_season.items()}
    return {key for key, count in played.items() if count < FEW * usual[key[0]]}


class _Rows:
    """Reads the rows under one header; play_offs: the teams that played only in the play-off of a season."""

    def __init__(self, header: list[str], play_offs: set[tuple[_Key, str]]) -> None:
        self._columns = columns_of(header)
        self._quotes = QuoteReader(header)
        self._play_offs = play_offs

    def read(self, row: DatedRow) -> Iterator[Parsed]:
        cells = Cells(row, self._columns)
        try:
            fixture = self._fixture(cells, row.day)
        except BadRow as error:
            yield error.refusal(row.line, row.cells)
            return
        odds, bad_prices = self._quotes.read(row.cells, row.line)
        yield from (*cells.refused, *bad_prices)
        parts = fixture.parts | (Part.ODDS | Part.ODDS_SUMMARY if odds else Part(0))
        yield fixture._replace(odds=odds, parts=parts)

    def _fixture(self, row: Cells, day: date) -> ParsedFixture:
        country = CODES.get(row.text("Country"))
        season = _season(row.text("Season"))
        if country is None:
            raise BadRow(NO_COUNTRY, row.text("Country") or None)
        if season is None:
            raise BadRow(NO_SEASON, row.text("Season"))
        home, away = read_name(row.text("Home")), read_name(row.text("Away"))
        if home == away:
            raise BadRow(SAME_TEAM, home)
        goals = [_goals(row.text(name)) for name in ("HG", "AG")]
        if (goals[0] is None) != (goals[1] is None):
            raise BadRow(ONE_SIDES_GOALS)
        kickoff_ts, time_known = kickoff(row, day, UK)
        finished = goals[0] is not None
        key = row.text("Country"), row.text("League"), row.text("Season")
        is_play_off = any((key, row.text(side)) in self._play_offs for side in ("Home", "Away"))
        return ParsedFixture(
            _league(country, read_name(row.text("League"), "the league"), season),
            season,
            TeamKey(home),
            TeamKey(away),
            kickoff_ts,
            Part.BASE | (Part.GOALS if finished else Part(0)),
            time_known=time_known,
            status=Status.FINISHED if finished else Status.SCHEDULED,
            stage=PLAY_OFF if is_play_off else None,
            in_table=not is_play_off,
            figures=Figures(*goals) if finished else Figures(),
            line=row.line,
            claims=Claims(season=season, result=row.text("Res") or None),
        )


def _goals(text: str) -> int | None:
    goals = read_count(text)
    if goals is None and text:
        raise BadRow(NO_GOALS, text)
    return goals


@cache
def _league(country: str, name: str, season: SeasonKey) -> LeagueKey:
    """The competition that had the name in a season."""
    known = registered_league(country, name, season.start_year)
    if known is None:
        return LeagueKey(country, name, is_new=True)
    return LeagueKey(country, name if known == registered_league(country, name) else known.name)


def _season(text: str) -> SeasonKey | None:
    """The season of 2012 or 2012/2013."""
    start, mark, end = text.partition("/")
    if not (
        start.isascii()
        and start.isdigit()
        and len(start) == 4
        and FIRST_YEAR <= int(start) <= LAST_YEAR
    ):
        return None
    if not mark:
        return season_within(int(start))
    return season_across(int(start)) if end == str(int(start) + 1) else None
