"""What a column of a fixture table may mean: the words of a map.

Most are the columns of `db.fixtures()` by their names, so that such a frame goes back in, and the further figures as
`home_fouls`. A price is written as `closing goalline over 2.5 of bet365`.
"""

import math
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple, TypeAlias

from footydata.football.errors import InvalidArgument
from footydata.football.records import KnockoutRecord, StatisticsRecord, VenueRecord
from footydata.football.register.figures import further_figures, names_of_sides
from footydata.football.register.naming import slug
from footydata.football.terms import Period
from footydata.football.wording import meant
from footydata.odds.markets import MARKET_BY_KEY, MARKET_BY_PARAM
from footydata.sources.parsed import Figures

IGNORE = "ignore"
"""The meaning of a column that is not taken."""

LINE = "line"
"""The selection of a column with the line of a quote."""

UNNAMED = "unnamed"
"""The slug of a bookmaker that neither the header nor the map names."""

PERIODS = (Period.OPENING.value, Period.CLOSING.value)
"""The periods of a price in a table: what was quoted in play has a moment, which a table does not tell."""


class CellKind(Enum):
    """How the cells of a column are read; the value is what they are, for messages."""

    MOMENT = "a day, with or without a time"
    CLOCK = "a time of day"
    TEAM = "the name of a team"
    TEAMS = "two teams, as in Ajax - PSV"
    SCORE = "a score, as in 2-1"
    PAIR = "the figures of both sides, as in 6-4"
    COUNT = "a count"
    NUMBER = "a number"
    TEXT = "a text"
    FLAG = "yes or no"
    LETTER = "a result, as in H, D or A"
    DERIVED = "what is computed from other columns"


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
ID_COLUMNS = ("fixture_id", "league_id", "season_id", "home_id", "away_id")
"""The ids of a frame of `db.fixtures()`, which are not read."""

_FLAGS = ("neutral", "in_table", "esports", "time_known", "on_penalties")
_TEXTS = (
    "weekday",
    "league",
    "country",
    "season",
    "stage",
    "referee",
    "status",
    "state_detail",
    "key",
)
_DERIVED = ("tie", "leg", "decided_by", "doubt")


@cache
def meanings() -> Mapping[str, CellKind]:
    """Name of a meaning → how its cells are read, but for odds."""
    counts = (*Figures._fields, *StatisticsRecord._fields[1:], "round")
    knockout = KnockoutRecord._fields[1:]
    declared = {
        IGNORE: CellKind.TEXT,
        **dict.fromkeys(pairs(), CellKind.PAIR),
        **dict.fromkeys(("date", "kickoff"), CellKind.MOMENT),
        "time": CellKind.CLOCK,
        **dict.fromkeys(TEAM_COLUMNS, CellKind.TEAM),
        "teams": CellKind.TEAMS,
        **dict.fromkeys(("score", "half_score"), CellKind.SCORE),
        **dict.fromkeys(("result", "half_result"), CellKind.LETTER),
        **dict.fromkeys(_TEXTS, CellKind.TEXT),
        **dict.fromkeys(counts, CellKind.COUNT),
        **{
            name: CellKind.COUNT if name.endswith("_goals") or name == "number" else CellKind.TEXT
            for name in knockout
        },
        **{name: CellKind.TEXT for name in VenueRecord._fields[1:]},
        **dict.fromkeys(_FLAGS, CellKind.FLAG),
        **dict.fromkeys((*ID_COLUMNS, *_DERIVED), CellKind.DERIVED),
    }
    for figure in further_figures():
        for half in (False, True):
            both, *sides = names_of_sides(figure, half=half)
            declared.update(dict.fromkeys(sides or [both], CellKind.NUMBER))
    return declared


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
    return {
        home.replace("home_", ""): (home, home.replace("home_", "away_"))
        for home in (*named, *figures)
        if not home.endswith("home_goals")
    }


def read_meaning(column: str, written: object) -> Meaning:
    """The meaning that a map gives a column: a name of `meanings()`, or a price as `meaning_text` writes it.

    Raises InvalidArgument.

    >>> read_meaning("PSCH", "closing 1x2 home of Pinnacle")
    OddsColumn(market='1x2', selection='home', bookmaker='pinnacle', period='closing', line=None)
    >>> read_meaning("O25", "goalline over 2.5").line
    2.5
    """
    if not isinstance(written, str):
        raise _unknown(column, "meaning", repr(written), list(meanings()))
    if written in meanings():
        return written
    head, _, bookmaker = written.partition(" of ")
    words = head.split()
    period = words.pop(0) if words and words[0] in PERIODS else Period.OPENING.value
    market = MARKET_BY_PARAM.get(words[0]) or MARKET_BY_KEY.get(words[0]) if words else None
    if market is None or len(words) < 2:
        raise _unknown(column, "meaning", written, list(meanings()))
    has_line = market.shape.has_line
    selections = (*market.shape.selections, LINE) if has_line else market.shape.selections
    if words[1] not in selections:
        raise _unknown(column, "selection", words[1], selections)
    line = _fixed_line(column, words[2:]) if has_line else None
    return OddsColumn(market.key, words[1], slug(bookmaker) or UNNAMED, period, line)


def _fixed_line(column: str, words: Sequence[str]) -> float | None:
    """The line that a price has in its meaning, None without one. Raises InvalidArgument."""
    if not words:
        return None
    try:
        line = float(words[0])
    except ValueError:
        line = math.nan
    if len(words) > 1 or (line * 4) % 1 != 0:
        raise InvalidArgument(
            f"column {column!r}: {' '.join(words)!r} is no line in quarters, as 2.5",
            parameter=column,
            value=words[0],
        )
    return line


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
