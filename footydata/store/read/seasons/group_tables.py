"""The tables of a season of groups: one of each group, stage by stage."""

import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypedDict, Unpack

from footydata.football.errors import StandingsNotAvailable
from footydata.football.table_rows import Table, coverage_of, table_title
from footydata.football.terms import TableType
from footydata.rules.stages import TABLED, stage_of
from footydata.store.read.seasons.results import season_head
from footydata.store.read.seasons.standings import standings


class TableLimits(TypedDict, total=False):
    """What a table counts, as in `standings`."""

    type: TableType
    venue: str
    half: str
    at_ts: int | None
    up_to_round: int | None
    last: int | None
    lang: str


class SeasonTables(NamedTuple):
    """The tables of a season: the one of a league, or those of its groups.

    left_out: stage → why it has no table.
    """

    tables: tuple[Table, ...]
    left_out: Mapping[str, str] = {}

    @property
    def is_of_stages(self) -> bool:
        """Whether each table is of a stage alone."""
        return any(table.stage is not None for table in self.tables)

    @property
    def coverage(self) -> str:
        """In how many of the fixtures played the figure of the tables is known; empty if it is of whole scores."""
        return coverage_of(self._together)

    @property
    def _together(self) -> Table:
        """The first table, with the counts of fixtures of all."""
        known, played = (sum(getattr(table, name) for table in self.tables) for name in ("known", "played"))
        return self.tables[0]._replace(known=known, played=played)

    def title(self, limits: Iterable[str] = ()) -> str:
        """The title of the table, or of all tables together. limits: as in table_title."""
        first, *others = self.tables
        if others:
            return table_title(self._together._replace(round=None), limits)
        return table_title(first, [*([first.stage] if first.stage else []), *limits])


def tables_of_season(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    stage: str | None = None,
    now: int,
    **limits: Unpack[TableLimits],
) -> SeasonTables:
    """The table of a season, or of a stage of it; of a league without tables, those of all its groups.

    The newest season with fixtures, if none is named. Raises as `standings` does; with groups, if none has a table.
    """
    one = partial(standings, connection, league_id=league_id, now=now, **limits)
    head = season_head(connection, league_id, season_id, needs_table=False)
    stages = [] if head.has_standings or stage is not None else table_stages(connection, head.season_id)
    if not stages:
        return SeasonTables((one(season_id=season_id, stage=stage),))
    tables: list[Table] = []
    errors: dict[str, StandingsNotAvailable] = {}
    for name in stages:
        try:
            tables.append(one(season_id=head.season_id, stage=name))
        except StandingsNotAvailable as error:
            errors[name] = error
    if not tables:
        raise next(iter(errors.values()))
    return SeasonTables(tuple(tables), {name: str(error) for name, error in errors.items()})


def tables_of_each_type(
    connection: sqlite3.Connection, season_id: int, *, now: int
) -> Iterator[tuple[TableType, str | None, Table | StandingsNotAvailable]]:
    """The tables of points, corners and cards of a season; of a league without tables, the points of each group.

    Each with its type and group, and the reason in place of a table that is not available.
    """
    sql = "select league.id, has_standings from season join league on league.id = league_id where season.id = :id"
    league_id, has_standings = connection.execute(sql, {"id": season_id}).fetchone()
    one = partial(standings, connection, league_id=league_id, season_id=season_id, now=now)
    stages: list[str | None] = [] if has_standings else [*table_stages(connection, season_id)]
    for type in TableType if has_standings else [TableType.TOTAL]:
        for stage in stages or [None]:
            try:
                yield type, stage, one(type=type, stage=stage)
            except StandingsNotAvailable as error:
                yield type, stage, error


def table_stages(connection: sqlite3.Connection, season_id: int) -> list[str]:
    """The stages of a season that have a table: those before others with the same teams first, then by name.

    A stage has one if its name says so, as that of a group does; else if each of its teams meets several others, and it
    is not a knock-out round by its name.
    """
    sql = """
    select stage, home_id, away_id from fixture
    where season_id = :season_id and stage is not null and in_table = 1 order by kickoff_ts, id
    """
    opponents: defaultdict[str, defaultdict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for stage, home, away in connection.execute(sql, {"season_id": season_id}):
        opponents[stage][home].add(away)
        opponents[stage][away].add(home)
    before: dict[str, int] = {}
    for stage, met in opponents.items():
        named = stage_of(stage)
        if named.kind in TABLED or (not named.is_knock_out and min(map(len, met.values())) > 1):
            earlier = [order for name, order in before.items() if opponents[name].keys() & met.keys()]
            before[stage] = max(earlier, default=0) + 1
    return sorted(before, key=lambda stage: (before[stage], _in_order(stage)))


def _in_order(stage: str) -> list[tuple[int, str]]:
    """What orders names with numbers in them.

    >>> sorted(["Group 10", "Group 2", "Group A"], key=_in_order)
    ['Group 2', 'Group 10', 'Group A']
    """
    return [(int(number or 0), text) for text, number in re.findall(r"(\D+)(\d*)|$", stage.casefold())]
