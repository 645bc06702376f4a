"""football-data.co.uk's main format: results, statistics and odds, one row a fixture.

Times are UK local time; a date without a time is 00:00 UTC with the time unknown. A row without goals is a
scheduled fixture; with half-time goals alone it was abandoned.
Shots on target are HST, shots off target HS - HST (blocked ones among them, as the site counts all shots).
Cards as the site has them: a second yellow is a yellow and a red in the European leagues, a red alone in the
English and Scottish ones. Source: the site's notes.txt.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from footydata.sources.cells import read_day
from footydata.sources.csv_rows import CsvFile, CsvRow, columns_of, header_of, read_csv
from footydata.sources.football_data_rows import MainFormat
from footydata.sources.parsed import Parsed, Refusal
from footydata.sources.refusing import shown

NEEDED = ("Div", "Date", "HomeTeam", "AwayTeam")
GOALS = ("FTHG", "FTAG", "HG", "AG")
"""The columns of a result; a row that ends before them tells nothing that can be relied on."""


class FootballData:
    """The source football-data, in its main format."""

    name = "football-data"
    trust = 60

    def recognises(self, path: Path) -> bool:
        """Whether the file starts with a header of the main format."""
        header = header_of(path)
        return all(name in header for name in NEEDED)

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        file = read_csv(path, NEEDED, "football-data.co.uk's main format", whole=GOALS)
        main = MainFormat(file.header, spans=_spans(file))
        for row in file.rows:
            if isinstance(row, Refusal):
                yield row
            elif row.line == file.cut_line and _is_short(row, file.header):
                yield Refusal("the file ends in the middle of this row", row.line, shown(row.cells))
            else:
                yield from main.read(row)


def _is_short(row: CsvRow, header: list[str]) -> bool:
    return row.width < max(place for place, name in enumerate(header, start=1) if name)


def _spans(file: CsvFile) -> dict[str, tuple[date, date]]:
    """Division → the first and the last day that the file has of it."""
    columns = columns_of(file.header)
    division, day = columns["Div"], columns["Date"]
    days: dict[str, list[date]] = {}
    for row in file.rows:
        read = read_day(row.cells[day].strip()) if isinstance(row, CsvRow) else None
        if isinstance(row, CsvRow) and read is not None:
            days.setdefault(row.cells[division].strip(), []).append(read)
    return {name: (min(all_days), max(all_days)) for name, all_days in days.items()}
