"""Checks the file itself: SQLite's own check, rows that refer to nothing, tables that must agree with `fixture`."""

import sqlite3
from collections.abc import Iterator

from footydata.football.wording import plural
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.read.quality.checks.finding import ERROR, REMARK, Check, Flagged, by_sql

MOST = 100
"""After how many faults SQLite stops listing them."""


def _broken(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    try:
        rows = connection.execute(f"pragma integrity_check({MOST})").fetchall()
    except sqlite3.DatabaseError as error:
        rows = [(str(error),)]
    yield from (
        Flagged("database", None, f"SQLite's integrity check says: {text}")
        for (text,) in rows
        if text != "ok"
    )


def _orphans(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Ids that rows refer to and that do not exist."""
    for child, column, parent, key in connection.execute(_REFERENCES).fetchall():
        # Names of the schema, never a value; the user's own tables may have any.
        sql = f"""
            select "{column}", count(*) from "{child}" as child where "{column}" is not null
              and not exists (select 1 from "{parent}" as parent where parent."{key}" = child."{column}")
            group by "{column}" order by "{column}"
        """
        for missing, count in connection.execute(sql):
            yield Flagged(
                parent,
                missing,
                f"{parent} {missing} is not there, and {plural(count, 'row')} of {child} name it by {column}",
            )


def _strays(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Spellings and ids of sources for what does not exist."""
    for kind in ("league", "season", "team", "bookmaker", "fixture"):
        sql = f"""
            select entity_id, min(key), count(*) from external_id
            where kind = :kind and not exists (select 1 from {kind} where id = entity_id)
            group by entity_id order by entity_id
        """
        for missing, key, count in connection.execute(sql, {"kind": kind}):
            sentence = f"{kind} {missing} is not there, and {plural(count, 'name')} of sources stood for it, as {key!r}"
            yield Flagged(kind, missing, sentence)


def _differing(connection: sqlite3.Connection, now: int) -> Iterator[Flagged]:
    """Fixtures that are not what their sources said of them."""
    for fixture_id in differing_fixtures(connection):
        yield Flagged(
            "fixture",
            fixture_id,
            f"fixture {fixture_id} is not stored as what its sources said amounts to",
        )


CHECKS = (
    Check("broken_file", ERROR, _broken),
    Check("orphan", ERROR, _orphans),
    Check("stray_name", ERROR, _strays),
    Check("differs_from_claims", ERROR, _differing),
    by_sql(
        "retired_for_nothing",
        ERROR,
        "the retired league {id} is said to live on as {survivor_id}: it is not there",
        """select id, survivor_id from retired_league as gone
        where not exists (select 1 from league where league.id = survivor_id)
          and not exists (select 1 from retired_league as next where next.id = gone.survivor_id) order by id""",
        of="league",
    ),
    by_sql(
        "not_in_team_list",
        ERROR,
        "it stands in {lists} of its teams' lists",
        """select fixture.id, count(listed.fixture_id) || ' of 2' as lists
        from fixture left join team_fixture as listed on listed.fixture_id = fixture.id
          and listed.kickoff_ts = fixture.kickoff_ts and listed.team_id in (fixture.home_id, fixture.away_id)
        group by fixture.id having count(listed.fixture_id) < 2 and fixture.home_id <> fixture.away_id
        order by fixture.id""",
    ),
    by_sql(
        "wrong_in_team_list",
        ERROR,
        "it stands in the list of team {team_id} at a wrong kickoff, or is not that team's",
        """select fixture.id, team_fixture.team_id
        from team_fixture join fixture on fixture.id = team_fixture.fixture_id
        where team_fixture.kickoff_ts <> fixture.kickoff_ts
          or team_fixture.team_id not in (fixture.home_id, fixture.away_id)
        order by fixture.id, team_fixture.team_id""",
    ),
    by_sql(
        "without_source",
        REMARK,
        "no source is noted for it",
        """select id from fixture
        where not exists (select 1 from fixture_source where fixture_id = fixture.id) order by id""",
    ),
)
"""What is looked for in the file itself."""

_REFERENCES = """
    select schema.name, reference."from", reference."table", coalesce(reference."to", 'id')
    from sqlite_master as schema join pragma_foreign_key_list(schema.name) as reference
    where schema.type = 'table' order by schema.rowid, reference.id
"""
