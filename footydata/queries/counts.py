"""How often fixtures of teams and leagues went over or under a line, with the sample size."""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from footydata.contract.errors import InvalidArgument
from footydata.contract.markets import HANDICAP, Market
from footydata.contract.terms import RED_POINTS, YELLOW_POINTS, Side, StateDetail, Status
from footydata.queries.conditions import FIGURES, SIDES
from footydata.queries.fixtures import FixtureFilter, where_clause
from footydata.rules.settlement import Outcome, check_line, check_side, settle
from footydata.rules.wilson import wilson_interval
from footydata.wording import meant

# An awarded result was not decided on the field: no bet stood on it.
_PLAYED = f"fixture.status = :finished and coalesce(fixture.state_detail, '') <> '{StateDetail.AWARDED}'"

_NAMES = {
    "team": "select id, name from team",
    "league": "select league.id, league.name || ' (' || country.name || ')' as name "
    "from league join country on country.code = league.country_code",
}

_REFEREE = "fixture.referee || ' (' || country.name || ')'"
_COUNTRY = "join league on league.id = fixture.league_id join country on country.code = league.country_code"

BY = (*_NAMES, "referee")
"""By what fixtures may be grouped."""


@dataclass(frozen=True, slots=True)
class LineCount:
    """How the fixtures of a team, league or referee ended against a line.

    Attributes:
        id, name: of the team, league or referee; leagues and referees with their country, as many share a name. The
            id of a referee is his name.
        fixtures: the sample size: fixtures with a known figure.
        won, half_won, void, half_lost, lost: how many bets on the side at the line ended so.
        mean: the mean figure: of totals both sides together, of handicaps the difference, of a team's own market its
            own figure.
    """

    id: int | str
    name: str
    fixtures: int
    won: int
    half_won: int
    void: int
    half_lost: int
    lost: int
    mean: float

    @property
    def share(self) -> float | None:
        """The share of the stakes that won, void ones left out; None if all were void."""
        won, lost = self.won + self.half_won / 2, self.lost + self.half_lost / 2
        return won / (won + lost) if won + lost else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95 % confidence interval of the share by Wilson's method, None if all stakes were void."""
        stakes = self.won + self.lost + (self.half_won + self.half_lost) / 2
        return None if self.share is None else wilson_interval(self.share, stakes)

    @property
    def fair_price(self) -> float | None:
        """The price at which bets on these fixtures would have broken even, None if nothing won."""
        return 1 / self.share if self.share else None


class _Cell(NamedTuple):
    """How many fixtures of a team, league or referee had these counts; own, other: as in Average."""

    id: int | str
    name: str
    own: int
    other: int
    fixtures: int


class Average(NamedTuple):
    """The averages of a figure of a team, league or referee over the fixtures where it is known.

    own, other: of a team's own side and its opponents', else of the home and away sides, None if the figure has no
    sides; whole: of both sides together.
    """

    id: int | str
    name: str
    fixtures: int
    own: float | None
    other: float | None
    whole: float


def line_counts(
    connection: sqlite3.Connection,
    market: Market,
    narrowed: FixtureFilter,
    *,
    line: float | None,
    side: str,
    by: str = "team",
    venue: Side | None = None,
) -> list[LineCount]:
    """The counts of each team, league or referee in the finished fixtures of a filter, by share, the highest first.

    by: one of BY. venue: only home or only away fixtures of the teams. Except in totals of both sides, a team counts as
    the home side of each of its fixtures: a handicap is its own, and `home_corners` are the corners that it took
    itself, `away_corners` those of its opponents. A filter by team gives only that team's row.
    Raises InvalidArgument.
    """
    check_side(market, side)
    check_line(market, line)
    cells: dict[int | str, list[_Cell]] = {}
    for cell in _cells(connection, market, narrowed, by, venue):
        if by != "team" or narrowed.has_team(int(cell.id)):
            cells.setdefault(cell.id, []).append(cell)
    found = [_counted(market, group, line, side) for group in cells.values()]
    return sorted(found, key=lambda row: (-(row.share or 0), row.name, row.id))


def count_fixtures(connection: sqlite3.Connection, narrowed: FixtureFilter, *, most: int | None = None) -> int:
    """How many fixtures pass a filter; most: where to stop counting."""
    where, values = where_clause(narrowed)
    sql = f"select count(*) from (select 1 from fixture where {where} limit :most)"
    count: int = connection.execute(sql, {**values, "most": -1 if most is None else most}).fetchone()[0]
    return count


