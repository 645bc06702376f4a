"""Reads the columns of fixtures and their details by SQL; each name is read once, and then looked up by id.

A large read is done by ADBC in another process, which returns Arrow: ADBC brings its own SQLite, and two copies of
SQLite that open one file in one process break its locks. Small reads, and all reads if ADBC is not installed, use our
own connection, in batches.
"""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from tempfile import TemporaryFile
from typing import IO, Any, TypeAlias
from warnings import warn

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from footydata.football.records import (
    TABLES,
    FixtureRecord,
    KnockoutRecord,
    OddsRecord,
    VenueRecord,
    kinds_of,
)
from footydata.football.records.meaning import YES_NO
from footydata.frames.viewed import TYPES, Arrays, shown
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.bookmakers import bookmakers
from footydata.store.file.sqlite_files import file_of
from footydata.store.read.details import count_odds, detail_statement
from footydata.store.read.fixture_checks import MANY
from footydata.store.read.fixtures import (
    FixtureFilter,
    Statement,
    count_fixtures,
    fixture_statement,
    names_statement,
)
from footydata.views.columns import Column
from footydata.views.fixtures import FIXTURE_COLUMNS, TIE_FIELDS, tie_values
from footydata.views.recorded import OddsAsked

Columns: TypeAlias = dict[str, pa.ChunkedArray]
"""Column → its values. Not a table, so that each column can be freed after its last use."""

Types: TypeAlias = Mapping[str, pa.DataType]
"""Column of a statement → the type of its values in the database."""

BATCH = 4096
"""The most rows that are held as Python objects at a time."""

LARGE = 200_000
"""The number of rows from which on the start of another process saves time (measured)."""


class SlowReadWarning(UserWarning):
    """A large read could not be done in another process; the frame is the same, but takes longer."""


_KINDS = {int: pa.int64(), str: pa.string(), float: pa.float64()}


def _types_of(record: type) -> Types:
    """Column of a record → its type in the database."""
    return {name: _KINDS[kind] for name, kind in kinds_of(record).items()}


STORED_FIXTURE, STORED_ODDS = _types_of(FixtureRecord), _types_of(OddsRecord)
STORED_DETAILS = {"knockout": _types_of(KnockoutRecord), "venue": _types_of(VenueRecord)}
"""Table with the columns of a frame of fixtures that not every fixture has → the columns' types in the database."""

_TIES: Types = dict(
    zip(TIE_FIELDS, (pa.int64(), pa.int64(), pa.string(), pa.string(), pa.string()), strict=True)
)
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

_NAME: Types = {"id": pa.int64(), "name": pa.string()}
_LEAGUE: Types = {**_NAME, "country": pa.string()}


def fixture_columns(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    *,
    lang: str,
    wanted: Sequence[Column] = FIXTURE_COLUMNS,
) -> Arrays:
    """These columns of the frame of a filter's fixtures, by kickoff and id."""
    large = None
    count = count_fixtures(connection, narrowed, most=LARGE)
    if count == LARGE:
        # The filter's esports is applied to what is read: as a condition of SQL it would make SQLite use an index, and
        # look up each row.
        statement = fixture_statement(replace(narrowed, esports=None), is_ordered=False)
        large = read_large(connection, [(statement, _NARROW), *_names_and_details(None, lang)])
    if large is not None:
        rows, *others = large
        rows = _ordered(rows, narrowed.esports)
    else:
        rows = read(connection, fixture_statement(narrowed), STORED_FIXTURE)
        # To look up the details of most fixtures, if they are many, takes longer than to read them all.
        every = FixtureFilter()
        most = count > MANY and count_fixtures(connection, every, most=2 * count) < 2 * count
        others = [read(connection, *each) for each in _names_and_details(rows, lang, of_all=most)]
    leagues, seasons, teams, *details = others
    if any(each.field in _TIES for each in wanted):
        # They take longer than all the rest of a few fixtures.
        details.append(_ties(connection, rows, details[0]))
    for beside in details:
        rows |= _beside(rows["id"], beside)
    named = {
        "country": ("league_id", leagues, "country"),
        "league": ("league_id", leagues, "name"),
        "season": ("season_id", seasons, "name"),
        "home": ("home_id", teams, "name"),
        "away": ("away_id", teams, "name"),
    }
    # The ids are the last columns.
    for each in wanted:
        if each.field in named:
            ids, table, name = named[each.field]
            yield looked_up(rows[ids], table["id"], table[name], each.dtype)
        else:
            yield shown(rows.pop(each.field), each.dtype)


