"""The journal of the user's edits of teams: the rows that each edit changed, so that it can be undone.

All rows that an edit may change are read before and after it; the journal stores the differences.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from footydata.football.records import TABLES, TeamEdit, TeamEditRow, columns_of, key_of
from footydata.store.writing import upsert

Place = tuple[str, tuple[Any, ...]]
"""A table and the key of one of its rows."""

Rows = dict[Place, tuple[Any, ...]]
"""Place of a row → its values."""


class Change(NamedTuple):
    """A row that an edit changed. before, after: the columns that differ, None if there was no row."""

    place: Place
    before: dict[str, Any] | None
    after: dict[str, Any] | None


_OF_TEAMS = {
    "team": "id",
    "team_name": "team_id",
    "season_team": "team_id",
    "points_adjustment": "team_id",
    "team_alias": "team_id",
}
_OF_FIXTURES = {
    "fixture": "id",
    "claim": "fixture_id",
    "odds_tick": "fixture_id",
}
"""The tables of fixtures in a journal; all others are derived from claims."""

COLUMNS = {
    "claim": ("id", "fixture_id"),
    "fixture": ("id", "league_id", "season_id", "home_id", "away_id", "kickoff_ts", "status"),
}
"""Table → its columns in a journal, if these are not all."""

_DERIVED = {"fixture": ("kickoff_ts", "status")}
"""Table → the columns that a journal has for deleted rows only, as they are derived from claims."""

_IDS = {
    "league": ("league_id",),
    "season": ("season_id",),
    "team": ("team_id", "home_id", "away_id"),
    "bookmaker": ("bookmaker_id",),
    "fixture": ("fixture_id",),
}
"""Table → the columns elsewhere that hold its ids."""


def rows_of(
    connection: sqlite3.Connection, team_ids: Sequence[int], fixture_ids: Iterable[int]
) -> Rows:
    """Every row that belongs to these teams or these fixtures."""
    fixtures = list(fixture_ids)
    rows: Rows = {}
    for columns, ids in ((_OF_TEAMS, team_ids), (_OF_FIXTURES, fixtures)):
        for table, column in columns.items():
            _read(connection, table, f"{column} in (select value from json_each(:ids))", ids, rows)
    for kind, ids in (("team", team_ids), ("fixture", fixtures)):
        where = f"kind = '{kind}' and entity_id in (select value from json_each(:ids))"
        _read(connection, "external_id", where, ids, rows)
    return rows


def changes(before: Rows, after: Rows) -> list[Change]:
    """The rows that differ, parents before children; a row that is in both has only the columns that differ."""
    order = list(TABLES)
    places = sorted(
        before.keys() | after.keys(), key=lambda place: (order.index(place[0]), str(place[1]))
    )
    compared = (_change(place, before.get(place), after.get(place)) for place in places)
    return [change for change in compared if change.before != change.after]


def write_edit(connection: sqlite3.Connection, edit: TeamEdit, changed: Sequence[Change]) -> int:
    """Write an edit and its changes; returns its id. Commits nothing."""
    edit_id = connection.execute(_INSERT_EDIT, edit._asdict()).lastrowid
    assert edit_id is not None
    rows = (
        TeamEditRow(edit_id, seq, place[0], json.dumps(place[1]), _text(before), _text(after))
        for seq, (place, before, after) in enumerate(changed, start=1)
    )
    upsert(connection, "team_edit_row", rows)
    return edit_id


def read_changes(connection: sqlite3.Connection, edit_id: int) -> list[Change]:
    """The changes of an edit."""
    rows = connection.execute(
        "select changed, key, before, after from team_edit_row where edit_id = :edit_id order by seq",
        {"edit_id": edit_id},
    )
    return [
        Change(
            (table, tuple(json.loads(key))),
            *(None if text is None else json.loads(text) for text in texts),
        )
        for table, key, *texts in rows
    ]


def reverse(connection: sqlite3.Connection, changed: Iterable[Change]) -> list[Change]:
    """Undo changes; returns those that can't be undone wholly, as the row has changed since. Commits nothing."""
    connection.execute("pragma defer_foreign_keys = on")
    return [change for change in changed if not _reversed(connection, change)]


def update_team_fixtures(connection: sqlite3.Connection, before: Rows, after: Rows) -> None:
    """Update team_fixture for the fixtures that changed. Commits nothing."""
    deleted = set(_team_fixtures(before)) - set(_team_fixtures(after))
    new = set(_team_fixtures(after)) - set(_team_fixtures(before))
    connection.executemany(
        "delete from team_fixture where team_id = ? and kickoff_ts = ? and fixture_id = ?",
        sorted(deleted),
    )
    upsert(connection, "team_fixture", sorted(new))