def values_of(
    connection: sqlite3.Connection, fixture_ids: Sequence[int], figures: Mapping[str, str]
) -> dict[int, tuple[float | None, ...]]:
    """Fixture id → the values of these figures (name → SQL, from conditions.FIGURES), None if unknown."""
    columns = "".join(f", {sql}" for sql in figures.values())
    sql = f"select id{columns} from fixture where id in (select value from json_each(:ids))"
    values = {"ids": str(list(fixture_ids)), "yellow_points": YELLOW_POINTS, "red_points": RED_POINTS}
    return {row[0]: row[1:] for row in connection.execute(sql, values)}


def _counted(market: Market, cells: list[_Cell], line: float | None, side: str) -> LineCount:
    ends = dict.fromkeys(Outcome, 0)
    total = 0
    for cell in cells:
        ends[settle(market, line=line, side=side, home=cell.own, away=cell.other).outcome] += cell.fixtures
        total += _figure(market, cell) * cell.fixtures
    fixtures = sum(cell.fixtures for cell in cells)
    return LineCount(
        id=cells[0].id,
        name=cells[0].name,
        fixtures=fixtures,
        mean=total / fixtures,
        **{outcome.value: count for outcome, count in ends.items()},
    )


def _figure(market: Market, cell: _Cell) -> int:
    if market.team is not None:
        return cell.own if market.team is Side.HOME else cell.other
    return cell.own - cell.other if market.shape is HANDICAP else cell.own + cell.other


def _cells(
    connection: sqlite3.Connection, market: Market, narrowed: FixtureFilter, by: str, venue: Side | None
) -> list[_Cell]:
    prefix = "half_" if market.half else ""
    home, away = FIGURES[f"{prefix}home_{market.figure}"], FIGURES[f"{prefix}away_{market.figure}"]
    sql, values = _played_by(narrowed, home, away, by=by, venue=venue)
    sql = (
        f"with {sql} select named.id, named.name, own, other, count(*) from side "
        "join named on named.id = side.id group by named.id, own, other order by named.id, own, other"
    )
    return [_Cell._make(row) for row in connection.execute(sql, values)]


def averages(
    connection: sqlite3.Connection, figure: str, narrowed: FixtureFilter, *, by: str = "team", venue: Side | None = None
) -> list[Average]:
    """The averages of a figure by team, league or referee in the finished fixtures of a filter, the highest first.

    figure: a key of conditions.SIDES. Fixtures where it is unknown do not count. by, venue: as in line_counts.
    Raises InvalidArgument.
    """
    home, away = sides_of(figure)
    sql, values = _played_by(narrowed, home, away or "0", by=by, venue=venue)
    found = connection.execute(
        f"with {sql} select named.id, named.name, count(*), avg(own), avg(other), avg(own + other) as whole from side "
        "join named on named.id = side.id group by named.id order by whole desc, named.name, named.id",
        values,
    )
    rows = [Average(*row) for row in found if by != "team" or narrowed.has_team(row[0])]
    return rows if away else [row._replace(own=None, other=None) for row in rows]


def sides_of(figure: str) -> tuple[str, str | None]:
    """The SQL of a figure's home and away sides; away None: it has no sides. Raises InvalidArgument.

    >>> sides_of("half_corners")
    ('fixture.half_home_corners', 'fixture.half_away_corners')
    """
    if figure not in SIDES:
        raise InvalidArgument(
            f"there is no figure {figure!r}; {meant(figure, SIDES)}",
            parameter="figure",
            value=figure,
            choices=tuple(SIDES),
        )
    return SIDES[figure]


def _played_by(
    narrowed: FixtureFilter, home: str, away: str, *, by: str, venue: Side | None
) -> tuple[str, dict[str, object]]:
    """SQL of the tables `side` (group id, own, other: a row per fixture) and `named` (id, name), and its values."""
    where, values = where_clause(narrowed)
    known = f"{where} and {_PLAYED} and {home} is not null and {away} is not null"
    named = _NAMES.get(by, "select id, id as name from side group by id")
    if by == "referee":
        views = [
            f"select {_REFEREE} as id, {home} as own, {away} as other from fixture {_COUNTRY} "
            f"where {known} and fixture.referee is not null"
        ]
    elif by == "league":
        views = [f"select fixture.league_id as id, {home} as own, {away} as other from fixture where {known}"]
    else:
        views = [
            f"select fixture.{mine}_id as id, {own} as own, {other} as other from fixture where {known}"
            for mine, own, other in ((Side.HOME, home, away), (Side.AWAY, away, home))
            if venue in (None, mine)
        ]
    sql = f"side as ({' union all '.join(views)}), named as ({named})"
    return sql, {**values, "finished": Status.FINISHED, "yellow_points": YELLOW_POINTS, "red_points": RED_POINTS}
