"""Reads a table of a user's own bets: one bet or price a row, columns by name in any order.

    fixture                    the fixture's id, or
    date, home, away           the day and the teams in any spelling, or both teams in one column; league to narrow
    market, line, side         a market and its selection; the line is the home side's, and may stand in the side
    price, stake               decimal, a price also as 4/1; the stake is 1 where it is empty, and may be money
    bookmaker                  the slug of the bookmaker whose closing price is preferred, optional

Headers and days are read as those of tables that are loaded: `Home team` is the home side, and so is `Heim`. Other
columns are named in the remarks. Decimals may have commas. Of a line
under another name (`Handicap`), or beside the side (`Bayern +0.5`), nobody can tell whether an away bet has the home
side's or its own: it is refused unless `handicap` says which. So are lines and prices that no bookmaker has.
"""

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from footydata.football.errors import FootydataError, InvalidArgument
from footydata.football.markets import HANDICAP, Market
from footydata.football.register import bare
from footydata.football.wording import read_id
from footydata.forecast.bets.bet_headers import (
    ALWAYS,
    BY_NAMES,
    IGNORED,
    NAMES,
    TEAMS,
    UNITS,
    check_columns,
    columns_of_bets,
    is_home_line,
    remarks_on_columns,
)
from footydata.forecast.bets.own_rows import Refused, own_table, read_list, rows_listed
from footydata.odds.markets import MARKET_BY_KEY
from footydata.odds.settlement import THE_MARKETS, UnknownMarket, check_line, check_side, market_of
from footydata.sources.cells import HIGHEST_PRICE, read_number
from footydata.sources.days import AMBIGUOUS, DayOrder, order_of, written_moment
from footydata.sources.plausible import why_impossible
from footydata.sources.tables.cell_readers import american, fractional, two_teams
from footydata.sources.tables.header_words import markets_called, selections_called
from footydata.sources.tables.table import TextTable

MOST = 1_000_000_000
"""Stakes must be below this, so that their sums are finite."""

WHOSE = ("home", "own")
"""Whose handicap the line of an away bet is: the home side's, or its own."""

WHOSE_HANDICAP = (
    "the handicap of an away bet is the home side's or its own: say which by --handicap home or own"
)

POINT_LOST = "is whole and 100 or above, as all prices are: the decimal point is lost, or they are American odds"

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


class SlipMap(NamedTuple):
    """What a person says of a list of bets.

    columns: header → the column of a bet, or IGNORED. handicap: one of WHOSE, None if it is not said.
    """

    columns: Mapping[str, str] = {}
    handicap: str | None = None


NO_MAP = SlipMap()


def slip_map_of(path: Path | None, handicap: str | None) -> SlipMap:
    """What a TOML file and an option say of a list of bets, the option first. Raises InvalidArgument."""
    given: dict[str, Any] = {}
    if path is not None:
        try:
            given = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except (OSError, ValueError) as error:
            raise InvalidArgument(
                f"{path} can't be read: {error}", parameter="map", value=path
            ) from error
    columns, whose = given.pop("columns", {}), given.pop("handicap", None)
    if given:
        raise _bad_map(f"{next(iter(given))!r} is no setting of bets", ("columns", "handicap"))
    if not isinstance(columns, dict):
        raise _bad_map("columns is no table", ("[columns]",))
    for header, column in columns.items():
        if column not in (*NAMES, IGNORED):
            raise _bad_map(f"{header!r} = {column!r} is no column of a bet", (*NAMES, IGNORED))
    whose = handicap or whose
    if whose not in (None, *WHOSE):
        raise _bad_map(f"handicap {whose!r} is nobody's", WHOSE)
    return SlipMap(columns, whose)


def _bad_map(message: str, choices: Sequence[str]) -> InvalidArgument:
    return InvalidArgument(
        f"{message}; it may be {', '.join(choices)}", parameter="map", value=None, choices=choices
    )


def read_slips(path: Path, slip_map: SlipMap = NO_MAP) -> OwnBets:
    """The bets of a file. Raises InvalidArgument if it can't be read as a list of bets."""
    return slips_of(own_table(path), str(path), slip_map)


def slips_of(table: TextTable, name: str, slip_map: SlipMap = NO_MAP) -> OwnBets:
    """The bets of a table. Raises InvalidArgument if a column is missing."""
    bets = read_list(table, name, columns_of=partial(columns_of_bets, named=slip_map.columns))
    check_columns(name, bets.headers, bets.columns)
    whose = slip_map.handicap or ("home" if is_home_line(bets.headers, bets.columns) else None)
    writing = _writing_of(list(bets.rows.values()), handicap=slip_map.handicap, of_column=whose)
    slips, refused = [], list(bets.refused)
    remarks = list(remarks_on_columns(bets.headers, bets.columns))
    without = [number for number, cells in bets.rows.items() if not cells.get("stake")]
    if without and "stake" in bets.columns:
        remarks.append(f"no stake: the bet counts 1 ({rows_listed(without)})")
    for number, cells in bets.rows.items():
        try:
            slips.append(_slip(number, _with_teams(cells), writing))
        except UnknownMarket as error:
            refused.append(Refused(number, error.brief))
            remarks.append(THE_MARKETS)
        except FootydataError as error:
            refused.append(Refused(number, str(error)))
    return OwnBets(slips, refused, list(dict.fromkeys(remarks)))


