"""Reads the CSV file of a user's own bets: one bet or price a row, columns by name in any order.

    fixture                    the fixture's id, or
    date, home, away           a day (2026-03-14 or 14/03/2026) and the teams in any spelling; league to narrow
    market, line, side         a market and its selection; the line is the home side's
    price, stake               decimal; the stake is 1 where it is empty
    bookmaker                  the slug of the bookmaker whose closing price is preferred, optional

Other columns are ignored. If semicolons separate the cells, decimal commas are read too.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.ids import read_id
from footydata.football.markets import THREE_WAY, Market
from footydata.forecast.bets.own_rows import Refused, read_own_file
from footydata.odds.markets import DOUBLE_CHANCE, DRAW_NO_BET
from footydata.odds.settlement import check_line, check_side, market_of
from footydata.sources.cells import WrittenDay, read_number, written_day
from footydata.sources.day_orders import AMBIGUOUS, DayOrder, orders_of

ALWAYS = ("market", "side", "price")
BY_NAMES = ("date", "home", "away")
OPTIONAL = ("fixture", "league", "line", "stake", "bookmaker")

MOST = 1_000_000_000
"""Prices and stakes must be below this, so that their sums are finite."""

_SIDES = {
    THREE_WAY.name: {"1": "home", "x": "draw", "2": "away"},
    DRAW_NO_BET.name: {"1": "home", "2": "away"},
    DOUBLE_CHANCE.name: {"1x": "home_or_draw", "12": "home_or_away", "x2": "draw_or_away"},
}
"""Name of the shape → how betting slips write its sides."""


class Slip(NamedTuple):
    """A bet as it stands in the file, checked but not matched.

    row: its line in the file. fixture_id: None if the fixture is named by day and names.
    """

    row: int
    fixture_id: int | None
    day: date | None
    home: str | None
    away: str | None
    league: str | None
    market: Market
    line: float | None
    side: str
    price: float
    stake: float
    bookmaker: str | None


def read_slips(path: Path) -> tuple[list[Slip], list[Refused]]:
    """The bets of a file, and the rows that can't be read as bets. Raises InvalidArgument if the file itself can't."""
    file = read_own_file(path, column=_column)
    _check_columns(path, file.columns)
    slips, refused = _slips(file.rows, is_semicolon=file.is_semicolon)
    return slips, [*file.refused, *refused]


def slips_of(rows: Mapping[int, Mapping[str, str]], columns: Sequence[str]) -> tuple[list[Slip], list[Refused]]:
    """The bets of a table, and the rows that can't be read as bets.

    rows: number → cells as texts by column, empty if unknown. Raises InvalidArgument if a column is missing.
    """
    names = {name: _column(name) for name in columns}
    _check_columns("the frame", [_column(name) for name in columns])
    cells = {number: {names[name]: text for name, text in texts.items()} for number, texts in rows.items()}
    return _slips(cells, is_semicolon=False)


def _column(name: str) -> str:
    plain = name.strip().casefold().replace(" ", "_")
    return "fixture" if plain == "fixture_id" else plain


def _check_columns(path: Path | str, columns: Sequence[str]) -> None:
    missing = [name for name in ALWAYS if name not in columns]
    if "fixture" not in columns:
        missing += [name for name in BY_NAMES if name not in columns]
    if missing:
        raise InvalidArgument(
            f"{path} has no column {', '.join(missing)}; "
            "bets need market, side, price and either fixture or date, home, away",
            parameter="bets",
            value=list(columns),
            choices=(*ALWAYS, *BY_NAMES, *OPTIONAL),
        )
    repeated = [name for name in (*ALWAYS, *BY_NAMES, *OPTIONAL) if columns.count(name) > 1]
    if repeated:
        raise InvalidArgument(
            f"{path} has column {', '.join(repeated)} more than once; rename those that are not of the bets",
            parameter="bets",
            value=list(columns),
            choices=(*ALWAYS, *BY_NAMES, *OPTIONAL),
        )


def _slips(rows: Mapping[int, Mapping[str, str]], *, is_semicolon: bool) -> tuple[list[Slip], list[Refused]]:
    """The bets of rows (number → cells by column), and the rows that can't be read as bets."""
    order = _order_of_days(rows.values())
    slips, refused = [], []
    for number, cells in rows.items():
        try:
            slips.append(_slip(number, cells, order, is_semicolon=is_semicolon))
        except FootydataError as error:
            refused.append(Refused(number, str(error)))
    return slips, refused


def _order_of_days(rows: Iterable[Mapping[str, str]]) -> DayOrder:
    """The order in which the days are written: day first, unless some can only be month first."""
    days = [written for cells in rows if (written := _written_day(cells.get("date", "")))]
    orders = orders_of([[("", written) for written in days]])[0]
    is_proven = orders.order in (DayOrder.MONTH_FIRST, DayOrder.ONE_WAY) and not orders.is_open
    return orders.order if is_proven else DayOrder.DAY_FIRST


def _slip(row: int, cells: Mapping[str, str], order: DayOrder, *, is_semicolon: bool) -> Slip:
    missing = [name for name in ALWAYS if not cells.get(name)]
    if missing:
        raise InvalidArgument(f"the row has no {', '.join(missing)}", parameter=missing[0], value=None)
    market = market_of(cells["market"].casefold())
    side = cells["side"].casefold()
    side = _SIDES.get(market.shape.name, {}).get(side, side)
    check_side(market, side)
    fixture = cells.get("fixture", "")
    fixture_id = read_id(fixture)
    if fixture and fixture_id is None:
        raise InvalidArgument(
            f"fixture {fixture!r} is not an id; ids are whole numbers", parameter="fixture", value=fixture
        )
    if not fixture and not all(cells.get(name) for name in BY_NAMES):
        raise InvalidArgument(
            "the row names no fixture: give fixture, or date, home and away", parameter="fixture", value=None
        )
    line = cells.get("line", "")
    return Slip(
        row=row,
        fixture_id=fixture_id,
        day=None if fixture else _day(cells["date"], order),
        home=cells.get("home") or None,
        away=cells.get("away") or None,
        league=cells.get("league") or None,
        market=market,
        line=check_line(market, _number(line, "line", is_semicolon=is_semicolon) if line else None),
        side=side,
        price=_between(1, _number(cells["price"], "price", is_semicolon=is_semicolon), "price"),
        stake=_between(0, _number(cells.get("stake") or "1", "stake", is_semicolon=is_semicolon), "stake"),
        bookmaker=cells.get("bookmaker") or None,
    )


def _written_day(text: str) -> WrittenDay | None:
    """The day of a cell, which may have a time after it."""
    return written_day(text.replace("T", " ").split()[0]) if text.strip() else None


def _day(text: str, order: DayOrder) -> date:
    written = _written_day(text)
    day = written and order.read(written)
    if day is None:
        why = f"is {AMBIGUOUS}" if written and written.is_open else "is not a day"
        raise InvalidArgument(f"date {text!r} {why}; write 2026-03-14 or 14/03/2026", parameter="date", value=text)
    return day


def _number(text: str, name: str, *, is_semicolon: bool) -> float:
    number = read_number(text.replace(",", ".") if is_semicolon else text)
    if number is None:
        raise InvalidArgument(f"{name} {text!r} is not a number", parameter=name, value=text)
    return number


def _between(least: float, value: float, name: str) -> float:
    if not least < value < MOST or math.isnan(value):
        raise InvalidArgument(f"{name} {value} is not above {least} and below {MOST:,}", parameter=name, value=value)
    return value
