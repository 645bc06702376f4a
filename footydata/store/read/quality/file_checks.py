"""Checks the file itself, and its quotes.

SQLite's own check, rows that refer to nothing, tables that must agree with `fixture`; prices of 1 or less, lines that
are no multiples of a quarter, unknown markets.
"""

import json
import sqlite3
from collections.abc import Iterator

from footydata.football.markets import Market
from footydata.football.records import columns_of
from footydata.football.terms import Period
from footydata.football.wording import plural
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.read.quality.finding import (
    ERROR,
    REMARK,
    Check,
    Flagged,
    by_sql,
    compared,
)

MOST = 100
"""After how many faults SQLite stops listing them."""


def _broken(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
    try:
        rows = connection.execute(f"pragma integrity_check({MOST})").fetchall()
    except sqlite3.DatabaseError as error:
        rows = [(str(error),)]
    yield from (
        Flagged("database", None, f"SQLite's integrity check says: {text}")
        for (text,) in rows
        if text != "ok"
    )


def _orphans(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
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


def _strays(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
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


def _differing(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
    """Fixtures that are not what their sources said of them."""
    for fixture_id in differing_fixtures(connection):
        yield Flagged(
            "fixture",
            fixture_id,
            f"fixture {fixture_id} is not stored as what its sources said amounts to",
        )


def _limits(part: str, limit: str) -> dict[str, dict[str, str]]:
    """Table of quotes → its columns with a part in their names → the limit of each."""
    return {
        table: {name: limit.format(name) for name in columns_of(table) if part in name}
        for table in ("odds", "odds_line", "odds_tick")
    }


_OF_QUOTES = {"named": "quote", "joined": "left join bookmaker on bookmaker.id = bookmaker_id"}


def _too_much(market: Market) -> str:
    names = [] if market.shape.has_line else [f"{period}_line" for period in Period]
    if len(market.shape.selections) < 3:
        names += [f"{period}_price_3" for period in Period]
    return " or ".join(f"{name} is not null" for name in names) or "false"


# The odds are read once for all markets; the keys are those of the table of markets.
_MISSHAPEN = " or ".join(
    f"(market = '{market.key}' and ({_too_much(market)}))" for market in MARKET_BY_KEY.values()
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
    # At a price of 1 or less a won bet would return no more than its stake.
    compared(
        "impossible_price",
        "{slug} has a price of {value} in {market}, {quote}",
        "<=",
        _limits("price", "1"),
        **_OF_QUOTES,
    ),
    # A quarter is a sum of powers of two: four times it is whole, exactly.
    compared(
        "impossible_line",
        "{slug} has a line of {value} in {market}, {quote}",
        "<>",
        _limits("line", "round({} * 4) / 4"),
        **_OF_QUOTES,
    ),
    by_sql(
        "misshapen_quote",
        ERROR,
        "{slug} has a line or a third price in {market}, which has none",
        f"""select fixture_id, (select slug from bookmaker where id = bookmaker_id) as slug, market from odds
        where {_MISSHAPEN} order by fixture_id, bookmaker_id, market""",
    ),
    *(
        by_sql(
            kind,
            ERROR,
            f"{{rows:row}} of {table} of an unknown market {{market!r}}",
            f"""select fixture_id, market, count(*) as rows from {table}
            where market not in (select value from json_each(:known))
            group by fixture_id, market order by fixture_id, market""",
            known=json.dumps(list(MARKET_BY_KEY)),
        )
        for kind, table in (("unknown_market", "odds"), ("unknown_market_tick", "odds_tick"))
    ),
)
"""What is looked for in the file itself and in quotes."""

_REFERENCES = """
    select schema.name, reference."from", reference."table", coalesce(reference."to", 'id')
    from sqlite_master as schema join pragma_foreign_key_list(schema.name) as reference
    where schema.type = 'table' order by schema.rowid, reference.id
"""
