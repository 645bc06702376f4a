"""Reads the columns of fixtures and their odds for a frame; each name is read once, and then looked up by id."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from footydata.football.records import (
    FixtureRecord,
    KnockoutRecord,
    OddsRecord,
    VenueRecord,
    kinds_of,
)
from footydata.football.records.meaning import TEXT, YES_NO
from footydata.football.scores import end_doubt
from footydata.frames.arrow import Arrays, Columns, Types, looked_up, read, read_large, shown
from footydata.odds.markets import MARKET_BY_KEY
from footydata.rules.ties import By
from footydata.store.bookmakers import bookmakers
from footydata.store.read.fixtures.counts import count_fixtures
from footydata.store.read.fixtures.details import count_odds
from footydata.store.read.fixtures.export_rows import (
    detail_statement,
    fixture_statement,
    names_statement,
    odds_statement,
)
from footydata.store.read.fixtures.fixtures import FixtureFilter
from footydata.store.read.quality.fixture_checks import MANY, doubt_texts
from footydata.store.read.seasons.brackets import ties_of_fixtures
from footydata.store.read.seasons.group_tables import unplaced_fixtures
from footydata.views.columns import Column
from footydata.views.fixtures import FIXTURE_COLUMNS

LARGE = 200_000
"""The number of rows from which on the start of another process saves time (measured)."""

_KINDS = {int: pa.int64(), str: pa.string(), float: pa.float64()}

STORED_FIXTURE: Types = {name: _KINDS[kind] for name, kind in kinds_of(FixtureRecord).items()}
"""Column of a fixture → its type in the database."""

STORED_ODDS: Types = {name: _KINDS[kind] for name, kind in kinds_of(OddsRecord).items()}
"""Column of odds → its type in the database."""

STORED_DETAILS: dict[str, Types] = {
    table: {name: _KINDS[kind] for name, kind in kinds_of(record).items()}
    for table, record in (("knockout", KnockoutRecord), ("venue", VenueRecord))
}
"""Table with the columns of a frame of fixtures that not every fixture has → the columns' types in the database."""

_TIES: Types = {
    "tie": pa.int64(),
    "leg": pa.int64(),
    "through": pa.string(),
    "decided_by": pa.string(),
    "doubt": pa.string(),
}
"""Column of a fixture's tie → its type."""

_FLAGS = {each.field for each in FIXTURE_COLUMNS if each.dtype == YES_NO}

_NARROW: Types = {
    name: pa.int8()
    if name in _FLAGS
    else kind
    if name.endswith(("id", "_ts")) or kind != pa.int64()
    else pa.int16()
    for name, kind in STORED_FIXTURE.items()
}
"""The types of a large read, which take half the memory; if a count does not fit, the connection reads instead."""

_LEAGUE: Types = {"id": pa.int64(), "name": pa.string(), "country": pa.string()}
_NAME: Types = {"id": pa.int64(), "name": pa.string()}

Names: TypeAlias = dict[str, dict[int, str | None]]
"""Column of names → the name of each id in its NAMED column."""

NAMED = {
    "country": "league_id",
    "league": "league_id",
    "season": "season_id",
    "home": "home_id",
    "away": "away_id",
}
"""Column of names → the column of fixture whose names they are."""


def fixture_columns(
    connection: sqlite3.Connection, narrowed: FixtureFilter, *, lang: str
) -> Arrays:
    """The columns of the frame of a filter's fixtures, by kickoff and id."""
    large = (
        _large(connection, narrowed, lang)
        if count_fixtures(connection, narrowed, most=LARGE) == LARGE
        else None
    )
    if large is not None:
        rows, *names, knockouts, venues = large
        beside = _beside(rows["id"], (knockouts, venues))
        return _columns(_with_ties(connection, rows | beside), _names(*names))
    rows = read(connection, fixture_statement(narrowed), STORED_FIXTURE)
    ids = rows["id"].to_pylist()
    details = [
        read(connection, detail_statement(table, ids), types)
        for table, types in STORED_DETAILS.items()
    ]
    return _columns(
        _with_ties(connection, rows | _beside(rows["id"], details)),
        names_of(connection, rows, lang=lang),
    )