def odds_columns(
    connection: sqlite3.Connection, asked: OddsAsked, *, ladder: bool = False
) -> Arrays:
    """The columns of the frame of odds that are asked for, by fixture, then by bookmaker id and market.

    ladder: as of details.odds.
    """
    fixture_ids = asked.chosen.ids
    statement_of = partial(
        detail_statement,
        "odds",
        market=asked.market.key if asked.market else None,
        bookmaker_id=asked.bookmaker.id if asked.bookmaker else None,
        ladder=ladder,
    )
    large = None
    if count_odds(connection, fixture_ids, most=LARGE) == LARGE:
        # To look up most fixtures takes longer than to read them all.
        most = len(fixture_ids) > count_fixtures(connection, FixtureFilter()) / 2
        statement = statement_of(None if most else fixture_ids)
        large = read_large(connection, [(statement, STORED_ODDS)])
    rows = large[0] if large else read(connection, statement_of(fixture_ids), STORED_ODDS)
    order = _odds_order(rows, fixture_ids, [each.id for each in bookmakers(connection)])
    return _named_columns(connection, rows, asked.view.columns, order)


def detail_columns(
    connection: sqlite3.Connection,
    table: str,
    fixture_ids: Sequence[int],
    columns: Sequence[Column],
) -> Arrays:
    """These columns of what fixtures have in a table of details, in the order of the ids, then by its key."""
    statement = detail_statement(table, fixture_ids)
    rows = read(connection, statement, _types_of(TABLES[table]))
    places = pc.index_in(rows["fixture_id"], value_set=pa.array(fixture_ids, pa.int64()))
    order = pa.array(np.argsort(places.to_numpy(), kind="stable"))
    return _named_columns(connection, rows, columns, order)


def _named_columns(
    connection: sqlite3.Connection, rows: Columns, columns: Sequence[Column], order: pa.Array
) -> Arrays:
    """The columns of rows in an order: a market by its parameter, a bookmaker by its slug too."""
    named: dict[str, tuple[str, Mapping[Any, str]]] = {
        "market": ("market", {key: market.param for key, market in MARKET_BY_KEY.items()}),
        "bookmaker": ("bookmaker_id", {each.id: each.slug for each in bookmakers(connection)}),
    }
    for name, (field, names) in named.items():
        if field in rows:
            coded = rows[field].dictionary_encode().unify_dictionaries().combine_chunks()
            texts = pa.array([names[key] for key in coded.dictionary.to_pylist()], pa.string())
            rows[name] = pa.chunked_array([pa.DictionaryArray.from_arrays(coded.indices, texts)])
    for each in columns:
        values = shown(rows.pop(each.field), each.dtype)
        yield pa.chunked_array([values.unify_dictionaries().combine_chunks().take(order)])


def _odds_order(
    rows: Columns, fixture_ids: Sequence[int], bookmaker_ids: Iterable[int]
) -> pa.Array:
    """The places of the odds of these fixtures by fixture, in the order of the ids, then by bookmaker id and market."""
    places = pc.index_in(rows["fixture_id"], value_set=pa.array(fixture_ids, pa.int64()))
    fixture = places.fill_null(-1).to_numpy()
    ids = pa.array(sorted(bookmaker_ids), pa.int64())
    bookmaker = pc.index_in(rows["bookmaker_id"], value_set=ids).to_numpy()
    coded = rows["market"].dictionary_encode().unify_dictionaries().combine_chunks()
    names = coded.dictionary.to_pylist()
    market = np.argsort(np.argsort(names))[coded.indices.to_numpy()]
    keys = (fixture * np.int64(len(ids)) + bookmaker) * max(1, len(names)) + market
    # Those of other fixtures come first.
    return pa.array(np.argsort(keys, kind="stable")[places.null_count :])


def _names_and_details(
    rows: Columns | None, lang: str, *, of_all: bool = True
) -> list[tuple[Statement, Types]]:
    """The statements of names, then those of STORED_DETAILS; of these fixtures, None: of all. of_all: all details."""

    def ids(*columns: str) -> list[int] | None:
        if rows is None:
            return None
        return [id_ for name in columns for id_ in rows[name].unique().to_pylist()]

    return [
        (names_statement("league", ids("league_id"), lang), _LEAGUE),
        (names_statement("season", ids("season_id"), lang), _NAME),
        (names_statement("team", ids("home_id", "away_id"), lang), _NAME),
        *(
            (detail_statement(table, None if of_all else ids("id")), types)
            for table, types in STORED_DETAILS.items()
        ),
    ]


def _ordered(rows: Columns, esports: bool | None) -> Columns:
    """The fixtures of a large read by kickoff and id; esports: as of a filter."""
    # One array per column: taking values out of many chunks takes a hundred times as long.
    arrays = {name: rows.pop(name).combine_chunks() for name in list(rows)}
    keys = pa.table({name: arrays[name] for name in ("kickoff_ts", "id")})
    order = pc.sort_indices(keys, sort_keys=[("kickoff_ts", "ascending"), ("id", "ascending")])
    if esports is not None:
        order = order.filter(pc.equal(arrays["esports"].take(order), int(esports)))
    for name in list(arrays):
        # Categories first, then the order: codes are moved faster than texts.
        values = arrays.pop(name)
        values = values.dictionary_encode() if STORED_FIXTURE[name] == pa.string() else values
        rows[name] = pa.chunked_array([values.take(order)])
    return rows


