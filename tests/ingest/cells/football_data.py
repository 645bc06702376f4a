"""The files of football-data.co.uk: notes.txt of the site and the README of the data folder say what a column is."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.ingest.cells.rows import Cell, Row, Unusable, across, day_of, moment, number, table

ZONE = "Europe/London"
"""The site prints times of the United Kingdom, whatever the country of the fixture."""

DIVISIONS = {
    "E0": ("GB-ENG", "Premier League"),
    "E1": ("GB-ENG", "Championship"),
    "EC": ("GB-ENG", "National League"),
    "SC0": ("GB-SCT", "Premiership"),
    "SC1": ("GB-SCT", "Championship"),
    "D1": ("DE", "Bundesliga"),
    "SP1": ("ES", "La Liga"),
    "I1": ("IT", "Serie A"),
    "F2": ("FR", "Ligue 2"),
    "N1": ("NL", "Eredivisie"),
    "B1": ("BE", "Pro League"),
    "P1": ("PT", "Primeira Liga"),
    "T1": ("TR", "Süper Lig"),
    "G1": ("GR", "Super League"),
}
COUNTRIES = {
    ("Austria", "Bundesliga"): ("AT", "Bundesliga"),
    ("Brazil", "Serie A"): ("BR", "Série A"),
    ("Poland", "Ekstraklasa"): ("PL", "Ekstraklasa"),
    ("Switzerland", "Super League"): ("CH", "Super League"),
    ("Switzerland", "Challenge League"): ("CH", "Challenge League"),
    ("USA", "MLS"): ("US", "Major League Soccer"),
}
"""Country and league as the files name them."""

FIGURES = {
    "FTHG": "home_goals",
    "FTAG": "away_goals",
    "HTHG": "half_home_goals",
    "HTAG": "half_away_goals",
    "HC": "home_corners",
    "AC": "away_corners",
    "HY": "home_yellow",
    "AY": "away_yellow",
    "HR": "home_red",
    "AR": "away_red",
    "HST": "home_shots_on_target",
    "AST": "away_shots_on_target",
}
FURTHER = {
    "S": "shots",
    "F": "fouls",
    "FKC": "free_kicks_conceded",
    "O": "offsides",
    "HW": "woodwork",
    "BP": "booking_points",
}
"""What follows H or A in a column → the figure, beside those of every fixture."""

BOOKMAKERS = {
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
PRICES = {
    "1x2": ("H", "D", "A"),
    "goal_line": (">2.5", "<2.5"),
    "asian_handicap": ("AHH", "AHA"),
}
"""Market → what follows the bookmaker's letters; a C between them marks the closing price."""


def main_rows(path: Path) -> Iterator[Row | Unusable]:
    """The rows of a file of one league and season, and the cells that can't be used."""
    for line, cells in table(path):
        day = day_of(cells["Date"])
        kickoff_ts, time_known = moment(day, cells.get("Time", ""), ZONE)
        found: dict[str, Cell] = {
            name: int(cells[column]) for column, name in FIGURES.items() if cells.get(column, "")
        }
        for side, letter in (("home", "H"), ("away", "A")):
            found |= {
                f"{name} {side}": int(cells[letter + column])
                for column, name in FURTHER.items()
                if cells.get(letter + column)
            }
            if cells.get(f"{letter}S") and cells.get(f"{letter}ST"):
                found[f"{side}_shots_off_target"] = int(cells[f"{letter}S"]) - int(
                    cells[f"{letter}ST"]
                )
        if cells.get("Referee"):
            found["referee"] = " ".join(cells["Referee"].split())
        prices, unusable = quotes(cells, path, line)
        yield from unusable
        yield Row(
            DIVISIONS[cells["Div"]],
            across(day),
            kickoff_ts,
            time_known,
            cells["HomeTeam"],
            cells["AwayTeam"],
            found | prices,
            f"{path.parent.name}/{path.name}:{line}",
        )


def country_rows(path: Path) -> Iterator[Row | Unusable]:
    """The rows of a file of one country and all its seasons, and the cells that can't be used."""
    for line, cells in table(path):
        if not cells["Home"]:
            continue
        day = day_of(cells["Date"])
        kickoff_ts, time_known = moment(day, cells["Time"], ZONE)
        goals: dict[str, Cell] = {
            name: int(cells[column])
            for column, name in (("HG", "home_goals"), ("AG", "away_goals"))
            if cells[column]
        }
        first, _, last = cells["Season"].partition("/")
        prices, unusable = quotes(cells, path, line)
        yield from unusable
        yield Row(
            COUNTRIES[cells["Country"], cells["League"]],
            f"{first[2:]}/{last[2:]}" if last else first,
            kickoff_ts,
            time_known,
            cells["Home"],
            cells["Away"],
            goals | prices,
            f"{path.name}:{line}",
        )


@cache
def quoted(header: tuple[str, ...]) -> list[tuple[str, str, str, str, list[str]]]:
    """The quotes that a file has columns of: the bookmaker's letters, mark, market, period and columns."""
    return [
        (code, mark, market, period, columns)
        for code in BOOKMAKERS
        for period, mark in (("opening", ""), ("closing", "C"))
        for market, ends in PRICES.items()
        if set(columns := [f"{code}{mark}{end}" for end in ends]) & set(header)
    ]


def quotes(cells: dict[str, str], path: Path, line: int) -> tuple[dict[str, Cell], list[Unusable]]:
    """The prices and lines of a row by bookmaker, market and column of the database; the cells that can't be used."""
    found: dict[str, Cell] = {}
    unusable: list[Unusable] = []
    for code, mark, market, period, columns in quoted(tuple(cells)):
        values = {}
        for place, column in enumerate(columns, start=1):
            # A price that is missing may be printed as 0.
            text = "" if cells.get(column) == "0" else cells.get(column, "")
            price = number(text) if text else None
            if text and (price is None or not 1 < price <= 2000):
                unusable.append(Unusable(path.name, line, column, text))
            elif price is not None:
                values[f"{period}_price_{place}"] = price
        if values and market != "1x2":
            value = (
                2.5 if market == "goal_line" else handicap(cells, code, mark, path, line, unusable)
            )
            values = {} if value is None else {f"{period}_line": value, **values}
        for name, value in values.items():
            found.setdefault(f"{BOOKMAKERS[code]} {market} {name}", value)
    return found, unusable


def handicap(
    cells: dict[str, str], code: str, mark: str, path: Path, line: int, unusable: list[Unusable]
) -> float | None:
    """The line beside handicap prices: the bookmaker's own, the market's of today, that of Betbrain before."""
    names = ["AHCh"] if mark else [f"{code}AH", "AHh", "BbAHh"]
    column = next(name for name in names if name in cells)
    value = number(cells[column])
    if value is not None and value * 4 == int(value * 4):
        return value
    cell = Unusable(path.name, line, column, cells[column])
    if cell not in unusable:
        unusable.append(cell)
    return None