class _Writing(NamedTuple):
    """How the cells of a list are written.

    order: of day and month. marks: the commas and points that some number has before one or two digits.
    is_american: whether a price has a sign, so that 150 is one too. are_whole: whether all
    prices are whole and 100 or above. handicap, of_column: whose the handicap of an away bet is, beside its side and in
    the column of lines; None if that is unknown.
    """

    order: DayOrder
    marks: frozenset[str]
    is_american: bool
    are_whole: bool
    handicap: str | None
    of_column: str | None


_DECIMAL = re.compile(r"\d([.,])\d{1,2}(?!\d)", re.ASCII)


def _writing_of(
    rows: Sequence[Mapping[str, str]], *, handicap: str | None, of_column: str | None
) -> _Writing:
    """How the cells of rows are written, by column; whose handicaps are is said."""
    prices = [price for cells in rows if (price := cells.get("price"))]
    numbers = [read_number(price) for price in prices]
    return _Writing(
        _order_of_days(rows),
        frozenset(
            mark
            for cells in rows
            for name in ("price", "line", "side", "stake")
            for mark in _DECIMAL.findall(cells.get(name, ""))
        ),
        any(price.startswith(_SIGNS) for price in prices),
        len(prices) > 1
        and all(number and number >= 100 and number.is_integer() for number in numbers),
        handicap,
        of_column,
    )


def _with_teams(cells: Mapping[str, str]) -> Mapping[str, str]:
    """The cells of a row, with both teams of one cell as home and away, and a team that is bet on as its side."""
    together = cells.get(TEAMS) or cells.get("fixture", "")
    teams = None if cells.get("home") or cells.get("away") else two_teams(together)
    if teams is not None:
        fixture = "" if together == cells.get("fixture") else cells.get("fixture", "")
        cells = {**cells, "fixture": fixture, "home": teams[0], "away": teams[1]}
    name, line = _apart(cells.get("side", ""))
    for side in ("home", "away"):
        if name and bare(name) == bare(cells.get(side, "")):
            return {**cells, "side": f"{side} {line}".rstrip()}
    return cells


def _order_of_days(rows: Iterable[Mapping[str, str]]) -> DayOrder:
    """The order in which the days are written: day first, unless some can only be month first."""
    days = [moment.day for cells in rows if (moment := written_moment(cells.get("date", "")))]
    orders = order_of([("", written) for written in days])
    if orders.order in (DayOrder.MONTH_FIRST, DayOrder.ONE_WAY) and not orders.is_open:
        return orders.order
    return DayOrder.DAY_FIRST


def _slip(row: int, cells: Mapping[str, str], writing: _Writing) -> Slip:
    missing = [name for name in ALWAYS if not cells.get(name)]
    if missing:
        raise InvalidArgument(
            f"the row has no {', '.join(missing)}", parameter=missing[0], value=None
        )
    market, side, line = _bet_on(cells, writing)
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
    return Slip(
        row=row,
        fixture_id=fixture_id,
        day=None if fixture else _day(cells["date"], writing.order),
        home=cells.get("home") or None,
        away=cells.get("away") or None,
        league=cells.get("league") or None,
        market=market,
        line=line,
        side=side,
        price=_between(1, _price(cells["price"], writing), "price", most=HIGHEST_PRICE),
        stake=_between(0, _stake(cells.get("stake") or "1", writing), "stake"),
        bookmaker=cells.get("bookmaker") or None,
    )


def _bet_on(cells: Mapping[str, str], writing: _Writing) -> tuple[Market, str, float | None]:
    """The market, the side and the line of a row, which may stand beside its side or its market. Raises InvalidArgument."""
    (side_text, beside), (text, in_market) = _apart(cells["side"]), (cells["market"], "")
    try:
        market = _market(text, side_text)
    except UnknownMarket:
        text, in_market = _apart(text)
        if not in_market:
            raise
        market = _market(text, side_text)
    side = _side(market, side_text)
    texts = list(filter(None, (cells.get("line"), beside, in_market)))
    lines = {_number(line, "line") for line in texts}
    if len(lines) > 1:
        raise InvalidArgument(
            f"the row has the lines {' and '.join(texts)}", parameter="line", value=texts
        )
    line = check_line(market, next(iter(lines), None))
    if line is None:
        return market, side, None
    if why_impossible(market.key, line, None, None, None):
        raise InvalidArgument(
            f"no bookmaker has {market.param} {line:g}", parameter="line", value=line
        )
    if market.shape is HANDICAP and side == "away" and line:
        whose = writing.of_column if cells.get("line") else writing.handicap
        if whose is None:
            raise InvalidArgument(WHOSE_HANDICAP, parameter="handicap", value=None, choices=WHOSE)
        line = -line if whose == "own" else line
    return market, side, line