def _beside(ids: pa.ChunkedArray, detail: Columns) -> Columns:
    """The columns of a detail of fixtures, in the order of the ids; null where a fixture has none."""
    places = pc.index_in(ids, value_set=detail["fixture_id"].combine_chunks()).combine_chunks()
    return {
        name: pa.chunked_array([values.combine_chunks().take(places)], values.type)
        for name, values in detail.items()
        if name != "fixture_id"
    }


def _ties(connection: sqlite3.Connection, rows: Columns, knockouts: Columns) -> Columns:
    """What is known of fixtures by the ties of knock-out rounds and by checks, of those of which something is."""
    seasons, has_stage = rows["season_id"], pc.is_valid(rows["stage"])
    is_knock_out = pc.and_(has_stage, pc.equal(rows["in_table"], 0))
    if len(seasons) >= LARGE:
        # To look for stages in the rows is faster then; so many rows have a fixture with one of each season.
        seasons = seasons.filter(has_stage)
    places = pc.index_in(knockouts["fixture_id"], value_set=rows["id"].combine_chunks())
    goals = (rows[name].take(places).to_pylist() for name in ("home_goals", "away_goals"))
    ends = map(
        KnockoutRecord._make, zip(*(each.to_pylist() for each in knockouts.values()), strict=True)
    )
    values = tie_values(
        connection,
        seasons.unique().drop_null().to_pylist(),
        rows["season_id"].filter(is_knock_out).unique().drop_null().to_pylist(),
        rows["id"].to_pylist() if len(rows["id"]) <= MANY else (),
        zip(ends, *goals, strict=True),
    )
    listed: Columns = {"fixture_id": pa.chunked_array([list(values)], pa.int64())}
    for place, (name, kind) in enumerate(_TIES.items()):
        listed[name] = pa.chunked_array([[each[place] for each in values.values()]], kind)
    return listed


def looked_up(
    ids: pa.ChunkedArray, known: pa.ChunkedArray, names: pa.ChunkedArray, dtype: str
) -> pa.ChunkedArray:
    """The name of each id, of those known. As categories, names that several ids share are listed once."""
    places = pc.index_in(ids, value_set=known.combine_chunks())
    texts = shown(names, dtype).unify_dictionaries().combine_chunks()
    return pa.chunked_array([texts.take(each) for each in places.chunks], TYPES[dtype])


def read(connection: sqlite3.Connection, statement: Statement, types: Types) -> Columns:
    """The result of a statement. types: of its columns, in order."""
    cursor = connection.execute(*statement)
    chunks: dict[str, list[pa.Array]] = {name: [] for name in types}
    while rows := cursor.fetchmany(BATCH):
        for (name, kind), column in zip(types.items(), zip(*rows, strict=True), strict=True):
            chunks[name].append(pa.array(column, kind))
    return {name: pa.chunked_array(chunks[name], kind) for name, kind in types.items()}


def read_large(
    connection: sqlite3.Connection, statements: Sequence[tuple[Statement, Types]]
) -> list[Columns] | None:
    """The results of several statements, from one snapshot, read by ADBC in another process.

    None if ADBC is not installed, if the file is read without locks, or, with a SlowReadWarning, if the process fails:
    the caller then reads by its connection, which takes several times as long.
    """
    path = file_of(connection)
    if (
        find_spec("adbc_driver_sqlite") is None
        or getattr(connection, "takes_no_lock", False)
        or path is None
    ):
        return None
    question = {
        "uri": f"{path.as_uri()}?mode=ro",
        "statements": [
            {
                "sql": statement.sql,
                "values": _streamed(statement.values),
                "types": {name: str(kind) for name, kind in types.items()},
            }
            for statement, types in statements
        ],
    }
    command = [sys.executable, "-m", "footydata.frames.adbc_reading"]
    results: list[Columns] | None = None
    # Files, not pipes: a pipe that nobody reads, or that is closed early, would block or end one of the processes.
    with TemporaryFile() as question_file, TemporaryFile() as errors:
        question_file.write(json.dumps(question).encode())
        question_file.seek(0)
        with (
            subprocess.Popen(
                command, stdin=question_file, stdout=subprocess.PIPE, stderr=errors
            ) as child,
            suppress(OSError, pa.ArrowException),
        ):
            results = [_received(child.stdout, types) for _, types in statements]
        if results is None or child.returncode != 0:
            errors.seek(0)
            lines = errors.read().decode(errors="replace").strip().splitlines() or [
                f"exit code {child.returncode}"
            ]
            warn(
                f"a large read goes the slow way, as the process for it failed: {lines[-1]}",
                SlowReadWarning,
                2,
            )
            return None
    return results


def _streamed(values: Mapping[str, object]) -> str:
    """The parameters of a statement as an Arrow stream of one row, in hexadecimal."""
    sink = pa.BufferOutputStream()
    row = pa.RecordBatch.from_pylist([dict(values)])
    with pa.ipc.new_stream(sink, row.schema) as stream:
        stream.write_batch(row)
    text: str = sink.getvalue().to_pybytes().hex()
    return text


def _received(pipe: IO[bytes] | None, types: Types) -> Columns:
    with pa.ipc.open_stream(pipe) as stream:
        table = stream.read_all()
    return {name: table.column(name) for name in types}
