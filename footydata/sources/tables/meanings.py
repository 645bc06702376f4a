"""What a column of a fixture table may mean: the words of a map.

Most are the columns of `db.fixtures()` by their names, so that such a frame goes back in as it is, and the further
figures as `home_fouls`. A price is declared by its market, selection, bookmaker and period.
"""

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
    ID = "an id"
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
"""The ids of a frame of `db.fixtures()`; those of a remote service are kept."""

_FLAGS = ("neutral", "in_table", "esports", "time_known", "on_penalties")
_TEXTS = ("league", "country", "season", "stage", "referee", "status", "state_detail", "key")
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
        "result": CellKind.LETTER,
        **dict.fromkeys(_TEXTS, CellKind.TEXT),
        **dict.fromkeys(counts, CellKind.COUNT),
        **{
            name: CellKind.COUNT if name.endswith("_goals") or name == "number" else CellKind.TEXT
            for name in knockout
        },
        **{name: CellKind.TEXT for name in VenueRecord._fields[1:]},
        **dict.fromkeys(_FLAGS, CellKind.FLAG),
        **dict.fromkeys(ID_COLUMNS, CellKind.ID),
        **dict.fromkeys(_DERIVED, CellKind.DERIVED),
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
    """The meaning that a map gives a column. Raises InvalidArgument.

    >>> read_meaning("PSCH", {"market": "1x2", "selection": "home", "bookmaker": "Pinnacle", "period": "closing"})
    OddsColumn(market='1x2', selection='home', bookmaker='pinnacle', period='closing', line=None)
    """
    if isinstance(written, OddsColumn):
        return written
    if isinstance(written, str):
        if written not in meanings():
            raise _unknown(column, "meaning", written, list(meanings()))
        return written
    if isinstance(written, Mapping):
        return _read_odds(column, dict(written))
    raise _unknown(column, "meaning", repr(written), list(meanings()))


def _read_odds(column: str, written: Mapping[str, object]) -> OddsColumn:
    if unknown := sorted(written.keys() - set(OddsColumn._fields)):
        raise _unknown(column, "key", unknown[0], OddsColumn._fields)
    name = str(written.get("market", ""))
    market = MARKET_BY_KEY.get(name) or MARKET_BY_PARAM.get(name)
    if market is None:
        raise _unknown(column, "market", name, list(MARKET_BY_PARAM))
    selections = (
        (*market.shape.selections, LINE) if market.shape.has_line else market.shape.selections
    )
    selection, period = (
        str(written.get("selection", "")),
        str(written.get("period", Period.OPENING)),
    )
    if selection not in selections:
        raise _unknown(column, "selection", selection, selections)
    if period not in PERIODS:
        raise _unknown(column, "period", period, PERIODS)
    line = written.get("line")
    if line is not None and (
        not isinstance(line, int | float) or isinstance(line, bool) or (line * 4) % 1
    ):
        raise InvalidArgument(
            f"column {column!r}: {line!r} is no line in quarters, as 2.5",
            parameter=column,
            value=line,
        )
    bookmaker = slug(str(written.get("bookmaker", ""))) or UNNAMED
    return OddsColumn(
        market.key, selection, bookmaker, period, None if line is None else float(line)
    )


def _unknown(column: str, what: str, value: str, choices: Sequence[str]) -> InvalidArgument:
    return InvalidArgument(
        f"column {column!r}: no {what} is called {value!r}; {meant(value, choices)}",
        parameter=column,
        value=value,
        choices=choices,
    )


def meaning_text(meaning: Meaning) -> str:
    """A meaning in words, for reports.

    >>> meaning_text(OddsColumn("goal_line", "over", "bet365", "closing", 2.5))
    'closing goal_line over 2.5 of bet365'
    """
    if isinstance(meaning, str):
        return meaning
    line = "" if meaning.line is None else f" {meaning.line:g}"
    return f"{meaning.period} {meaning.market} {meaning.selection}{line} of {meaning.bookmaker}"
