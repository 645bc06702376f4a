"""Reads the CSV file of a person's own bets: one bet or price a row, columns by name in any order.

    fixture                    the fixture's id, or
    date, home, away           a day (2026-03-14 or 14/03/2026) and the teams as anyone writes them; league to narrow
    market, line, side         the contract's market and selection; the line is the home side's
    price, stake               decimal; the stake is 1 where there is none
    bookmaker                  the slug whose closing price counts first, where there is one

Other columns are left alone. Commas or semicolons; with semicolons decimal commas are read too.
"""

import csv
import math
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from typing import NamedTuple

from footydata.contract.errors import FootydataError
from footydata.contract.markets import THREE_WAY, Market
from footydata.rules.settlement import check_line, check_side, market_of
from footydata.store.marks import check_no_database

ALWAYS = ("market", "side", "price")
BY_NAMES = ("date", "home", "away")

_SIDES = {"1": "home", "x": "draw", "2": "away"}
"""How coupons write the sides of a match result."""


class NoBook(FootydataError):
    """The file can't be read as a list of bets; the message says what is missing."""


class WrongSlip(FootydataError):
    """A row that is no bet; the message says why."""


class Slip(NamedTuple):
    """A bet as it stands in the file, checked but not matched.

    row: its line in the file. fixture_id: None where the fixture is told by day and names.
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


class Refused(NamedTuple):
    """A row that could not be taken, and why."""

    row: int
    reason: str


def read_slips(path: Path) -> tuple[list[Slip], list[Refused]]:
    """The bets of a file and the rows that are none. Raises NoBook where the file itself is no list of bets."""
    text = _text(path)
    header = next((line for line in text.splitlines() if line.strip()), "")
    is_semicolon = header.count(";") > header.count(",")
    reader = csv.DictReader(text.splitlines(), delimiter=";" if is_semicolon else ",", skipinitialspace=True)
    reader.fieldnames = [_column(name) for name in reader.fieldnames or ()]
    _check_columns(path, reader.fieldnames)
    slips, refused = [], []
    for cells in reader:
        told = {name: value.strip() for name, value in cells.items() if name and isinstance(value, str)}
        if not any(told.values()):
            continue
        try:
            slips.append(_slip(reader.line_num, told, is_semicolon=is_semicolon))
        except FootydataError as error:
            refused.append(Refused(reader.line_num, str(error)))
    return slips, refused


def _text(path: Path) -> str:
    check_no_database(path)
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise NoBook(f"{path} can't be read: {error.strerror}") from error
    if b"\0" in raw:
        raise NoBook(f"{path} is no text; bets are read from a CSV file")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def _column(name: str) -> str:
    plain = name.strip().casefold().replace(" ", "_")
    return "fixture" if plain == "fixture_id" else plain


def _check_columns(path: Path, columns: list[str]) -> None:
    missing = [name for name in ALWAYS if name not in columns]
    if "fixture" not in columns:
        missing += [name for name in BY_NAMES if name not in columns]
    if missing:
        raise NoBook(
            f"{path} has no column {', '.join(missing)}; "
            "bets need market, side, price and either fixture or date, home, away"
        )


def _slip(row: int, told: Mapping[str, str], *, is_semicolon: bool) -> Slip:
    market = market_of(told["market"].casefold())
    side = told["side"].casefold()
    side = _SIDES.get(side, side) if market.shape is THREE_WAY else side
    check_side(market, side)
    fixture = told.get("fixture", "")
    if fixture and not (fixture.isascii() and fixture.isdigit()):
        raise WrongSlip(f"fixture {fixture!r} is no id; ids are whole numbers")
    if not fixture and not all(told.get(name) for name in BY_NAMES):
        raise WrongSlip("the row names no fixture: give fixture, or date, home and away")
    line = told.get("line", "")
    return Slip(
        row=row,
        fixture_id=int(fixture) if fixture else None,
        day=None if fixture else _day(told["date"]),
        home=told.get("home") or None,
        away=told.get("away") or None,
        league=told.get("league") or None,
        market=market,
        line=check_line(market, _number(line, "line", is_semicolon=is_semicolon) if line else None),
        side=side,
        price=_above(1, _number(told["price"], "price", is_semicolon=is_semicolon), "price"),
        stake=_above(0, _number(told.get("stake") or "1", "stake", is_semicolon=is_semicolon), "stake"),
        bookmaker=told.get("bookmaker") or None,
    )


def _day(text: str) -> date:
    try:
        if text[:4].isdigit():
            return datetime.fromisoformat(text).date()
        day, month, year = map(int, text.split()[0].replace(".", "/").split("/"))
        return date(year if year > 99 else 2000 + year, month, day)
    except ValueError:
        raise WrongSlip(f"date {text!r} is no day; write 2026-03-14 or 14/03/2026") from None


def _number(text: str, name: str, *, is_semicolon: bool) -> float:
    try:
        return float(text.replace(",", ".") if is_semicolon else text)
    except ValueError:
        raise WrongSlip(f"{name} {text!r} is no number") from None


def _above(least: float, value: float, name: str) -> float:
    if not (math.isfinite(value) and value > least):
        raise WrongSlip(f"{name} {value} is not above {least}")
    return value
