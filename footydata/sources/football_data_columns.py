"""The columns of football-data.co.uk's main format, as tables.

Source: the site's notes.txt and the files themselves. A code before H, D, A is a bookmaker's result price;
from 2019-20 a C after the code marks the closing price. `VCH` is VC's opening home price, `VCCH` its closing one.
"""

from typing import NamedTuple

from footydata.contract.terms import Part
from footydata.sources.parsed import BookmakerKey

DIVISIONS: dict[str, tuple[str, str]] = {
    "E0": ("GB-ENG", "Premier League"),
    "E1": ("GB-ENG", "Championship"),
    "E2": ("GB-ENG", "League One"),
    "E3": ("GB-ENG", "League Two"),
    "EC": ("GB-ENG", "National League"),
    "SC0": ("GB-SCT", "Premiership"),
    "SC1": ("GB-SCT", "Championship"),
    "SC2": ("GB-SCT", "League One"),
    "SC3": ("GB-SCT", "League Two"),
    "D1": ("DE", "Bundesliga"),
    "D2": ("DE", "2. Bundesliga"),
    "SP1": ("ES", "La Liga"),
    "SP2": ("ES", "Segunda División"),
    "I1": ("IT", "Serie A"),
    "I2": ("IT", "Serie B"),
    "F1": ("FR", "Ligue 1"),
    "F2": ("FR", "Ligue 2"),
    "N1": ("NL", "Eredivisie"),
    "B1": ("BE", "Pro League"),
    "P1": ("PT", "Primeira Liga"),
    "T1": ("TR", "Süper Lig"),
    "G1": ("GR", "Super League"),
}
"""The column Div → the competition's country and packaged name."""

FIGURE_COLUMNS: tuple[tuple[str, ...], ...] = (
    ("FTHG", "HG"),
    ("FTAG", "AG"),
    ("HTHG",),
    ("HTAG",),
    ("HC",),
    ("AC",),
    (),
    (),
    ("HY",),
    ("AY",),
    ("HR",),
    ("AR",),
)
"""The columns of each of sourced.Figures, the first that is there; half-time corners are in no file."""

FIGURE_PARTS: tuple[tuple[Part, tuple[int, ...]], ...] = (
    (Part.GOALS, (0, 1)),
    (Part.HALF_GOALS, (2, 3)),
    (Part.CORNERS, (4, 5)),
    (Part.CARDS, (8, 9, 10, 11)),
)
"""Part → which of sourced.Figures it is."""

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
"""The code in a column's name → the bookmaker; averages and maxima over the market are bookmakers of their own."""

GOAL_LINE = 2.5
"""The one goal line of the files: >2.5 and <2.5."""

OWN_LINES = ("GB", "LB", "B365")
"""The bookmakers whose handicap had a line of its own in the older files: GBAH, LBAH, B365AH (or LBAHh)."""


class QuoteColumns(NamedTuple):
    """Where a quote stands: its market and period, its bookmaker, the columns of its prices and of its line.

    lines: the columns of the line, the first that is there; empty where the market has none or GOAL_LINE.
    """

    market: str
    closing: bool
    bookmaker: BookmakerKey
    prices: tuple[str, ...]
    lines: tuple[str, ...] = ()


def quote_columns() -> tuple[QuoteColumns, ...]:
    """Every quote that a file may have, opening before closing, bookmaker by bookmaker."""
    return tuple(
        quote for closing in (False, True) for code in BOOKMAKERS for quote in _quotes_of(code, closing=closing)
    )


def _quotes_of(code: str, *, closing: bool) -> tuple[QuoteColumns, ...]:
    bookmaker, stem = BOOKMAKERS[code], f"{code}C" if closing else code
    return (
        QuoteColumns("1x2", closing, bookmaker, (f"{stem}H", f"{stem}D", f"{stem}A")),
        QuoteColumns("goal_line", closing, bookmaker, (f"{stem}>2.5", f"{stem}<2.5")),
        QuoteColumns("asian_handicap", closing, bookmaker, (f"{stem}AHH", f"{stem}AHA"), _lines_of(code, closing)),
    )


def _lines_of(code: str, closing: bool) -> tuple[str, ...]:
    if closing:
        return ("AHCh",)
    own = (f"{code}AH", f"{code}AHh") if code in OWN_LINES else ()
    return (*own, "BbAHh") if code.startswith("Bb") else (*own, "AHh", "BbAHh")
