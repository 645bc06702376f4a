"""Reads the CSV file of a user's own bets: one bet or price a row, columns by name in any order.

    fixture                    the fixture's id, or
    date, home, away           the day and the teams in any spelling, or both teams in one column; league to narrow
    market, line, side         a market and its selection; the line is the home side's
    price, stake               decimal; the stake is 1 where it is empty
    bookmaker                  the slug of the bookmaker whose closing price is preferred, optional

Headers and days are read as those of tables that are loaded: `Home team` is the home side, and so is `Heim`. Other
columns are ignored. Where semicolons or tabs separate the cells, decimal commas are read too.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.ids import read_id
from footydata.football.markets import HANDICAP, THREE_WAY, TOTAL, YES_NO, Market
from footydata.football.moments import day_of
from footydata.football.register.naming import normalised
from footydata.football.wording import nearest
from footydata.forecast.bets.own_rows import Refused, read_own_file
from footydata.odds.markets import DOUBLE_CHANCE, DRAW_NO_BET
from footydata.odds.settlement import check_line, check_side, market_of
from footydata.sources.cells import WrittenDay, read_number
from footydata.sources.day_orders import AMBIGUOUS, DayOrder, orders_of
from footydata.sources.tables.header_words import candidates
from footydata.sources.tables.profiles import two_teams
from footydata.sources.tables.written_moments import written_moment

ALWAYS = ("market", "side", "price")
BY_NAMES = ("date", "home", "away")
OPTIONAL = ("fixture", "league", "line", "stake", "bookmaker")
TEAMS = "teams"
"""The column of both teams in one cell, in place of home and away."""

NAMES = (*ALWAYS, *BY_NAMES, *OPTIONAL, TEAMS)

_OTHER_WORDS = {
    "bet type": "market",
    "selection": "side",
    "pick": "side",
    "odds": "price",
    "decimal odds": "price",
    "handicap": "line",
    "bookie": "bookmaker",
    "kickoff": "date",
}
"""Header, or meaning of one in a table of fixtures → the column of a bet."""

MOST = 1_000_000_000
"""Prices and stakes must be below this, so that their sums are finite."""

_SIDES = {
    THREE_WAY.name: {"1": "home", "x": "draw", "2": "away", "h": "home", "d": "draw", "a": "away"},
    DRAW_NO_BET.name: {"1": "home", "2": "away", "h": "home", "a": "away"},
    HANDICAP.name: {"1": "home", "2": "away", "h": "home", "a": "away"},
    TOTAL.name: {"o": "over", "u": "under"},
    YES_NO.name: {"y": "yes", "n": "no"},
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
    file = read_own_file(path, columns_of=_columns)
    _check_columns(path, file.columns)
    slips, refused = _slips(file.rows, has_decimal_commas=file.has_decimal_commas)
    return slips, [*file.refused, *refused]


def slips_of(rows: Mapping[int, Mapping[str, str]], columns: Sequence[str]) -> tuple[list[Slip], list[Refused]]:
    """The bets of a table, and the rows that can't be read as bets.

    rows: number → cells as texts by column, empty if unknown. Raises InvalidArgument if a column is missing.
    """
    own_names = _columns(columns)
    _check_columns("the frame", own_names)
    names = dict(zip(columns, own_names, strict=True))
    cells = {number: {names[name]: text for name, text in texts.items()} for number, texts in rows.items()}
    return _slips(cells, has_decimal_commas=False)


def _columns(headers: Sequence[str]) -> tuple[str, ...]:
    """The columns of a bet under these headers; one that none has stays as it is.

    A header that is the name of a column comes before others that mean it: those are then left alone.

    >>> _columns(["Date", "Home team", "Away team", "market", "price", "odds", "note"])
    ('date', 'home', 'away', 'market', 'price', 'odds', 'note')
    """
    words = [normalised(header.replace("_", " ")) for header in headers]
    plain = ["fixture" if each == "fixture id" else each for each in words]
    return tuple(
        name if name in NAMES else next((each for each in _meanings(name, header) if each not in plain), name)
        for name, header in zip(plain, headers, strict=True)
    )


def _meanings(name: str, header: str) -> Iterable[str]:
    words = (name, *(each for each in candidates(header) if isinstance(each, str)))
    return (name for word in words if (name := _OTHER_WORDS.get(word, word)) in NAMES)


def _check_columns(path: Path | str, columns: Sequence[str]) -> None:
    missing = [name for name in ALWAYS if name not in columns]
    if "fixture" not in columns:
        missing += [name for name in BY_NAMES if name not in columns and (name == "date" or TEAMS not in columns)]
    if missing:
        others = [name for name in columns if name and name not in NAMES]
        near = {other: name for name in missing for other in nearest(name, others)[:1]}
        hint = "".join(f"; {other!r} may be {name}: rename it" for other, name in near.items())
        raise InvalidArgument(
            f"{path} has no column {', '.join(missing)}{hint}; "
            "bets need market, side, price and either fixture or date, home, away",
            parameter="bets",
            value=list(columns),
            choices=(*ALWAYS, *BY_NAMES, *OPTIONAL),
        )
    repeated = [name for name in NAMES if columns.count(name) > 1]
    if repeated:
        raise InvalidArgument(
            f"{path} has column {', '.join(repeated)} more than once; rename those that are not of the bets",
            parameter="bets",
            value=list(columns),
            choices=(*ALWAYS, *BY_NAMES, *OPTIONAL),
        )


def _slips(rows: Mapping[int, Mapping[str, str]], *, has_decimal_commas: bool) -> tuple[list[Slip], list[Refused]]:
    """The bets of rows (number → cells by column), and the rows that can't be read as bets."""
    order = _order_of_days(rows.values())
    slips, refused = [], []
    for number, cells in rows.items():
        try:
            slips.append(_slip(number, _with_teams(cells), order, has_decimal_commas=has_decimal_commas))
        except FootydataError as error:
            refused.append(Refused(number, str(error)))
    return slips, refused


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


def _slip(row: int, cells: Mapping[str, str], order: DayOrder, *, has_decimal_commas: bool) -> Slip:
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
        line=check_line(market, _number(line, "line", has_decimal_commas=has_decimal_commas) if line else None),
        side=side,
        price=_between(1, _number(cells["price"], "price", has_decimal_commas=has_decimal_commas), "price"),
        stake=_between(0, _number(cells.get("stake") or "1", "stake", has_decimal_commas=has_decimal_commas), "stake"),
        bookmaker=cells.get("bookmaker") or None,
    )


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
        raise InvalidArgument(f"date {text!r} {why}; write 2026-03-14 or 14/03/2026", parameter="date", value=text)
    return day


def _number(text: str, name: str, *, has_decimal_commas: bool) -> float:
    number = read_number(text.replace(",", ".") if has_decimal_commas else text)
    if number is None:
        raise InvalidArgument(f"{name} {text!r} is not a number", parameter=name, value=text)
    return number


def _between(least: float, value: float, name: str) -> float:
    if not least < value < MOST or math.isnan(value):
        raise InvalidArgument(f"{name} {value} is not above {least} and below {MOST:,}", parameter=name, value=value)
    return value