def odds_columns(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    *,
    market: str | None,
    bookmaker_id: int | None,
    columns: Sequence[Column],
    ladder: bool = False,
) -> Arrays:
    """The columns of the frame of the odds of fixtures, in their order, then by bookmaker id and market.

    market (a key), bookmaker_id: None for all. ladder: as of details.odds.
    """
    statement_of = partial(odds_statement, market=market, bookmaker_id=bookmaker_id, ladder=ladder)
    large = None
    if count_odds(connection, fixture_ids) >= LARGE:
        # To look up most fixtures takes longer than to read them all.
        most = len(fixture_ids) > count_fixtures(connection, FixtureFilter()) / 2
        statement = statement_of(None if most else fixture_ids)
        large = read_large(connection, [(statement, STORED_ODDS)])
    narrowed = statement_of(fixture_ids)
    rows = large[0] if large else read(connection, narrowed, STORED_ODDS)
    slugs = {each.id: each.slug for each in bookmakers(connection)}
    coded = rows["market"].dictionary_encode().unify_dictionaries().combine_chunks()
    order = _odds_order(rows, coded, fixture_ids, slugs)
    bookmaker_ids = rows["bookmaker_id"]
    params = [MARKET_BY_KEY[key].param for key in coded.dictionary.to_pylist()]
    names = pa.DictionaryArray.from_arrays(coded.indices, pa.array(params, pa.string()))
    rows["market"] = pa.chunked_array([names])
    for each in columns:
        if each.field == "bookmaker":
            values = looked_up(bookmaker_ids, slugs, each.dtype)
        else:
            values = shown(rows.pop(each.field), each.dtype)
        yield pa.chunked_array([values.unify_dictionaries().combine_chunks().take(order)])


def _odds_order(
    rows: Columns,
    coded: pa.DictionaryArray,
    fixture_ids: Sequence[int],
    bookmaker_ids: Iterable[int],
) -> pa.Array:
    """The places of the odds of these fixtures by fixture, in the order of the ids, then by bookmaker id and market."""
    places = pc.index_in(rows["fixture_id"], value_set=pa.array(fixture_ids, pa.int64()))
    fixture = places.fill_null(-1).to_numpy()
    ids = pa.array(sorted(bookmaker_ids), pa.int64())
    bookmaker = pc.index_in(rows["bookmaker_id"], value_set=ids).to_numpy()
    names = coded.dictionary.to_pylist()
    market = np.argsort(np.argsort(names))[coded.indices.to_numpy()]
    keys = (fixture * np.int64(len(ids)) + bookmaker) * max(1, len(names)) + market
    # Those of other fixtures come first.
    return pa.array(np.argsort(keys, kind="stable")[places.null_count :])


def names_of(connection: sqlite3.Connection, rows: Columns, *, lang: str) -> Names:
    """The names of the leagues, seasons and teams of fixtures: column of names → id → name."""
    return _names(
        read(connection, names_statement("league", _ids(rows, "league_id"), lang), _LEAGUE),
        read(connection, names_statement("season", _ids(rows, "season_id")), _NAME),
        read(
            connection,
            names_statement("team", {*_ids(rows, "home_id"), *_ids(rows, "away_id")}, lang),
            _NAME,
        ),
    )


def _large(
    connection: sqlite3.Connection, narrowed: FixtureFilter, lang: str
) -> list[Columns] | None:
    """The fixtures of a filter, all leagues, seasons and teams, all STORED_DETAILS; None if read_large can't read them.

    The filter's esports is applied here: as a condition of SQL it would make SQLite use an index, and look up each row.
    """
    statement = fixture_statement(replace(narrowed, esports=None), is_ordered=False)
    names = (
        (names_statement("league", None, lang), _LEAGUE),
        (names_statement("season", None), _NAME),
        (names_statement("team", None, lang), _NAME),
    )
    details = [(detail_statement(table, None), types) for table, types in STORED_DETAILS.items()]
    tables = read_large(connection, [(statement, _NARROW), *names, *details])
    if tables is None:
        return None
    rows, *others = tables
    # One array per column: taking values out of many chunks takes a hundred times as long.
    arrays = {name: rows.pop(name).combine_chunks() for name in list(rows)}
    keys = pa.table({name: arrays[name] for name in ("kickoff_ts", "id")})
    order = pc.sort_indices(keys, sort_keys=[("kickoff_ts", "ascending"), ("id", "ascending")])
    if narrowed.esports is not None:
        order = order.filter(pc.equal(arrays["esports"].take(order), int(narrowed.esports)))
    for name in list(arrays):
        # Categories first, then the order: codes are moved faster than texts.
        values = arrays.pop(name)
        values = values.dictionary_encode() if STORED_FIXTURE[name] == pa.string() else values
        rows[name] = pa.chunked_array([values.take(order)])
    return [rows, *others]


