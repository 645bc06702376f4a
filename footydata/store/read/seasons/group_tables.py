"""The tables of a season of groups: one of each group, stage by stage, and that of third places where some go on."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple, TypedDict, Unpack

from footydata.football.errors import StandingsNotAvailable
from footydata.football.languages import ENGLISH
from footydata.football.table_rows import Table, TableHalf, Through, Venue, coverage_of, table_title
from footydata.football.terms import TableType
from footydata.rules.groups import thirds_of
from footydata.rules.regulations import rules_of
from footydata.store.read.fixtures.fixtures import team_names
from footydata.store.read.seasons.group_stage import group_stage
from footydata.store.read.seasons.results import SeasonHead, season_head, stages_with_tables
from footydata.store.read.seasons.standings import level_doubt, standings

THIRD_PLACES = "Third places"
"""What the table of the thirds of groups is called among the stages."""

_WHOLE = (TableType.TOTAL, Venue.ALL, TableHalf.FULL)
"""What a table counts that people mean by the table."""


class TableLimits(TypedDict, total=False):
    """What a table counts, as in `standings`."""

    type: TableType
    venue: str
    half: str
    at_ts: int | None
    up_to_round: int | None
    last: int | None
    lang: str
    as_it_stands: bool


class SeasonTables(NamedTuple):
    """The tables of a season: the one of a league, or those of its groups, with that of third places where some go on.

    left_out: stage → why it has no table. notes, doubts: those that all groups have, which then stand in none of them.
    """

    tables: tuple[Table, ...]
    left_out: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def added_fields(self) -> tuple[str, ...]:
        """The fields that stand after those of each row: whether a third goes through, where there are thirds."""
        return ("goes_through",) if any(table.through for table in self.tables) else ()

    def staged_rows(self) -> list[tuple[str | int | float | None, ...]]:
        """The rows of all tables: each after its stage, and before its added fields."""
        return [
            (table.stage, *row, *(table.goes_through(row) for _ in self.added_fields))
            for table in self.tables
            for row in table.rows
        ]

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
        known, played = (
            sum(getattr(table, name) for table in self.tables) for name in ("known", "played")
        )
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
    """The table of a season, or of a stage of it; of a season of groups, those of all of them.

    The newest season with fixtures, if none is named; stage: "Third places" is one too. The thirds of groups have a
    table in whole points tables alone. Raises as `standings` does; with groups, if none has a table.
    """
    one = partial(standings, connection, league_id=league_id, now=now, **limits)
    head = season_head(connection, league_id, season_id, needs_table=False)
    stages = stages_with_tables(connection, head)
    thirds = _thirds(connection, head, now=now, **limits) if stages else None
    if thirds is not None and stage is not None and stage.casefold() == THIRD_PLACES.casefold():
        return SeasonTables((thirds,))
    if stage is not None or not stages:
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
    notes, doubts = (
        _shared([table.notes for table in tables]),
        _shared([table.doubts for table in tables]),
    )
    each = [
        table._replace(
            notes=tuple(note for note in table.notes if note not in notes),
            doubts=tuple(doubt for doubt in table.doubts if doubt not in doubts),
        )
        for table in tables
    ]
    return SeasonTables(
        (*each, *([thirds] if thirds else [])),
        {name: str(error) for name, error in errors.items()},
        notes,
        doubts,
    )


def tables_without_thirds(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None,
    now: int,
    **limits: Unpack[TableLimits],
) -> tuple[Table, ...]:
    """The table of a season, or those of its groups: each team stands in one. Each has all its doubts.

    Raises as tables_of_season does.
    """
    season = tables_of_season(
        connection, league_id=league_id, season_id=season_id, now=now, **limits
    )
    return tuple(
        table._replace(notes=(*table.notes, *season.notes), doubts=(*table.doubts, *season.doubts))
        for table in season.tables
        if table.through is None
    )


def all_standings(connection: sqlite3.Connection, *, now: int) -> Iterator[Table]:
    """The points tables of every season whose results are reliable, by season id; of one of groups, each group's."""
    seasons = "select id, league_id from season order by id"
    for season_id, league_id in connection.execute(seasons).fetchall():
        with suppress(StandingsNotAvailable):
            yield from tables_without_thirds(
                connection, league_id=league_id, season_id=season_id, now=now
            )


def _shared(remarks: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What is remarked on each of several tables."""
    if len(remarks) < 2:
        return ()
    return tuple(remark for remark in remarks[0] if all(remark in others for others in remarks))


def _thirds(
    connection: sqlite3.Connection, head: SeasonHead, *, now: int, **limits: Unpack[TableLimits]
) -> Table | None:
    """The table of third places, None if none go on or if what the tables count is not whole fixtures to a day."""
    lang, at_ts = limits.pop("lang", ENGLISH), limits.pop("at_ts", None)
    as_it_stands = limits.pop("as_it_stands", False)
    if thirds_of(head.rules, head.start_year) is None or any(
        value not in (None, *_WHOLE) for value in limits.values()
    ):
        return None
    groups = group_stage(
        connection,
        league_id=head.league_id,
        season_id=head.season_id,
        at_ts=at_ts,
        as_it_stands=as_it_stands,
        now=now,
    )
    thirds = groups.thirds
    if thirds is None or not thirds.rows:
        return None
    names = team_names(connection, [row.team_id for row in thirds.rows], lang=lang)
    rows = tuple(row._replace(team_name=names[row.team_id]) for row in thirds.rows)
    notes = [f"the first {thirds.through} go through"]
    notes += [] if thirds.complete else ["as it stands: not all groups are decided"]
    rules = rules_of(head.rules, head.start_year)
    doubts = [
        level_doubt(level, names, rules) for level in (thirds.level if thirds.complete else ())
    ]
    return Table(
        *(head.league_id, head.country, head.league, head.season_id, head.season),
        *(TableType.TOTAL, Venue.ALL, TableHalf.FULL, None, rows),
        notes=tuple(notes),
        doubts=tuple(doubts),
        stage=THIRD_PLACES,
        through=Through(thirds.through, {row.team_id: thirds.goes_through(row) for row in rows}),
    )


def tables_of_each_type(
    connection: sqlite3.Connection, season_id: int, *, now: int
) -> Iterator[tuple[TableType, str | None, Table | StandingsNotAvailable]]:
    """The tables of points, corners and cards of a season; of a league without tables, the points of each group.

    Each with its type and group, and the reason in place of a table that is not available.
    """
    sql = "select league.id, has_standings from season join league on league.id = league_id where season.id = :id"
    league_id, has_standings = connection.execute(sql, {"id": season_id}).fetchone()
    for type in TableType if has_standings else [TableType.TOTAL]:
        try:
            season = tables_of_season(
                connection, league_id=league_id, season_id=season_id, type=type, now=now
            )
        except StandingsNotAvailable as error:
            yield type, None, error
            continue
        *others, last = season.tables
        last = last._replace(
            notes=(*last.notes, *season.notes), doubts=(*last.doubts, *season.doubts)
        )
        for table in (*others, last):
            yield type, table.stage, table
        for stage, reason in season.left_out.items():
            yield type, stage, StandingsNotAvailable(reason, param="season")
