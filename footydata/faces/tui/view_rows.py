"""The rows that a screen shows, and writing them to a file: CSV, JSON or Markdown."""

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from footydata.football.records import EventRecord, KnockoutRecord
from footydata.football.rows import LeagueRow
from footydata.store.read.fixtures.days import ListedFixture

if TYPE_CHECKING:
    from footydata.faces.reading.fixture import FixtureContent
    from footydata.views.view import View


Cell: TypeAlias = str | int | float | None


class ViewRows(NamedTuple):
    """The rows that a screen shows; the title becomes the name of the file."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


FORMATS = ("csv", "json", "md")


def file_text(view: ViewRows, format: str) -> str:
    """The rows as the text of a file. format: csv, json or md.

    >>> print(file_text(ViewRows("Day", ("home", "goals"), [("A|B", 2)]), "md"), end="")
    | home | goals |
    | --- | --- |
    | A\\|B | 2 |
    """
    if format == "json":
        return (
            json.dumps(
                [dict(zip(view.columns, row, strict=True)) for row in view.rows], ensure_ascii=False
            )
            + "\n"
        )
    if format == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([view.columns, *view.rows])
        return text.getvalue()
    lines = [view.columns, ["---"] * len(view.columns), *view.rows]
    return "".join(f"| {' | '.join(map(_in_cell, line))} |\n" for line in lines)


def _in_cell(value: Cell) -> str:
    return "" if value is None else str(value).replace("|", "\\|")


def write_view(view: ViewRows, format: str, folder: Path) -> Path:
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
    *(
        "id",
        "kickoff_utc",
        "time_known",
        "country",
        "league",
        "season",
        "round",
        "status",
        "state_detail",
    ),
    *("home", "away", "home_goals", "away_goals", "half_home_goals", "half_away_goals"),
    *("home_corners", "away_corners", "home_yellow", "away_yellow", "home_red", "away_red"),
    *(
        "goal_line",
        "corner_line",
        "fair_corner_line",
        "handicap",
        "price_home",
        "price_draw",
        "price_away",
    ),
    "in_play",
    *KnockoutRecord._fields[1:],
)
"""The columns of a file of fixtures. in_play: which lines and prices are those in play, of a live fixture."""


def fixture_rows(
    title: str, rows: Iterable[ListedFixture], leagues: Mapping[int, LeagueRow]
) -> ViewRows:

    def values(row: ListedFixture) -> list[str | int | float | None]:
        league = leagues.get(row.league_id)
        own = {
            "kickoff_utc": datetime.fromtimestamp(row.kickoff_ts, UTC).isoformat(),
            "country": league.country if league else None,
            "league": league.name if league else None,
            "in_play": " ".join(name for name in FIXTURE if name in row.in_play),
            **(row.end or KnockoutRecord(row.id))._asdict(),
        }
        return [own[name] if name in own else getattr(row, name) for name in FIXTURE]

    return ViewRows(title, FIXTURE, [values(row) for row in rows])


def rows_of(title: str, view: "View") -> ViewRows:
    """The rows of a view for programs, in its order."""
    return ViewRows(title, [each.name for each in view.columns], view.rows)


def event_rows(content: "FixtureContent") -> ViewRows:
    columns = [name for name in EventRecord._fields if name != "fixture_id"]
    title = f"{content.fixture.home} {content.fixture.away} timeline"
    return ViewRows(
        title, columns, [[getattr(event, name) for name in columns] for event in content.events]
    )