_AT_LINE = re.compile(
    r"(?P<words>.*[^\d\s.,+\-(])\s*\(?(?P<line>[+-]?\d+(?:[.,]\d+)?)\)?", re.ASCII
)


def _apart(text: str) -> tuple[str, str]:
    """The words of a text and the line behind them, empty if there is none.

    >>> _apart("Over 2.5"), _apart("O9.5"), _apart("Home (-0.5)"), _apart("X2"), _apart("1")
    (('Over', '2.5'), ('O', '9.5'), ('Home', '-0.5'), ('X2', ''), ('1', ''))
    """
    match = None if selections_called(text) else _AT_LINE.fullmatch(text)
    return (match["words"], match["line"]) if match else (text, "")


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
        if not selections_called(side) and markets_called(text, "over"):
            raise InvalidArgument(
                f"side {side!r} is neither over nor under a line", parameter="side", value=side
            ) from None
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


def _day(text: str, order: DayOrder) -> date:
    moment = written_moment(text)
    written = moment and moment.day
    day = written and order.read(written)
    if day is None:
        why = f"is {AMBIGUOUS}" if written and written.is_open else "is not a day"
        raise InvalidArgument(
            f"date {text!r} {why}; write 2026-03-14 or 14/03/2026", parameter="date", value=text
        )
    return day


def _number(text: str, name: str) -> float:
    number = None if text.endswith("%") else read_number(text.replace(",", "."))
    if number is None:
        raise InvalidArgument(f"{name} {text!r} is not a number", parameter=name, value=text)
    return number


_COINS = frozenset(("kr", "z\u0142", "k\u010d", "ft", "lei", "tl"))
_GROUPED = re.compile(r"\d{1,3}(?:(?P<group>[.,])\d{3})(?:(?P=group)\d{3})*", re.ASCII)


def _stake(text: str, writing: _Writing) -> float:
    """A stake, which may be money: 10 EUR, 1.000,50. Raises InvalidArgument.

    Of a point and a comma the last one is the decimal one. A single comma before three digits is that of thousands, if
    decimals have none; a single point may be either, unless decimals have points alone.
    """
    words = re.split(r"([-+]?\d[\d.,'\s]*)", text.strip(), maxsplit=1)
    if len(words) != 3 or not all(map(_is_unit, words[::2])):
        return _number(text, "stake")
    digits = re.sub(r"['\s]", "", words[1])
    if "." in digits and "," in digits:
        decimal = max(".,", key=digits.rindex)
        whole = digits.replace("." if decimal == "," else ",", "")
        return _number(whole.replace(decimal, "."), "stake")
    if grouped := _GROUPED.fullmatch(digits):
        mark = grouped["group"]
        if digits.count(mark) > 1 or (mark == "," and "," not in writing.marks):
            return _number(digits.replace(mark, ""), "stake")
        if mark == "." and writing.marks != {"."}:
            raise InvalidArgument(
                f"stake {text!r} may be {digits.replace('.', '')} or {float(digits):g}",
                parameter="stake",
                value=text,
            )
    return _number(digits.replace(",", "."), "stake")


def _is_unit(text: str) -> bool:
    """Whether a text beside a number is a currency or a unit, or nothing."""
    text = text.strip(" .").casefold()
    return text in UNITS | _COINS or all(unicodedata.category(sign) == "Sc" for sign in text)


def _price(text: str, writing: _Writing) -> float:
    """A price, decimal or as a fraction. Raises InvalidArgument for American odds, which may look like decimal ones."""
    if (price := fractional(text)) is not None:
        return price
    if writing.is_american and (price := american(text)) is not None:
        raise InvalidArgument(
            f"price {text!r} is of American odds; write decimal ones, here {price:g}",
            parameter="price",
            value=text,
        )
    if writing.are_whole:
        raise InvalidArgument(f"price {text} {POINT_LOST}", parameter="price", value=text)
    return _number(text, "price")


def _between(least: float, value: float, name: str, *, most: float = MOST) -> float:
    if not least < value < most or math.isnan(value):
        raise InvalidArgument(
            f"{name} {value} is not above {least} and below {most:,}", parameter=name, value=value
        )
    return value
