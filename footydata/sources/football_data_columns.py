"""The columns of figures and prices in the files of football-data.co.uk, as a map reads them.

Source: the site's notes.txt and the files themselves. A code before H, D, A is a bookmaker's result price;
from 2019-20 a C after the code marks the closing price. `VCH` is VC's opening home price, `VCCH` its closing one.
"""

from collections.abc import Mapping
from functools import cache

from footydata.football.terms import Period
from footydata.sources.tables.meanings import LINE, UNNAMED, Meaning, OddsColumn

FIGURES: dict[str, Meaning] = {
    "FTHG": "home_goals",
    "HG": "home_goals",
    "FTAG": "away_goals",
    "AG": "away_goals",
    "FTR": "result",
    "HTHG": "half_home_goals",
    "HTAG": "half_away_goals",
    "HTR": "half_result",
    "HC": "home_corners",
    "AC": "away_corners",
    "HY": "home_yellow",
    "AY": "away_yellow",
    "HR": "home_red",
    "AR": "away_red",
    "HST": "home_shots_on_target",
    "AST": "away_shots_on_target",
}
"""Column → the figure in it."""

BOOKMAKERS: dict[str, str] = {
    "B365": "bet365",
    "BW": "bwin",
    "IW": "interwetten",
    "LB": "ladbrokes",
    "PS": "pinnacle",
    "P": "pinnacle",
    "WH": "william-hill",
    "SJ": "stan-james",
    "VC": "betvictor",
    "BV": "betvictor",
    "GB": "gamebookers",
    "BS": "blue-square",
    "SB": "sportingbet",
    "SO": "sporting-odds",
    "SY": "stanleybet",
    "1XB": "1xbet",
    "BF": "betfair",
    "BFE": "betfair-exchange",
    "BFD": "betfred",
    "BMGM": "betmgm",
    "CL": "coral",
    "Avg": "market-average",
    "BbAv": "market-average",
    "Max": "market-best",
    "BbMx": "market-best",
}
"""Code in a column's name → slug of the bookmaker; the market's average and best prices count as bookmakers."""

GOAL_LINE = 2.5
"""The only goal line in the files: >2.5 and <2.5."""

_LINES = {
    "GBAH": "gamebookers",
    "LBAH": "ladbrokes",
    "LBAHh": "ladbrokes",
    "B365AH": "bet365",
    "B365AHh": "bet365",
    "AHh": UNNAMED,
    "BbAHh": UNNAMED,
}
"""Column of a handicap's line → its bookmaker; in older files some have one of their own."""


@cache
def price_columns() -> Mapping[str, OddsColumn]:
    """Column → the price or the line in it, opening before closing, bookmaker by bookmaker.

    The lines of no bookmaker are of all that have none of their own; `AHh` counts before `BbAHh`.
    """
    columns: dict[str, OddsColumn] = {}
    for period, mark in ((Period.OPENING.value, ""), (Period.CLOSING.value, "C")):
        for code, slug in BOOKMAKERS.items():
            for end, market, selection, line in _PRICES:
                price = OddsColumn(market, selection, slug, period, line)
                columns[f"{code}{mark}{end}"] = price
    for name, slug in _LINES.items():
        columns[name] = OddsColumn("asian_handicap", LINE, slug)
    columns["AHCh"] = OddsColumn("asian_handicap", LINE, UNNAMED, Period.CLOSING.value)
    return columns


_PRICES = (
    ("H", "1x2", "home", None),
    ("D", "1x2", "draw", None),
    ("A", "1x2", "away", None),
    (">2.5", "goal_line", "over", GOAL_LINE),
    ("<2.5", "goal_line", "under", GOAL_LINE),
    ("AHH", "asian_handicap", "home", None),
    ("AHA", "asian_handicap", "away", None),
)
"""How the columns of a bookmaker's prices end, with market, selection and line."""