def _columns(rows: Columns, names: Names) -> Arrays:
    for each in FIXTURE_COLUMNS:
        if each.field in names:
            yield looked_up(rows[NAMED[each.field]], names[each.field], each.dtype)
        else:
            yield shown(
                rows[each.field] if each.field in NAMED.values() else rows.pop(each.field),
                each.dtype,
            )


def _beside(ids: pa.ChunkedArray, details: Iterable[Columns]) -> Columns:
    """The columns of details of fixtures, in the order of the ids; null where a fixture has none."""
    columns: Columns = {}
    for detail in details:
        if len(detail["fixture_id"]) == 0:
            # Most databases have no cup.
            columns |= {
                name: pa.chunked_array([pa.nulls(len(ids), values.type)])
                for name, values in detail.items()
            }
            continue
        places = pc.index_in(ids, value_set=detail["fixture_id"].combine_chunks()).combine_chunks()
        for name, values in detail.items():
            columns[name] = pa.chunked_array([values.combine_chunks().take(places)], values.type)
    columns.pop("fixture_id")
    return columns


def _with_ties(connection: sqlite3.Connection, rows: Columns) -> Columns:
    """The columns with those of the ties of knock-out rounds, and with doubts."""
    seasons: list[int] = []
    if rows["stage"].null_count < len(rows["stage"]):
        is_knock_out = pc.and_(pc.is_valid(rows["stage"]), pc.equal(rows["in_table"], 0))
        seasons = rows["season_id"].filter(is_knock_out).unique().drop_null().to_pylist()
    ties = ties_of_fixtures(connection, seasons) if seasons else {}
    listed: Columns = {"fixture_id": pa.chunked_array([list(ties)], pa.int64())}
    for name, kind in _TIES.items():
        listed[name] = pa.chunked_array([[getattr(tie, name) for tie in ties.values()]], kind)
    beside = _beside(rows["id"], [listed])
    is_shootout = pc.and_(
        pc.is_null(beside["tie"]), pc.equal(rows["on_penalties"], 1).fill_null(False)
    )
    beside["decided_by"] = pc.if_else(is_shootout, By.PENALTIES.value, beside["decided_by"])
    beside["through"] = pc.if_else(pc.is_valid(beside["tie"]), beside["through"], rows["through"])
    few = rows["id"].to_pylist() if len(rows["id"]) <= MANY else []
    errors = doubt_texts(connection, few)
    beside["doubt"] = pc.coalesce(
        _end_doubts(rows),
        beside["doubt"],
        _group_doubts(connection, rows),
        looked_up(rows["id"], errors, TEXT),
    )
    return rows | beside


def _group_doubts(connection: sqlite3.Connection, rows: Columns) -> pa.ChunkedArray:
    """Why each fixture fits no group, null if it fits one, or if its season has none."""
    seasons = rows["season_id"]
    if len(seasons) >= LARGE:
        # To look for stages in the rows is faster then; so many rows have a fixture with one of each season.
        seasons = seasons.filter(pc.is_valid(rows["stage"]))
    doubts = unplaced_fixtures(connection, seasons.unique().drop_null().to_pylist())
    return looked_up(rows["id"], doubts, TEXT)


def _end_doubts(rows: Columns) -> pa.Array:
    """Why the score of each fixture is doubtful, null if it is not."""
    doubts: list[str | None] = [None] * len(rows["id"])
    has_final = pc.is_valid(rows["final_home_goals"])
    places = pc.indices_nonzero(has_final).to_pylist()
    names = ("home_goals", "away_goals", *KnockoutRecord._fields)
    columns = [rows[name].filter(has_final).to_pylist() for name in names if name != "fixture_id"]
    for place, home, away, *end in zip(places, *columns, strict=True):
        doubts[place] = end_doubt(home, away, KnockoutRecord(0, *end))
    return pa.array(doubts, pa.string())


def _names(leagues: Columns, seasons: Columns, teams: Columns) -> Names:
    sources = {
        "country": (leagues, "country"),
        "league": (leagues, "name"),
        "season": (seasons, "name"),
    }
    sources |= {"home": (teams, "name"), "away": (teams, "name")}
    return {
        field: dict(zip(of["id"].to_pylist(), of[name].to_pylist(), strict=True))
        for field, (of, name) in sources.items()
    }


def _ids(rows: Columns, column: str) -> list[int]:
    ids: list[int] = rows[column].unique().drop_null().to_pylist()
    return ids