def change_id_in_journal(
    connection: sqlite3.Connection, table: str, own_id: int, remote_id: int
) -> None:
    """Replace our id of a row by that of a remote service, in every edit. Commits nothing."""
    for column in ("team_id", "gone_id") if table == "team" else ():
        connection.execute(
            f"update team_edit set {column} = :remote where {column} = :own",
            {"own": own_id, "remote": remote_id},
        )
    rows = connection.execute(
        """select edit_id, seq, changed, key, before, after from team_edit_row
        where instr(key, :own) or instr(before, :own) or instr(after, :own)""",
        {"own": str(own_id)},
    ).fetchall()
    for edit_id, seq, changed, key, before, after in rows:
        fields = columns_of(changed)
        key_columns = dict(zip(fields, json.loads(key), strict=False))
        kind = key_columns.get("kind")
        texts = [None if text is None else json.loads(text) for text in (before, after)]
        renamed = [
            None if each is None else _renamed(each, table, changed, kind, own_id, remote_id)
            for each in (key_columns, *texts)
        ]
        new_key = json.dumps(list((renamed[0] or {}).values()))
        upsert(
            connection,
            "team_edit_row",
            [TeamEditRow(edit_id, seq, changed, new_key, _text(renamed[1]), _text(renamed[2]))],
        )


def _renamed(
    columns: Mapping[str, Any],
    table: str,
    changed: str,
    kind: str | None,
    own_id: int,
    remote_id: int,
) -> dict[str, Any]:
    id_columns = {
        *_IDS[table],
        *(["id"] if changed == table else []),
        *(["entity_id"] if kind == table else []),
    }
    return {
        name: remote_id if name in id_columns and value == own_id else value
        for name, value in columns.items()
    }


def _read(
    connection: sqlite3.Connection, table: str, where: str, ids: Sequence[int], rows: Rows
) -> None:
    """Add the rows of a table to `rows`. where: SQL of our own, with the parameter :ids."""
    width = len(key_of(table))
    sql = f"select {', '.join(_columns_of(table))} from {table} where {where}"
    for row in connection.execute(sql, {"ids": json.dumps(list(ids))}):
        rows[table, row[:width]] = row


def _columns_of(table: str) -> tuple[str, ...]:
    return COLUMNS.get(table) or columns_of(table)


def _change(place: Place, before: tuple[Any, ...] | None, after: tuple[Any, ...] | None) -> Change:
    fields = _columns_of(place[0])
    if before is None or after is None:
        rows = (
            None if row is None else dict(zip(fields, row, strict=True)) for row in (before, after)
        )
        return Change(place, *rows)
    derived = _DERIVED.get(place[0], ())
    differing = {
        name: (old, new)
        for name, old, new in zip(fields, before, after, strict=True)
        if old != new and name not in derived
    }
    return Change(
        place,
        {name: old for name, (old, _) in differing.items()},
        {name: new for name, (_, new) in differing.items()},
    )


def _reversed(connection: sqlite3.Connection, change: Change) -> bool:
    (table, key), before, after = change
    names = key_of(table)
    at = " and ".join(f"{name} = :key_{name}" for name in names)
    values = {f"key_{name}": value for name, value in zip(names, key, strict=True)}
    if after is None:
        assert before is not None
        if connection.execute(f"select 1 from {table} where {at}", values).fetchone():
            return False
        names_and_marks = ", ".join(before), ", ".join(f":{name}" for name in before)
        connection.execute(
            "insert into {} ({}) values ({})".format(table, *names_and_marks), before
        )  # names of ours
        return True
    unchanged = " and ".join(f"{name} is :after_{name}" for name in after)
    values |= {f"after_{name}": value for name, value in after.items()}
    if before is None:
        return (
            connection.execute(f"delete from {table} where {at} and {unchanged}", values).rowcount
            == 1
        )
    is_whole = (
        connection.execute(f"select 1 from {table} where {at} and {unchanged}", values).fetchone()
        is not None
    )
    # A column that was written since keeps its value; the others are restored.
    values |= {f"before_{name}": value for name, value in before.items()}
    settings = ", ".join(
        f"{name} = case when {name} is :after_{name} then :before_{name} else {name} end"
        for name in before
    )
    connection.execute(f"update {table} set {settings} where {at}", values)
    return is_whole


def _team_fixtures(rows: Rows) -> Iterator[tuple[int, int, int]]:
    for (table, _), values in rows.items():
        if table == "fixture":
            row = dict(zip(COLUMNS[table], values, strict=True))
            yield from (
                (team_id, row["kickoff_ts"], row["id"])
                for team_id in {row["home_id"], row["away_id"]}
            )


def _text(columns: Mapping[str, Any] | None) -> str | None:
    return None if columns is None else json.dumps(columns, ensure_ascii=False)


_INSERT_EDIT = """
    insert into team_edit (kind, team_id, gone_id, summary, made_ts, undone_ts, reason)
    values (:kind, :team_id, :gone_id, :summary, :made_ts, :undone_ts, :reason)
"""
