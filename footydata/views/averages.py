"""Averages of figures, overs and unders of them, and how often a side of a market won: by team, league or referee."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Unpack

from footydata.football.declared_types import GroupName, MarketName
from footydata.football.errors import InvalidArgument
from footydata.football.terms import Side, Status
from footydata.football.wording import LISTED, plural, some_of
from footydata.odds.settlement import Outcome, market_of
from footydata.store.read.conditions import SIDES, fixture_filter
from footydata.store.read.counts import (
    Average,
    Grouping,
    LineCount,
    averages,
    counted_ids,
    line_counts,
    mixed_competitions,
)
from footydata.store.read.fixtures import FixtureFilter, count_fixtures, why_no_fixtures
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


def _likely(row: Average | LineCount) -> str | None:
    return None if row.share is None else f"{row.share_low:.2f}-{row.share_high:.2f}"


_SHARES = (
    Shown("share", "share"),
    Shown("95 %", _likely, kind="whole", width=9),
    Shown("price", "price"),
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
        int, Says("Leave out rows of fewer fixtures, and say which.", least=1)
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
    grouping = Grouping(narrowed, by, None if venue is None else Side(venue))
    figures = [str(name).casefold() for name in as_list(figure) or ()]
    if market is not None:
        if figure is not None:
            raise InvalidArgument(
                "a market settles on its own figure; leave out figure",
                parameter="figure",
                value=figure,
            )
        return _counts(connection, grouping, market, line, side, min_fixtures=min_fixtures)
    if side is not None or (line is not None and len(figures) != 1):
        needed = "a side is of a market; name one" if side else "a line is of one figure; name it"
        raise InvalidArgument(needed, parameter="side" if side else "line", value=side or line)
    figures = list(USUAL) if figure is None else figures
    return _averages(connection, grouping, figures, line, min_fixtures=min_fixtures)


def _averages(
    connection: sqlite3.Connection,
    grouping: Grouping,
    figures: Sequence[str],
    line: float | None,
    *,
    min_fixtures: int,
) -> View:
    by, has_line = grouping.by, line is not None
    read = {name: averages(connection, grouping, name, line=line) for name in figures}
    sides = ("own", "opponents") if by == "team" else ("home", "away")
    counts = [Shown("over", "over"), Shown("level", "level"), Shown("under", "under"), *_SHARES]
    if not any(row.level for rows in read.values() for row in rows):
        del counts[1]
    columns = averages_columns(by, has_line=has_line)
    view = _counted(connection, grouping, read, columns, {"line": line}, min_fixtures=min_fixtures)
    return view._replace(
        shown=(
            Shown(by, "name", kind="text", is_needed=True, width=24),
            Shown("figure", "figure", kind="text", width=10),
            Shown("fixtures", "fixtures", width=9),
            *(Shown(sides[0], "own"), Shown(sides[1], "other", width=10), Shown("both", "both")),
            *(counts if has_line else ()),
        ),
    )


def _counts(
    connection: sqlite3.Connection,
    grouping: Grouping,
    name: str,
    line: float | None,
    side: str | None,
    *,
    min_fixtures: int,
) -> View:
    by, market = grouping.by, market_of(name)
    backed = market.shape.selections[0] if side is None else side.casefold()
    read = line_counts(connection, grouping, market, line=line, side=backed)
    figure = f"{'half_' if market.half else ''}{market.figure}"
    bet = {"market": market.param, "line": line, "side": backed}
    ends = [
        Shown(backed if end == Outcome.WON else end.value, end.value)
        for end in Outcome
        if end in (Outcome.WON, Outcome.LOST) or any(getattr(row, end) for row in read)
    ]
    columns = counts_columns(by)
    view = _counted(connection, grouping, {figure: read}, columns, bet, min_fixtures=min_fixtures)
    return view._replace(
        shown=(
            Shown(by, "name", kind="text", is_needed=True, width=24),
            *(Shown("fixtures", "fixtures", width=9), *ends, *_SHARES, Shown("mean", "mean")),
        ),
        about={**bet, "left_out": view.about["left_out"].get(figure, {})},
        # The market says of which figure it is.
        reason=view.reason.removeprefix(f"{figure}: "),
        footer=view.footer.removeprefix(f"{figure}: "),
    )


def _counted(
    connection: sqlite3.Connection,
    grouping: Grouping,
    read: Mapping[str, Sequence[Average | LineCount]],
    columns: Sequence[Column],
    beside: Mapping[str, object],
    *,
    min_fixtures: int,
) -> View:
    """The rows of figures with enough fixtures, and what is to be said of the others.

    beside: further values of every row.
    """
    by = grouping.by
    rows: list[Average | LineCount] = []
    left_out: dict[str, dict[str, int]] = {}
    notes: list[str] = []
    doubts: list[str] = []
    ids: dict[int, None] = {}
    played = len(counted_ids(connection, grouping, None))
    for figure, of_figure in read.items():
        rows += [row for row in of_figure if row.fixtures >= min_fixtures]
        few = [row for row in of_figure if row.fixtures < min_fixtures]
        few.sort(key=lambda row: (-row.fixtures, row.name))
        if few:
            left_out[figure] = {row.name: row.fixtures for row in few}
        counted = counted_ids(connection, grouping, figure)
        ids |= dict.fromkeys(counted)
        if 0 < len(counted) < played:
            known = f"known of {len(counted):,} of {played:,} finished fixtures"
            doubts.append(f"{figure.replace('_', ' ')} {known}")
        notes.append(mixed_competitions(connection, grouping, figure))
    footer = "; ".join(
        f"{figure}: {_too_few(few, min_fixtures, by=by)}" for figure, few in left_out.items()
    )
    return View(
        columns,
        [row_of(columns, {**_values(row), **_named(by, row.name), **beside}) for row in rows],
        blocks=[Block("", rows)],
        notes=list(dict.fromkeys(filter(None, notes))),
        doubts=doubts,
        about={"left_out": left_out},
        reason="" if rows else footer or _why_no_figure(connection, grouping.filters, [*read]),
        footer=footer,
        fixture_ids=list(ids),
    )


def _values(row: Average | LineCount) -> dict[str, object]:
    """The values of a row by field; of an average, its sides also as other columns call them."""
    values = row._asdict()
    if isinstance(row, Average):
        values |= {"home": row.own, "away": row.other, "opponents": row.other}
    return values


def _why_no_figure(
    connection: sqlite3.Connection, filters: FixtureFilter, figures: Sequence[str]
) -> str:
    """Why there is no average of figures: none is asked for, no fixture is finished, or none of those has them."""
    if not figures:
        return "no figure was given"
    finished = replace(filters, statuses=(Status.FINISHED,))
    count = count_fixtures(connection, finished)
    if not count:
        return why_no_fixtures(connection, finished)
    names = ", ".join(figures).replace("_", " ")
    return f"none of the {plural(count, 'matching finished fixture')} has {names} recorded"


def _too_few(few: Mapping[str, int], min_fixtures: int, *, by: str) -> str:
    """Which teams, leagues or referees (by) have too few fixtures, in words.

    >>> _too_few({"Leeds": 4, "Derby": 1}, 5, by="team")
    '2 teams with fewer than 5 fixtures are left out: Leeds (4), Derby (1)'
    """
    verb = "is" if len(few) == 1 else "are"
    listed = some_of((f"{name} ({count})" for name, count in few.items()), LISTED)
    return f"{plural(len(few), by)} with fewer than {plural(min_fixtures, 'fixture')} {verb} left out: {listed}"
