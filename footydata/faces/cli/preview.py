"""footydata fixture --before: shows what was known before a fixture."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from footydata.faces.cli import clock
from footydata.faces.cli.printing import (
    NO_PROFIT,
    print_filled,
    print_json,
    print_rows,
    say,
)
from footydata.football.moments import day_of, iso_utc, minute_text
from footydata.football.records import FairLine
from footydata.forecast.lazy_pricing import preview_with_lines
from footydata.odds.markets import ALL_MARKETS
from footydata.store.file.snapshots import reading
from footydata.store.read.fixtures.preview import PARTS, Preview, RecordedLine, heading_of, title_of
from footydata.views.columns import column_name
from footydata.views.doubts import old_doubts, result_ages
from footydata.views.fixtures import ListedRow, pair


def print_preview(database: Path, fixture_id: int, *, last: int, format: str, quiet: bool) -> None:
    """Print what was known before a fixture."""
    with reading(database) as connection:
        content = preview_with_lines(connection, fixture_id, now=clock.now(), last=last)
        ages = result_ages(connection, [content.fixture], now=clock.now())
    for doubt in old_doubts(ages, what="this preview"):
        say(f"Doubtful: {doubt}", err=True)
    if format == "json":
        print_json(
            {
                "kickoff_utc": iso_utc(content.fixture.kickoff_ts),
                "fixture": content.fixture._asdict(),
                "known_until_utc": iso_utc(content.known_until),
                **{part: [_fields(row) for row in rows] for part, rows in _parts(content)},
                "reasons": content.reasons,
            }
        )
    elif format == "csv":
        cells = [
            (part, number, name, value)
            for part, rows in (("fixture", [content.fixture]), *_parts(content))
            for number, row in enumerate(rows, start=1)
            for name, value in _fields(row).items()
        ]
        print_rows(("part", "row", "name", "value"), cells, format=format)
    else:
        say(title_of(content.fixture), bold=True)
        _print_page(content)
        if content.fair_lines and not quiet:
            say(NO_PROFIT, err=True)


def _fields(row: Any) -> dict[str, object]:
    """The fields of a row under the names that they have everywhere."""
    return {column_name(name): value for name, value in row._asdict().items()}


def _parts(preview: Preview) -> list[tuple[str, Sequence[Any]]]:
    return [(part, getattr(preview, part)) for part in PARTS]


def _print_page(preview: Preview) -> None:
    for part, rows in _parts(preview):
        if part == "recorded_lines" and rows:
            # They stand beside the fair lines.
            continue
        say()
        say(heading_of(part), bold=True)
        if rows or (part == "fair_lines" and preview.recorded_lines):
            whole = {"meetings": _meetings, "fair_lines": _lines}.get(part)
            columns, cells = whole(preview) if whole else _CELLS[part](rows)
            print_filled(columns, cells, spare=("model", "computed", "by", "seen", "means"))
        if part in preview.reasons:
            say(f"none: {preview.reasons[part]}" if not rows else preview.reasons[part])


Cells = tuple[Sequence[str], list[tuple[object, ...]]]


def _meetings(preview: Preview) -> Cells:
    columns = ("day", "league", "home", "score", "away", "corners", "cards")
    return columns, [
        (
            day_of(row.kickoff_ts).isoformat(),
            row.league,
            row.home,
            ListedRow(row, preview.ends[row.id], "").score,
            row.away,
            pair(row.home_corners, row.away_corners),
            ListedRow(row, preview.ends[row.id], "").cards,
        )
        for row in preview.meetings
    ]


def _forms(rows: Sequence[Any]) -> Cells:
    columns = ("team", "at", "last", "W", "D", "L", "goals", "corners", "cards")
    return columns, [
        (
            *(row.team, row.venue, row.letters, row.won, row.drawn, row.lost),
            _means(row.goals_for, row.goals_against),
            _means(row.corners_for, row.corners_against),
            _means(row.cards_for, row.cards_against),
        )
        for row in rows
    ]


def _profiles(rows: Sequence[Any]) -> Cells:
    columns = (
        "figure",
        "team",
        "at",
        "fixtures",
        "own",
        "opponents",
        "both",
        "league own",
        "opponents",
        "both",
    )
    return columns, [
        (
            *(
                _spaced(row.figure),
                row.team,
                row.venue,
                row.fixtures,
                row.own,
                row.opponents,
                row.both,
            ),
            *(row.league_own, row.league_opponents, row.league_both),
        )
        for row in rows
    ]


def _referee(rows: Sequence[Any]) -> Cells:
    columns = ("referee", "figure", "fixtures", "home", "away", "both", "league")
    return columns, [
        (
            row.referee,
            _spaced(row.figure),
            row.fixtures,
            row.home,
            row.away,
            row.both,
            row.league_both,
        )
        for row in rows
    ]


def _places(rows: Sequence[Any]) -> Cells:
    columns = ("#", "team", "P", "W", "D", "L", "GF", "GA", "Pts", "form")
    return columns, [
        (
            *(row.position, row.team_name, row.played, row.won, row.drawn, row.lost),
            *(row.goals_for, row.goals_against, row.points, row.form),
        )
        for row in rows
    ]


def _lines(preview: Preview) -> Cells:
    """Fair lines, each beside the recorded one of its market; markets that have only one of them too."""
    columns = (
        "market",
        "line",
        "fair",
        "80%",
        "recorded",
        "at",
        "by",
        "means",
        "seen",
        "computed",
        "model",
    )
    fair_by_market = {row.market: row for row in preview.fair_lines}
    recorded_by_market = {row.market: row for row in preview.recorded_lines}
    cells: list[tuple[object, ...]] = []
    for market in ALL_MARKETS:
        fair, recorded = fair_by_market.get(market.key), recorded_by_market.get(market.key)
        if fair or recorded:
            of_fair = _fair(fair) if fair else (None,) * 7
            of_recorded = (
                (recorded.line, _prices(recorded), recorded.bookmaker) if recorded else (None,) * 3
            )
            cells.append((market.param, *of_fair[:3], *of_recorded, *of_fair[3:]))
    return columns, cells


def _fair(row: FairLine) -> tuple[object, ...]:
    return (
        row.line,
        _prices(row),
        None if row.price_1_low is None else f"{row.price_1_low:.2f}-{row.price_1_high:.2f}",
        _means(row.home_mean, row.away_mean),
        None if row.home_seen is None else f"{row.home_seen} {row.away_seen}",
        minute_text(row.computed_ts),
        row.model,
    )


def _prices(row: FairLine | RecordedLine) -> str | None:
    return (
        " ".join(
            f"{price:.2f}" for price in (row.price_1, row.price_2, row.price_3) if price is not None
        )
        or None
    )


def _means(one: float | None, other: float | None) -> str | None:
    return None if one is None or other is None else f"{one:.1f} {other:.1f}"


def _spaced(figure: str) -> str:
    return figure.replace("_", " ")


_CELLS: dict[str, Callable[[Sequence[Any]], Cells]] = {
    "forms": _forms,
    "profiles": _profiles,
    "referee": _referee,
    "places": _places,
}
