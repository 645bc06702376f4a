"""footydata bets: one's own bets settled, with profit, yield and closing line value."""

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import click

from footydata.faces.cli.arguments import command
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    Output,
    is_terminal,
    say_lines,
)
from footydata.football.declared_types import HandicapName
from footydata.football.errors import InvalidArgument
from footydata.football.wording import plural
from footydata.forecast.bets import own_rows
from footydata.forecast.bets.book import Book, settle_book, yield_text
from footydata.forecast.bets.slips import WHOSE, WHOSE_HANDICAP, slip_map_of
from footydata.store.file.transactions import reading
from footydata.views.arguments import Says
from footydata.views.bets import book_view, totals_view


@command()
def bets(
    database: Path,
    file: Path,
    *,
    map: Annotated[
        Path | None,
        Says("A map that names columns and says whose handicaps are.", metavar="FILE.toml"),
    ] = None,
    handicap: Annotated[
        HandicapName | None,
        Says("Whose the line of an away bet on a handicap is, where it is not in a column `line`."),
    ] = None,
    total: Annotated[bool, Says("Only the totals, as one row.")] = False,
    strict: Annotated[bool, Says("Exit with 1 if a row could not be read as a bet.")] = False,
    out: Output,
) -> int:
    """Settle the bets in a CSV FILE, and compare their prices with the closing prices.

    \b
    The columns, in any order:
      fixture                  the fixture's id; or
      date, home, away         the day and the teams as you write them (league narrows);
                               both teams may stand in one column, teams
      market, line, side       as in the contract; the line is the home side's, for away bets too, and
                               may stand in the side (Over 2.5); under another name (Handicap),
                               --handicap says whose it is
      price, stake             decimal, a price also as 4/1; the stake is 1 if left out
      bookmaker                whose closing price counts first; optional
    A file bets.csv and its commands:
      date,home,away,market,line,side,price,stake
      2025-05-04,Brentford,Man United,corner,10.25,over,1.95,100
      footydata bets football.db bets.csv
      footydata bets football.db bets.csv --total --format json

    Headers and days are read as 'footydata load' reads those of a table: Home team, Odds, 14/03/2026.

    'closing' is the closing price at your line, without its margin; a ~ marks one that a model moved there from
    another line. 'value' is your price divided by it, less one. Bookmakers are named if there are several; if a closing
    price is unknown, a line below says why. Bets on an abandoned fixture are void, but those on its first half stand
    if that was finished.
    """
    with reading(database) as connection:
        slip_map = slip_map_of(map, handicap)
        book = settle_book(connection, file, slip_map)
        if any(reason == WHOSE_HANDICAP for _, reason in book.refused) and is_terminal():
            whose = click.prompt(WHOSE_HANDICAP, type=click.Choice(WHOSE), err=True)
            book = settle_book(connection, file, slip_map._replace(handicap=whose))
    if not book.bets and book.refused:
        _say_refused(file, book)
        say_lines(() if out.is_quiet else book.remarks, err=True)
        raise InvalidArgument(
            f"no row of {file} could be read as a bet", parameter="file", value=file
        )
    out._replace(is_quiet=True).view(totals_view(book) if total else book_view(book))
    _say_refused(file, book)
    is_aside = total or not out.is_table
    for line in (*book.remarks, *_unknown_closings(book), *([] if total else [_summary(book)])):
        out.remark(line, err=is_aside)
    return NOT_AS_ASKED if strict and book.refused else DONE


def _say_refused(file: Path, book: Book) -> None:
    """Name every refused row with its reason, rows of one reason in one line."""
    rows = _by_reason(book.refused)
    say_lines(
        (
            f"{file}, {own_rows.rows_listed(places, len(places))}: {reason}"
            for reason, places in rows.items()
        ),
        err=True,
    )


def _by_reason(reasons: Iterable[tuple[int, str | None]]) -> dict[str, list[int]]:
    """Reason → the rows that have it."""
    rows: dict[str, list[int]] = {}
    for row, reason in reasons:
        if reason is not None:
            rows.setdefault(reason, []).append(row)
    return rows


def _summary(book: Book) -> str:
    words = [plural(len(book.bets), "bet"), f"{book.open} open", f"{len(book.refused)} refused"]
    if book.yield_ is not None:
        words += [
            f"staked {book.staked:.2f}",
            f"profit {book.profit:+.2f}",
            yield_text(book.yield_, book.yield_interval),
        ]
    if book.closing_value is not None:
        known = f"{len(book.closing_values):,} of {plural(len(book.bets), 'bet')}"
        words.append(f"closing line value {book.closing_value:+.1%} over {known}")
    return ", ".join(words)


def _unknown_closings(book: Book) -> list[str]:
    """A line for each reason for which closing prices are not known, with its rows."""
    rows = _by_reason((bet.slip.row, bet.closing_reason) for bet in book.bets)
    return [
        f"without closing: {reason} ({own_rows.rows_listed(places)})"
        for reason, places in rows.items()
    ]
