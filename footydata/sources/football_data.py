"""football-data.co.uk's main format: results, statistics and odds, one row per fixture.

Times are UK local time; a date without a time is 00:00 UTC with the time unknown. A row without goals is a
scheduled fixture; with half-time goals alone it was abandoned.
Shots on target are HST, shots off target HS - HST (including blocked ones, as the site counts all shots).
Cards are the site's: a second yellow counts as a yellow and a red in most leagues, but only as a red in the English
and Scottish ones. Source: the site's notes.txt.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from footydata.sources.csv_rows import header_of, read_csv
from footydata.sources.dated_rows import DatedColumns, read_dated, spans_in
from footydata.sources.football_data_columns import known_columns
from footydata.sources.football_data_rows import MainFormat
from footydata.sources.parsed import Parsed
from footydata.sources.spans import CompetitionDays
from footydata.sources.unread_columns import unread_columns

FORM = "football-data.co.uk's main format"
NEEDED = ("Div", "Date", "HomeTeam", "AwayTeam")
COLUMNS = DatedColumns(competition=("Div",), results=("FTHG", "FTAG", "HG", "AG"))


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
        yield from unread_columns(tables, known_columns(), COLUMNS.results[:2])
        yield from read_dated(tables, COLUMNS, lambda header: MainFormat(header).read)
