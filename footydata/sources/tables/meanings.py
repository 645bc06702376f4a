"""What a column of a fixture table may mean: the words of a map.

Most are the columns of `db.fixtures()` by their names, so that such a frame goes back in, and the further figures as
`home_fouls`. A price is written as `closing goalline over 2.5 of bet365`.

The columns of football-data.co.uk stand here too. Source: the site's notes.txt and the files themselves. A code before
H, D, A is a bookmaker's result price; from 2019-20 a C after the code marks the closing price. `VCH` is VC's opening
home price, `VCCH` its closing one.
"""

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, TypeAlias

from footydata.football.errors import InvalidArgument
from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.register import FurtherFigure, further_figures, names_of_sides, slug
from footydata.football.terms import Period
from footydata.football.wording import meant
from footydata.odds.markets import MARKET_BY_KEY, MARKET_BY_PARAM
from footydata.sources.cells import read_count, read_number, written_score
from footydata.sources.days import written_clock, written_moment
from footydata.sources.parsed import Figures
from footydata.sources.tables.cell_readers import (
    BAD_TEXT,
    read_crowd,
    read_flag,
    read_line,
    read_numbered,
    read_pair,
    read_person,
    read_score,
    read_season,
    read_state,
    read_team,
    read_teams,
    read_text,
    read_usual_count,
    read_words,
    read_words_of_two,
    reader_of_figure,
)

IGNORE = "ignore"
"""The meaning of a column that is not taken."""

LINE = "line"
"""The selection of a column with the line of a quote."""

UNNAMED = "unnamed"
"""The slug of a bookmaker that neither the header nor the map names."""

PERIODS = (Period.OPENING.value, Period.CLOSING.value)
"""The periods of a price in a table: what was quoted in play has a moment, which a table does not tell."""


MOST = 0.9
"""The share of a column's cells that must be of a kind: the rest are totals, remarks and slips."""

MOST_OF_FEW = 0.7
"""That of days, which are hardly anything else, as a short table may end in several totals; and of scores, in whose
place postponed fixtures have a word."""


class CellKind(NamedTuple):
    """How the cells of a column are read.

    what: they are, for people. read: the value of a cell that says something, None if it is none. reason: why such a
    cell is set aside. test: what reads nearly all cells of a column that is of this kind; None: any. least: how many.
    """

    what: str
    read: Callable[[str], Any] = str.strip
    reason: str = ""
    test: Callable[[str], object] | None = None
    least: float = MOST


MOMENT = CellKind("a day, with or without a time", test=written_moment, least=MOST_OF_FEW)
SCORE = CellKind("a score, as in 2-1", read_score, "", written_score, MOST_OF_FEW)
LETTER = CellKind("a result, as in H, D or A")
DERIVED = CellKind("what is computed from other columns")
TEAM = CellKind("the name of a team", read_team, "", read_words)
TEAMS = CellKind("two teams, as in Ajax - PSV", read_teams, "", read_words_of_two)
_COUNT = CellKind("a count", read_count, "no count", read_usual_count)
_OFTEN_HIGH = _COUNT._replace(test=read_count)
_TEXT = CellKind("a text", read_text, BAD_TEXT)
_FLAG = CellKind("yes or no", read_flag, "neither yes nor no", read_flag)
_OTHERS: dict[str, CellKind] = {
    "time": CellKind("a time of day", test=written_clock),
    "teams": TEAMS,
    **dict.fromkeys(("league", "country", "weekday"), CellKind("a text")),
    "season": CellKind("a text", test=read_season),
    "round": CellKind("a count", read_numbered, "no number of a round", read_numbered),
    "referee": CellKind("a text", read_person, "no name that can be read"),
    "status": CellKind("a text", read_state, "a status that is not known"),
}
"""Meanings whose cells are read as no others'."""


class OddsColumn(NamedTuple):
    """The meaning of a column of prices, or of the lines of a market.

    market: its key. selection: one of the market's, or LINE. line: of a market with lines, where the header has it.
    period: opening or closing.
    """

    market: str
    selection: str
    bookmaker: str = UNNAMED
    period: str = Period.OPENING.value
    line: float | None = None


