"""Averages of figures, overs and unders of them, and how often a side of a market won: by team, league or referee."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple, Unpack

from footydata.football.declared_types import GroupName, MarketName
from footydata.football.errors import InvalidArgument
from footydata.football.terms import Side
from footydata.odds.settlement import Outcome, market_of
from footydata.odds.wilson import wilson_interval
from footydata.store.read.conditions import SIDES
from footydata.store.read.counts import (
    LineCount,
    averages,
    counted_ids,
    known_enough,
    line_counts,
    mixed_competitions,
)
from footydata.store.read.fixtures import FixtureFilter, fixture_filter
from footydata.store.read.reasons import too_few, why_no_figure
from footydata.store.typed_names import as_list
from footydata.views.arguments import Clock, FixtureFilters, Says, Venue
from footydata.views.columns import Column, columns, row_of
from footydata.views.view import Block, Shown, View

USUAL = ("goals", "corners", "cards")
"""The figures that are averaged where none is named."""

_SHARE = ("share", "share_low", "share_high", "price")
OVER_FIELDS = ("line", "over", "level", "under", *_SHARE)


def averages_columns(by: str, *, has_line: bool = False) -> tuple[Column, ...]:
    """The columns of averages. by: team, with its own and its opponents' averages; league or referee, home and away."""
    sides = ("own", "opponents") if by == "team" else ("home", "away")
    over = OVER_FIELDS if has_line else ()
    return columns("averages", (*_names(by), "figure", "fixtures", *sides, "both", *over))


def counts_columns(by: str) -> tuple[Column, ...]:
    """The columns of averages of a market. by: team, league or referee, who has no id."""
    ends = ("won", "half_won", "void", "half_lost", "lost")
    own = (() if by == "referee" else ("id",)) + (*_names(by), "fixtures")
    rest = ("mean", "market", "line", "side")
    return columns("counts", (*own, *ends, *_SHARE, *rest), entity=by)


def _names(by: str) -> tuple[str, ...]:
    """The columns that name a row: of leagues and referees with their country, as many share a name."""
    return (by,) if by == "team" else (by, "country")


def _named(by: str, name: str) -> dict[str, str]:
    """The values of _names, of a name with its country.

    >>> _named("league", "Série A (Brazil)")
    {'league': 'Série A', 'country': 'Brazil'}
    """
    if by == "team":
        return {by: name}
    plain, _, country = name.rpartition(" (")
    return {by: plain, "country": country.removesuffix(")")}


