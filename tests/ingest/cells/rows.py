"""A row of a public file as it should be stored, cell by cell."""

import csv
import io
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?|[+-]?\.[0-9]+")

Cell = str | int | float
"""A value that is stored."""


class Row(NamedTuple):
    """A fixture as a file prints it.

    competition: country and name; season: its label. cells: name → value, what is not printed left out. place: the
    file and its line.
    """

    competition: tuple[str, str]
    season: str
    kickoff_ts: int
    time_known: bool
    home: str
    away: str
    cells: dict[str, Cell]
    place: str


class Unusable(NamedTuple):
    """A cell that can't be what its column says."""

    file: str
    line: int
    column: str
    text: str


def table(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Line number and cells by column of a CSV file, without rows that are empty throughout."""
    raw = path.read_bytes()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252")
    rows = csv.reader(io.StringIO(text, newline=""))
    header = [name.strip() for name in next(rows)]
    for number, row in enumerate(rows, start=2):
        if any(cell.strip() for cell in row):
            yield (
                number,
                {name: cell.strip() for name, cell in zip(header, row, strict=False) if name},
            )


def day_of(text: str) -> date:
    """The day of dd/mm/yy, dd/mm/yyyy or yyyy-mm-dd."""
    if "-" in text:
        return date.fromisoformat(text)
    day, month, year = (int(part) for part in text.split("/"))
    return date(year if year > 99 else year + 2000, month, day)


def moment(day: date, time: str, zone: str) -> tuple[int, bool]:
    """The kickoff in unix seconds, and whether its time is known: midnight UTC of the day where it is not."""
    if not time:
        return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()), False
    hour, minute = (int(part) for part in re.split("[:.]", time)[:2])
    at = datetime(day.year, day.month, day.day, hour, minute, tzinfo=ZoneInfo(zone))
    return int(at.timestamp()), True


def across(day: date) -> str:
    """The label of the season that runs from July to June; that of 2019-20 lasted to August."""
    first = day.year if day.month >= (9 if day.year == 2020 else 7) else day.year - 1
    return f"{first % 100:02}/{(first + 1) % 100:02}"


def number(text: str) -> float | None:
    """A number, None where the cell holds none."""
    return float(text) if NUMBER.fullmatch(text) else None
