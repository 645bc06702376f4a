"""Reads the CSV file of a user's own bets: one bet or price a row, columns by name in any order.

    fixture                    the fixture's id, or
    date, home, away           the day and the teams in any spelling, or both teams in one column; league to narrow
    market, line, side         a market and its selection; the line is the home side's
    price, stake               decimal, a price also as 4/1; the stake is 1 where it is empty
    bookmaker                  the slug of the bookmaker whose closing price is preferred, optional

Headers and days are read as those of tables that are loaded: `Home team` is the home side, and so is `Heim`. Other
columns are named in the remarks. Where semicolons or tabs separate the cells, decimal commas are read too.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.ids import read_id
from footydata.football.markets import Market
from footydata.football.moments import day_of
from footydata.forecast.bets.bet_headers import (
    ALWAYS,
    BY_NAMES,
    TEAMS,
    check_columns,
    columns_of_bets,
    remarks_on_columns,
)
from footydata.forecast.bets.own_rows import Refused, read_own_file, rows_listed
from footydata.odds.markets import MARKET_BY_KEY
from footydata.odds.settlement import THE_MARKETS, UnknownMarket, check_line, check_side, market_of
from footydata.sources.cells import WrittenDay, read_number
from footydata.sources.day_orders import AMBIGUOUS, DayOrder, orders_of
from footydata.sources.tables.header_words import markets_called, selections_called
from footydata.sources.tables.price_forms import american, fractional
from footydata.sources.tables.profiles import two_teams
from footydata.sources.tables.written_moments import written_moment

MOST = 1_000_000_000
"""Prices and stakes must be below this, so that their sums are finite."""

_SIGNS = ("+", "-", "\u2212")
"""How American odds begin; the last is a minus that is no hyphen."""

UNSURE = frozenset(("handicap", "spread", "spreads"))
"""Names that are of the Asian handicap and of the European one, whose whole lines end otherwise."""


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


class OwnBets(NamedTuple):
    """The bets of a list. refused: the rows that can't be read as bets. remarks: on how it is read."""

    slips: list[Slip]
    refused: list[Refused]
    remarks: list[str]


def read_slips(path: Path) -> OwnBets:
    """The bets of a file. Raises InvalidArgument if it can't be read as a list of bets."""
    file = read_own_file(path, columns_of=columns_of_bets)
    check_columns(path, file.headers, file.columns)
    slips, refused, remarks = _slips(file.rows, has_decimal_commas=file.has_decimal_commas)
    return OwnBets(
        slips,
        [*file.refused, *refused],
        [*_remarks(file.headers, file.columns, file.rows), *remarks],
    )


def slips_of(rows: Mapping[int, Mapping[str, str]], headers: Sequence[str]) -> OwnBets:
    """The bets of a table.

    rows: number → cells as texts by header, empty if unknown. Raises InvalidArgument if a column is missing.
    """
    columns = columns_of_bets(headers)
    check_columns("the frame", headers, columns)
    names = dict(zip(headers, columns, strict=True))
    cells = {
        number: {names[name]: text for name, text in texts.items()}
        for number, texts in rows.items()
    }
    slips, refused, remarks = _slips(cells, has_decimal_commas=False)
    return OwnBets(slips, refused, [*_remarks(headers, columns, cells), *remarks])


def _remarks(
    headers: Sequence[str], columns: Sequence[str], rows: Mapping[int, Mapping[str, str]]
) -> list[str]:
    """What a person should know of how the columns of rows are read."""
    remarks = list(remarks_on_columns(headers, columns))
    without = (
        [number for number, cells in rows.items() if not cells.get("stake")]
        if "stake" in columns
        else []
    )
    return (
        [*remarks, f"no stake: the bet counts 1 ({rows_listed(without)})"] if without else remarks
    )


class _Writing(NamedTuple):
    """How the cells of a list are written.

    order: of day and month. is_american: whether a price has a sign, so that 150 is one too.
    """

    order: DayOrder
    has_decimal_commas: bool
    is_american: bool


def _slips(
    rows: Mapping[int, Mapping[str, str]], *, has_decimal_commas: bool
) -> tuple[list[Slip], list[Refused], list[str]]:
    """The bets of rows (number → cells by column), the rows that can't be read as bets, and remarks on these."""
    is_american = any(cells.get("price", "").startswith(_SIGNS) for cells in rows.values())
    writing = _Writing(_order_of_days(rows.values()), has_decimal_commas, is_american)
    slips, refused = [], []
    remarks: dict[str, None] = {}
    for number, cells in rows.items():
        try:
            slips.append(_slip(number, _with_teams(cells), writing))
        except UnknownMarket as error:
            refused.append(Refused(number, error.brief))
            remarks[THE_MARKETS] = None
        except FootydataError as error:
            refused.append(Refused(number, str(error)))
    return slips, refused, list(remarks)


