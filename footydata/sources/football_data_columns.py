"""The columns of football-data.co.uk's main format, as tables, and those that are not read; the zone of kickoffs.

Source: the site's notes.txt and the files themselves. A code before H, D, A is a bookmaker's result price;
from 2019-20 a C after the code marks the closing price. `VCH` is VC's opening home price, `VCCH` its closing one.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache, lru_cache
from itertools import islice
from typing import NamedTuple
from zoneinfo import ZoneInfo

from footydata.football.register.figures import further_figures
from footydata.football.terms import Part
from footydata.sources.cells import moment_at, read_clock
from footydata.sources.csv_rows import CsvRow, CsvTable
from footydata.sources.parsed import BookmakerKey, Figures, Remark
from footydata.sources.refusing import shown

FIGURE_COLUMNS: dict[str, tuple[str, ...]] = {
    "home_goals": ("FTHG", "HG"),
    "away_goals": ("FTAG", "AG"),
    "half_home_goals": ("HTHG",),
    "half_away_goals": ("HTAG",),
    "home_corners": ("HC",),
    "away_corners": ("AC",),
    "home_yellow": ("HY",),
    "away_yellow": ("AY",),
    "home_red": ("HR",),
    "away_red": ("AR",),
}
"""Field of parsed.Figures → its columns, of which the first one present is read; no file has half-time corners."""

FIGURE_PARTS: dict[Part, tuple[int, ...]] = {
    part: tuple(map(Figures._fields.index, names))
    for part, names in (
        (Part.GOALS, ("home_goals", "away_goals")),
        (Part.HALF_GOALS, ("half_home_goals", "half_away_goals")),
        (Part.CORNERS, ("home_corners", "away_corners")),
        (Part.CARDS, ("home_yellow", "away_yellow", "home_red", "away_red")),
    )
}
"""Part → the places of its fields in parsed.Figures."""

BASE_COLUMNS = (
    "Div",
    "Date",
    "Time",
    "HomeTeam",
    "AwayTeam",
    "Referee",
    "Country",
    "League",
    "Season",
    "Home",
    "Away",
)

SHOT_COLUMNS = ("HS", "AS", "HST", "AST")
"""All shots and shots on target, home and away."""

BOOKMAKERS: dict[str, BookmakerKey] = {
    "B365": BookmakerKey("bet365", "bet365"),
    "BW": BookmakerKey("bwin", "bwin"),
    "IW": BookmakerKey("interwetten", "Interwetten"),
    "LB": BookmakerKey("ladbrokes", "Ladbrokes"),
    "PS": BookmakerKey("pinnacle", "Pinnacle"),
    "P": BookmakerKey("pinnacle", "Pinnacle"),
    "WH": BookmakerKey("william-hill", "William Hill"),
    "SJ": BookmakerKey("stan-james", "Stan James"),
    "VC": BookmakerKey("betvictor", "BetVictor"),
    "BV": BookmakerKey("betvictor", "BetVictor"),
    "GB": BookmakerKey("gamebookers", "Gamebookers"),
    "BS": BookmakerKey("blue-square", "Blue Square"),
    "SB": BookmakerKey("sportingbet", "Sportingbet"),
    "SO": BookmakerKey("sporting-odds", "Sporting Odds"),
    "SY": BookmakerKey("stanleybet", "Stanleybet"),
    "1XB": BookmakerKey("1xbet", "1xBet"),
    "BF": BookmakerKey("betfair", "Betfair"),
    "BFE": BookmakerKey("betfair-exchange", "Betfair Exchange"),
    "BFD": BookmakerKey("betfred", "Betfred"),
    "BMGM": BookmakerKey("betmgm", "BetMGM"),
    "CL": BookmakerKey("coral", "Coral"),
    "Avg": BookmakerKey("market-average", "Market average"),
    "BbAv": BookmakerKey("market-average", "Market average"),
    "Max": BookmakerKey("market-best", "Market best"),
    "BbMx": BookmakerKey("market-best", "Market best"),
}
"""Code in a column's name → bookmaker; the market's average and best prices count as bookmakers."""

GOAL_LINE = 2.5
"""The only goal line in the files: >2.5 and <2.5."""

OWN_LINES = ("GB", "LB", "B365")
"""The bookmakers with a handicap line of their own in older files: GBAH, LBAH, B365AH (or LBAHh)."""


SAYS_NO_MORE = frozenset(
    (
        "FTR",
        "HTR",
        "Res",
        "Bb1X2",
        "BbOU",
        "BbAH",
        "Attendance",
        "HHW",
        "AHW",
        "HFKC",
        "AFKC",
        "HBP",
        "ABP",
    )
)
"""Columns of the site that are not stored: results by letter, how many bookmakers an average has, crowds."""

LISTED = 10
"""How many of the columns that are not read are named."""

_SCORE = re.compile(r"\d{1,2} ?[:-] ?\d{1,2}", re.ASCII)


class QuoteColumns(NamedTuple):
    """The columns of one quote: of a market and period at a bookmaker.

    lines: the columns of the line, of which the first one present is read; empty if there is no line, or GOAL_LINE.
    """

    market: str
    closing: bool
    bookmaker: BookmakerKey
    prices: tuple[str, ...]
    lines: tuple[str, ...] = ()


UK = ZoneInfo("Europe/London")


@lru_cache(maxsize=4096)
def uk_kickoff_ts(day: date, time: str) -> int | None:
    """The moment of a UK local time on a day, in unix seconds UTC; None if the text is not a time.

    >>> uk_kickoff_ts(date(2019, 8, 9), "20:00")  # 19:00 UTC, in summer
    1565377200
    """
    clock = read_clock(time)
    return None if clock is None else moment_at(day, clock, UK)


def quote_columns() -> tuple[QuoteColumns, ...]:
    """Every quote that a file may have, opening before closing, bookmaker by bookmaker."""
    return tuple(
        quote
        for closing in (False, True)
        for code in BOOKMAKERS
        for quote in _quotes_of(code, closing=closing)
    )


@cache
def known_columns() -> frozenset[str]:
    """The columns that are read of a file of either format, and those that say no more."""
    quotes = {name for quote in quote_columns() for name in (*quote.prices, *quote.lines)}
    figures = {name for names in FIGURE_COLUMNS.values() for name in names}
    further = {name for figure in further_figures() for name in figure.football_data}
    return SAYS_NO_MORE.union(quotes, figures, further, SHOT_COLUMNS, BASE_COLUMNS)


def _quotes_of(code: str, *, closing: bool) -> tuple[QuoteColumns, ...]:
    bookmaker, stem = BOOKMAKERS[code], f"{code}C" if closing else code
    return (
        QuoteColumns("1x2", closing, bookmaker, (f"{stem}H", f"{stem}D", f"{stem}A")),
        QuoteColumns("goal_line", closing, bookmaker, (f"{stem}>2.5", f"{stem}<2.5")),
        QuoteColumns(
            "asian_handicap",
            closing,
            bookmaker,
            (f"{stem}AHH", f"{stem}AHA"),
            _lines_of(code, closing),
        ),
    )


def _lines_of(code: str, closing: bool) -> tuple[str, ...]:
    if closing:
        return ("AHCh",)
    own = (f"{code}AH", f"{code}AHh") if code in OWN_LINES else ()
    return (*own, "BbAHh") if code.startswith("Bb") else (*own, "AHh", "BbAHh")


def unread_columns(tables: Sequence[CsvTable], goals: Sequence[str]) -> Iterator[Remark]:
    """A Remark for each unknown column of scores, and one for all others that have text.

    goals: the columns of goals, for messages.
    """
    others: dict[str, None] = {}
    reason = f"scores in a column that is not read; goals are read of {' and '.join(goals)}"
    for table in tables:
        unknown = {
            name: place
            for place, name in enumerate(table.header)
            if name and name not in known_columns()
        }
        for name, (line, text) in _first_texts(table, unknown).items():
            if _SCORE.fullmatch(text):
                yield Remark(reason, line, name, text)
            else:
                others[name] = None
    if others:
        more = f" and {len(others) - LISTED} more" if len(others) > LISTED else ""
        yield Remark(f"columns that are not read: {shown(', '.join(islice(others, LISTED)))}{more}")


def _first_texts(table: CsvTable, columns: dict[str, int]) -> dict[str, tuple[int, str]]:
    """Column → the line and text of its first cell that is not empty."""
    examples: dict[str, tuple[int, str]] = {}
    for row in table.rows if columns else ():
        if isinstance(row, CsvRow):
            cells = row.cells
            examples |= {
                name: (row.line, shown(text))
                for name, place in columns.items()
                if name not in examples and (text := cells[place].strip())
            }
            if len(examples) == len(columns):
                break
    return examples
