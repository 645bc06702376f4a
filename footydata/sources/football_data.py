"""football-data.co.uk's main format: results, statistics and odds, one row a fixture.

Times are UK local time; a date without a time is 00:00 UTC with the time unknown. A row without goals is a
scheduled fixture; with half-time goals alone it was abandoned.
Shots on target are HST, shots off target HS - HST (blocked ones among them, as the site counts all shots).
Cards as the site has them: a second yellow is a yellow and a red in the European leagues, a red alone in the
English and Scottish ones. Source: the site's notes.txt.
"""

import csv
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from footydata.sources.football_data_rows import MainFormat
from footydata.sources.football_data_text import decoded, looks_binary, read_day
from footydata.sources.head import head_of
from footydata.sources.parsed import Parsed, Refusal

NEEDED = ("Div", "Date", "HomeTeam", "AwayTeam")


class FootballData:
    """The source football-data, in its main format."""

    name = "football-data"
    trust = 60

    def recognises(self, path: Path) -> bool:
        """Whether the file starts with a header of the main format."""
        head = head_of(path)
        return not looks_binary(head) and _is_header(_first_names(head))

    def records(self, path: Path) -> Iterator[Parsed]:
        """The fixtures in the file's order, and a Refusal for each row or value that can't be taken."""
        content = path.read_bytes()
        if looks_binary(content):
            yield Refusal("a binary file")
            return
        text = decoded(content)
        try:
            header, *cells = _cells(text)
        except csv.Error as error:
            yield Refusal(f"not a CSV file: {error}")
            return
        header = [name.strip() for name in header]
        rows = [(line, row) for line, row in enumerate(cells, start=2) if _has_text(row)]
        if not _is_header(header):
            yield Refusal("no header of football-data.co.uk's main format", text=",".join(header)[:200])
            return
        main = MainFormat(header, spans=_spans(header, rows))
        cut = _cut_short(header, rows, text)
        for line, row in rows:
            if line == cut:
                yield Refusal("the file ends in the middle of this row", line, ",".join(row)[:200])
            else:
                yield from main.read(row, line)
        if not rows:
            yield Refusal("a header without rows")


def _first_names(head: bytes) -> list[str]:
    """The names in the first line of a file, none where it is no CSV."""
    line = head.replace(b"\r", b"\n").partition(b"\n")[0]
    try:
        return [name.strip() for name in _cells(decoded(line))[0]]
    except csv.Error:
        return []


def _cells(text: str) -> list[list[str]]:
    """The cells of each line, empty lines too. Raises csv.Error.

    Each line is a row: an unpaired quotation mark must not swallow the lines below it.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if '"' not in text:
        return [line.split(",") for line in lines]
    return [next(csv.reader([line]), []) for line in lines]


def _has_text(row: list[str]) -> bool:
    return any(cell and not cell.isspace() for cell in row)


def _is_header(header: list[str]) -> bool:
    return all(name in header for name in NEEDED)


def _cut_short(header: list[str], rows: list[tuple[int, list[str]]], text: str) -> int | None:
    """The line of the last row where the file was cut off inside it: no line end, and cells missing."""
    named = max(place for place, name in enumerate(header, start=1) if name)
    if not rows or text.endswith(("\n", "\r")) or len(rows[-1][1]) >= named:
        return None
    return rows[-1][0]


def _spans(header: list[str], rows: list[tuple[int, list[str]]]) -> dict[str, tuple[date, date]]:
    """Division → the first and the last day that the file has of it."""
    division, day = header.index("Div"), header.index("Date")
    days: dict[str, list[date]] = {}
    for _, row in rows:
        read = read_day(row[day].strip()) if len(row) > max(day, division) else None
        if read is not None:
            days.setdefault(row[division].strip(), []).append(read)
    return {name: (min(all_days), max(all_days)) for name, all_days in days.items()}
