"""The rows that a screen shows, in a file: CSV, JSON or Markdown."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from footydata.football.records import KnockoutRecord
from footydata.football.rows import LeagueRow
from footydata.store.read.days import ListedFixture
from footydata.views.columns import undeclared
from footydata.views.view import View

FORMATS = {"csv": "CSV", "json": "JSON", "md": "Markdown"}


def file_text(view: View, format: str) -> str:
    """The rows as the text of a file. format: csv, json or md.

    >>> print(file_text(View(undeclared(("home", "goals")), [("A|B", 2)]), "md"), end="")
    | home | goals |
    | --- | --- |
    | A\\|B | 2 |
    """
    if format == "json":
        return json.dumps(view.objects(), ensure_ascii=False) + "\n"
    lines = [view.names, *view.values()]
    if format == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(lines)
        return text.getvalue()
    lines.insert(1, ["---"] * len(view.names))
    return "".join(f"| {' | '.join(map(_in_cell, line))} |\n" for line in lines)


def _in_cell(value: object) -> str:
    return "" if value is None else str(value).replace("|", "\\|")


def write_view(view: View, format: str, folder: Path) -> Path:
    """Write the rows to a new file in the folder, named by the title; no file is replaced. Raises OSError."""
    name = re.sub(r"[^\w-]+", "-", view.title).strip("-").lower() or "view"
    for number in range(1, 1000):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}.{format}"
        try:
            with path.open("x", encoding="utf-8", newline="") as file:
                file.write(file_text(view, format))
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} has a thousand files called {name}; move some away")


FIXTURE = (
    *("kickoff_utc", "country", "league"),
    *(name for name in ListedFixture._fields if name != "end"),
    *KnockoutRecord._fields[1:],
)
"""The columns of a file of fixtures. in_play: which lines and prices are those in play, of a live fixture."""


def fixture_rows(
    title: str, rows: Iterable[ListedFixture], leagues: Mapping[int, LeagueRow]
) -> View:

    def values(row: ListedFixture) -> tuple[object, ...]:
        league = leagues.get(row.league_id)
        own = {
            "kickoff_utc": datetime.fromtimestamp(row.kickoff_ts, UTC).isoformat(),
            "country": league.country if league else None,
            "league": league.name if league else None,
            "in_play": " ".join(name for name in FIXTURE if name in row.in_play),
            **(row.end or KnockoutRecord(row.id))._asdict(),
        }
        return tuple(own[name] if name in own else getattr(row, name) for name in FIXTURE)

    return View(undeclared(FIXTURE), [values(row) for row in rows], title=title)