class _Mean(NamedTuple):
    """A row of averages; over, level, under: how many fixtures were so at the line, 0 without one."""

    name: str
    figure: str
    fixtures: int
    own: float | None
    other: float | None
    both: float
    line: float | None = None
    over: int = 0
    level: int = 0
    under: int = 0

    @property
    def share(self) -> float | None:
        """The share of the fixtures that were over, level ones left out."""
        decided = self.over + self.under
        return self.over / decided if decided else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % interval of the share."""
        return None if self.share is None else wilson_interval(self.share, self.over + self.under)

    @property
    def fair_price(self) -> float | None:
        """The price of over at which bets would have broken even."""
        return 1 / self.share if self.share else None

    def values(self, by: str, *, has_line: bool) -> tuple[object, ...]:
        """In the order of averages_columns."""
        means = (self.figure, self.fixtures, self.own, self.other, self.both)
        names = _named(by, self.name).values()
        if not has_line:
            return (*names, *means)
        low, high = self.interval or (None, None)
        over = (self.line, self.over, self.level, self.under, self.share, low, high)
        return (*names, *means, *over, self.fair_price)


def _likely(row: _Mean | LineCount) -> str | None:
    return None if row.interval is None else "{:.2f}-{:.2f}".format(*row.interval)


_SHARES = (
    Shown("share", "share"),
    Shown("95 %", _likely, kind="whole", width=9),
    Shown("price", "fair_price"),
)


def averages_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    figure: Annotated[
        str | Iterable[str],
        Says(
            "A figure to average: goals, corners, cards, fouls, xg, half_corners ...",
            "goals, corners, cards, fouls, xg, half_corners ...",
            "F",
            words=SIDES.keys,
        ),
    ]
    | None = None,
    *,
    line: Annotated[
        float,
        Says(
            "How often the figure was over and under this line; with a market the line of the bets.",
            "Counts overs and unders; a handicap is the row's team's.",
        ),
    ]
    | None = None,
    market: Annotated[
        MarketName,
        Says(
            "How often a side of this market won, by settlement, in place of averages.",
            "1x2, asian, goalline, corner, corner_asian, cards, cards_asian, btts, home_corners ...",
            "M",
        ),
    ]
    | None = None,
    side: Annotated[
        str,
        Says(
            "The side of the market whose wins are counted; its first by default.",
            "over, under, home, away, draw, yes ...",
        ),
    ]
    | None = None,
    by: Annotated[GroupName, Says("One row for each of these.", "One row for each.")] = "team",
    venue: Venue | None = None,
    min_fixtures: Annotated[
        int, Says("Leave out rows of fewer fixtures, and say which.", metavar="N", least=1)
    ] = 1,
    **filters: Unpack[FixtureFilters],
) -> View:
    """Averages of figures per finished fixture by team, league or referee, the highest first; overs and unders at a line.

    By team: its own and its opponents'; else those of the home and the away sides; both: their sum. share: the part of
    the decided fixtures that were over, or of the stakes that won; price: the one at which bets would have broken even.
    A market counts bets on a side, one a fixture: except in totals of both sides a team counts as the home side of all
    its fixtures, so home_corners are its own. Few fixtures prove little: the 95 % interval of share says how little.
    """
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    at = None if venue is None else Side(venue)
    figures = [str(name).casefold() for name in as_list(figure) or ()]
    if market is not None:
        if figure is not None:
            raise InvalidArgument(
                "a market settles on its own figure; leave out figure",
                parameter="figure",
                value=figure,
            )
        return _counts(
            connection, narrowed, market, line, side, by=by, venue=at, min_fixtures=min_fixtures
        )
    if side is not None or (line is not None and len(figures) != 1):
        needed = "a side is of a market; name one" if side else "a line is of one figure; name it"
        raise InvalidArgument(needed, parameter="side" if side else "line", value=side or line)
    figures = list(USUAL) if figure is None else figures
    return _averages(
        connection, narrowed, figures, line, by=by, venue=at, min_fixtures=min_fixtures
    )


def _averages(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    figures: Sequence[str],
    line: float | None,
    *,
    by: str,
    venue: Side | None,
    min_fixtures: int,
) -> View:
    rows: list[_Mean] = []
    left_out: dict[str, dict[str, int]] = {}
    notes: list[str] = []
    doubts: list[str] = []
    ids: dict[int, None] = {}
    for name in figures:
        kept, few = known_enough(
            averages(connection, name, narrowed, by=by, venue=venue, line=line), min_fixtures
        )
        rows += [_Mean(row.name, name, *row[2:6], line, *row[6:]) for row in kept]
        left_out |= {name: few} if few else {}
        counted = counted_ids(connection, narrowed, name, by=by, venue=venue)
        ids |= dict.fromkeys(counted)
        doubts += _partly_known(connection, narrowed, name, len(counted), by=by, venue=venue)
        notes.append(mixed_competitions(connection, narrowed, name, by=by, venue=venue))
    few_texts = [f"{name}: {too_few(few, min_fixtures, by=by)}" for name, few in left_out.items()]
    sides = ("own", "opponents") if by == "team" else ("home", "away")
    has_line = line is not None
    counts = [Shown("over", "over"), Shown("level", "level"), Shown("under", "under"), *_SHARES]
    if not any(row.level for row in rows):
        del counts[1]
    return View(
        averages_columns(by, has_line=has_line),
        [row.values(by, has_line=has_line) for row in rows],
        (
            Shown(by, "name", kind="text", is_needed=True, width=24),
            Shown("figure", "figure", kind="text", width=10),
            Shown("fixtures", "fixtures", width=9),
            *(Shown(sides[0], "own"), Shown(sides[1], "other", width=10), Shown("both", "both")),
            *(counts if has_line else ()),
        ),
        [Block("", rows)],
        notes=list(dict.fromkeys(filter(None, notes))),
        doubts=doubts,
        about={"left_out": left_out},
        reason="" if rows else "; ".join(few_texts) or why_no_figure(connection, narrowed, figures),
        footer="; ".join(few_texts),
        fixture_ids=list(ids),
    )


def _partly_known(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    figure: str,
    count: int,
    *,
    by: str,
    venue: Side | None,
) -> list[str]:
    played = len(counted_ids(connection, narrowed, None, by=by, venue=venue))
    if not 0 < count < played:
        return []
    return [f"{figure.replace('_', ' ')} known of {count:,} of {played:,} finished fixtures"]


def _counts(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    name: str,
    line: float | None,
    side: str | None,
    *,
    by: str,
    venue: Side | None,
    min_fixtures: int,
) -> View:
    market = market_of(name)
    backed = market.shape.selections[0] if side is None else side.casefold()
    read = line_counts(connection, market, narrowed, line=line, side=backed, by=by, venue=venue)
    rows, few = known_enough(read, min_fixtures)
    figure = f"{'half_' if market.half else ''}{market.figure}"
    counted = counted_ids(connection, narrowed, figure, by=by, venue=venue)
    bet = {"market": market.param, "line": line, "side": backed}
    of_rows = counts_columns(by)
    ends = [
        Shown(backed if end == Outcome.WON else end.value, end.value)
        for end in Outcome
        if end in (Outcome.WON, Outcome.LOST) or any(getattr(row, end) for row in rows)
    ]
    mixed = mixed_competitions(connection, narrowed, figure, by=by, venue=venue)
    few_text = too_few(few, min_fixtures, by=by)
    return View(
        of_rows,
        [row_of(of_rows, row.values | _named(by, row.name) | bet) for row in rows],
        (
            Shown(by, "name", kind="text", is_needed=True, width=24),
            *(Shown("fixtures", "fixtures", width=9), *ends, *_SHARES, Shown("mean", "mean")),
        ),
        [Block("", rows)],
        notes=[mixed] if mixed else [],
        doubts=_partly_known(connection, narrowed, figure, len(counted), by=by, venue=venue),
        about={**bet, "left_out": few},
        reason=""
        if rows
        else few_text or why_no_figure(connection, narrowed, [figure.replace("_", " ")]),
        footer=few_text,
        fixture_ids=counted,
    )