Meaning: TypeAlias = str | OddsColumn
"""A name of `meanings()`, or a column of odds."""

TEAM_COLUMNS = ("home", "away")
ID_COLUMNS = ("key", "fixture_id", "league_id", "season_id", "home_id", "away_id")
"""The ids of our own frames, which are read of no other table; of them the key alone is taken."""

_FLAGS = ("neutral", "in_table", "esports", "time_known", "on_penalties")
_TEXTS = ("stage", "state_detail")
_DERIVED = ("tie", "leg", "decided_by", "doubt")


@cache
def meanings() -> Mapping[str, CellKind]:
    """Name of a meaning → how its cells are read, but for odds."""
    counts = (*Figures._fields, *StatisticsRecord._fields[1:])
    further = {
        name: CellKind(
            "a number",
            reader_of_figure(figure),
            "no such number",
            read_number if figure.sided else read_crowd,
        )
        for name, (figure, *_) in FURTHER.items()
    }
    return {
        IGNORE: _TEXT,
        **{
            name: CellKind(
                "the figures of both sides, as in 6-4",
                read_pair,
                f"no {name.replace('_', ' ')} of both sides that can be read, as 6-4",
                written_score,
                MOST_OF_FEW,
            )
            for name in pairs()
        },
        **dict.fromkeys(("date", "kickoff"), MOMENT),
        **dict.fromkeys(TEAM_COLUMNS, TEAM),
        "score": SCORE,
        **dict.fromkeys(("result", "half_result"), LETTER),
        **{
            name: _OFTEN_HIGH if name.endswith(("attacks", "possession")) else _COUNT
            for name in counts
        },
        **{
            name: _COUNT if name.endswith("_goals") else _TEXT
            for name in KnockoutRecord._fields[1:]
        },
        # A tournament may have more than sixty fixtures.
        "number": _OFTEN_HIGH,
        **dict.fromkeys((*_TEXTS, *VenueRecord._fields[1:]), _TEXT),
        **dict.fromkeys(_FLAGS, _FLAG),
        **dict.fromkeys((*ID_COLUMNS, *_DERIVED), DERIVED),
        **further,
        **_OTHERS,
    }


FURTHER: dict[str, tuple[FurtherFigure, int, int]] = {
    name: (figure, side, half)
    for figure in further_figures()
    for half in (0, 1)
    for side, name in enumerate(
        names_of_sides(figure, half=bool(half))[1:] or names_of_sides(figure, half=bool(half))
    )
}
"""Meaning of a column → the further figure in it, its side (0 home, 1 away) and half."""


@cache
def pairs() -> Mapping[str, tuple[str, str]]:
    """Meaning of a column with the counts of both sides → the meanings of its parts; goals have `score`.

    >>> pairs()["corners"], pairs()["half_fouls"]
    (('home_corners', 'away_corners'), ('half_home_fouls', 'half_away_fouls'))
    """
    named = [name for name in (*Figures._fields, *StatisticsRecord._fields[1:]) if "home_" in name]
    figures = [
        names_of_sides(figure, half=half)[1]
        for figure in further_figures()
        if figure.sided
        for half in (False, True)
    ]
    of_both = {
        home.replace("home_", ""): (home, home.replace("home_", "away_"))
        for home in (*named, *figures)
        if not home.endswith("home_goals")
    }
    return {"half_score": ("half_home_goals", "half_away_goals"), **of_both}


_PRICE = re.compile(rf"(?:({'|'.join(PERIODS)}) )?(\S+) (\S+)(?: (?!of )(\S+))?(?: of (.*))?")
"""A price as a map writes it: period, market, selection, line, bookmaker."""