def _with_teams(cells: Mapping[str, str]) -> Mapping[str, str]:
    """The cells of a row, with both teams of one cell as home and away."""
    together = cells.get(TEAMS) or cells.get("fixture", "")
    teams = None if cells.get("home") or cells.get("away") else two_teams(together)
    if teams is None:
        return cells
    home, away = teams
    fixture = "" if together == cells.get("fixture") else cells.get("fixture", "")
    return {**cells, "fixture": fixture, "home": home, "away": away}


def _order_of_days(rows: Iterable[Mapping[str, str]]) -> DayOrder:
    """The order in which the days are written: day first, unless some can only be month first."""
    days = [written for cells in rows if (written := _written_day(cells.get("date", "")))]
    orders = orders_of([[("", written) for written in days]])[0]
    is_proven = orders.order in (DayOrder.MONTH_FIRST, DayOrder.ONE_WAY) and not orders.is_open
    return orders.order if is_proven else DayOrder.DAY_FIRST


def _slip(row: int, cells: Mapping[str, str], writing: _Writing) -> Slip:
    missing = [name for name in ALWAYS if not cells.get(name)]
    if missing:
        raise InvalidArgument(
            f"the row has no {', '.join(missing)}", parameter=missing[0], value=None
        )
    market = _market(cells["market"], cells["side"])
    side = _side(market, cells["side"])
    fixture = cells.get("fixture", "")
    fixture_id = read_id(fixture)
    if fixture and fixture_id is None:
        raise InvalidArgument(
            f"fixture {fixture!r} is not an id; ids are whole numbers",
            parameter="fixture",
            value=fixture,
        )
    if not fixture and not all(cells.get(name) for name in BY_NAMES):
        raise InvalidArgument(
            "the row names no fixture: give fixture, or date, home and away",
            parameter="fixture",
            value=None,
        )
    line = cells.get("line", "")
    return Slip(
        row=row,
        fixture_id=fixture_id,
        day=None if fixture else _day(cells["date"], writing.order),
        home=cells.get("home") or None,
        away=cells.get("away") or None,
        league=cells.get("league") or None,
        market=market,
        line=check_line(market, _number(line, "line", writing) if line else None),
        side=side,
        price=_between(1, _price(cells["price"], writing), "price"),
        stake=_between(0, _number(cells.get("stake") or "1", "stake", writing), "stake"),
        bookmaker=cells.get("bookmaker") or None,
    )


def _market(text: str, side: str) -> Market:
    """The market that a row means: one that has the name, or the only one with such a side that is called so.

    Raises UnknownMarket, and InvalidArgument for a handicap that may be of either kind.
    """
    try:
        return market_of(text.casefold())
    except UnknownMarket:
        if text.strip().casefold() in UNSURE:
            raise InvalidArgument(
                f"market {text!r} may be an Asian or a European handicap; write asian for the former, the latter is "
                "not settled",
                parameter="market",
                value=text,
            ) from None
        sides = selections_called(side) | {side.casefold()}
        keys = frozenset().union(*(markets_called(text, each) for each in sides))
        if len(keys) != 1:
            raise
        (key,) = keys
        return MARKET_BY_KEY[key]


def _side(market: Market, text: str) -> str:
    """The selection of a market that a text names, also by its first letter. Raises InvalidArgument."""
    side = text.casefold()
    if side not in market.shape.selections:
        sides = selections_called(text).intersection(market.shape.selections)
        sides = sides or frozenset(each for each in market.shape.selections if each[0] == side)
        side = next(iter(sides)) if len(sides) == 1 else side
    check_side(market, side)
    return side


def _written_day(text: str) -> WrittenDay | None:
    """The day of a cell, which may have a time after it."""
    moment = written_moment(text)
    if moment is None or moment.seconds is None:
        return moment and moment.day
    return WrittenDay(day_of(moment.seconds), None, is_ordered=False)


def _day(text: str, order: DayOrder) -> date:
    written = _written_day(text)
    day = written and order.read(written)
    if day is None:
        why = f"is {AMBIGUOUS}" if written and written.is_open else "is not a day"
        raise InvalidArgument(
            f"date {text!r} {why}; write 2026-03-14 or 14/03/2026", parameter="date", value=text
        )
    return day


def _number(text: str, name: str, writing: _Writing) -> float:
    number = read_number(text.replace(",", ".") if writing.has_decimal_commas else text)
    if number is None:
        raise InvalidArgument(f"{name} {text!r} is not a number", parameter=name, value=text)
    return number


def _price(text: str, writing: _Writing) -> float:
    """A price, decimal or as a fraction. Raises InvalidArgument for American odds, which may look like decimal ones."""
    if (price := fractional(text)) is not None:
        return price
    price = american(text) if writing.is_american else None
    if price is not None:
        raise InvalidArgument(
            f"price {text!r} is of American odds; write decimal ones, here {price:g}",
            parameter="price",
            value=text,
        )
    return _number(text, "price", writing)


def _between(least: float, value: float, name: str) -> float:
    if not least < value < MOST or math.isnan(value):
        raise InvalidArgument(
            f"{name} {value} is not above {least} and below {MOST:,}", parameter=name, value=value
        )
    return value