def read_meaning(column: str, written: object) -> Meaning:
    """The meaning that a map gives a column: a name of `meanings()`, or a price as `meaning_text` writes it.

    Raises InvalidArgument.

    >>> read_meaning("PSCH", "closing 1x2 home of Pinnacle")
    OddsColumn(market='1x2', selection='home', bookmaker='pinnacle', period='closing', line=None)
    >>> read_meaning("O25", "goalline over 2.5").line
    2.5
    """
    text = str(written)
    if text in meanings():
        return text
    match = _PRICE.fullmatch(text)
    market = match and (MARKET_BY_PARAM.get(match[2]) or MARKET_BY_KEY.get(match[2]))
    if match is None or market is None:
        raise _unknown(column, "meaning", text, list(meanings()))
    period, _, selection, line, bookmaker = match.groups()
    has_line = market.shape.has_line
    selections = (*market.shape.selections, LINE) if has_line else market.shape.selections
    if selection not in selections:
        raise _unknown(column, "selection", selection, selections)
    number = read_line(line) if line and has_line else None
    if line and number is None:
        raise InvalidArgument(
            f"column {column!r}: {line!r} is no line in quarters, as 2.5",
            parameter=column,
            value=line,
        )
    period = period or Period.OPENING.value
    return OddsColumn(market.key, selection, slug(bookmaker or "") or UNNAMED, period, number)


def _unknown(column: str, what: str, value: str, choices: Sequence[str]) -> InvalidArgument:
    return InvalidArgument(
        f"column {column!r}: no {what} is called {value!r}; {meant(value, choices)}",
        parameter=column,
        value=value,
        choices=choices,
    )


def meaning_text(meaning: Meaning) -> str:
    """A meaning as a map writes it.

    >>> meaning_text(OddsColumn("goal_line", "over", "bet365", "closing", 2.5)), meaning_text(OddsColumn("1x2", "home"))
    ('closing goalline over 2.5 of bet365', '1x2 home')
    """
    if isinstance(meaning, str):
        return meaning
    period = "" if meaning.period == Period.OPENING else f"{meaning.period} "
    line = "" if meaning.line is None else f" {meaning.line:g}"
    bookmaker = "" if meaning.bookmaker == UNNAMED else f" of {meaning.bookmaker}"
    return f"{period}{MARKET_BY_KEY[meaning.market].param} {meaning.selection}{line}{bookmaker}"


@cache
def football_data_names(kind: str) -> Mapping[str, str]:
    """What football-data.co.uk calls columns of figures, bookmakers, and lines of handicaps → what each means.

    The market's average and best prices count as bookmakers; in older files some bookmakers have a line of their own.
    """
    file = files("footydata.sources.tables").joinpath("football_data_columns.csv")
    rows = csv.DictReader(file.read_text(encoding="utf-8").splitlines())
    return {row["name"]: row["meaning"] for row in rows if row["kind"] == kind}


@cache
def price_columns() -> Mapping[str, OddsColumn]:
    """Column → the price or the line in it, opening before closing, bookmaker by bookmaker.

    The lines of no bookmaker are of all that have none of their own; `AHh` counts before `BbAHh`.
    """
    columns: dict[str, OddsColumn] = {}
    for period, mark in ((Period.OPENING.value, ""), (Period.CLOSING.value, "C")):
        for code, bookmaker in football_data_names("bookmaker").items():
            for end, market, selection, line in _PRICES:
                price = OddsColumn(market, selection, bookmaker, period, line)
                columns[f"{code}{mark}{end}"] = price
    for name, bookmaker in football_data_names("line").items():
        columns[name] = OddsColumn("asian_handicap", LINE, bookmaker)
    columns["AHCh"] = OddsColumn("asian_handicap", LINE, UNNAMED, Period.CLOSING.value)
    return columns


_PRICES = (
    ("H", "1x2", "home", None),
    ("D", "1x2", "draw", None),
    ("A", "1x2", "away", None),
    (">2.5", "goal_line", "over", 2.5),
    ("<2.5", "goal_line", "under", 2.5),
    ("AHH", "asian_handicap", "home", None),
    ("AHA", "asian_handicap", "away", None),
)
"""How the columns of a bookmaker's prices end, with market, selection and line."""
