"""Checks a database: finds what can't be true, and what may be wrong.

Of the file: SQLite's own check, rows that refer to nothing, tables that must agree with `fixture`. Of quotes: prices of 1
or less, lines that are no multiples of a quarter, unknown markets. Of seasons: fixtures outside their span, missing
members, tables that fit no format.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from footydata.football.errors import StandingsNotAvailable
from footydata.football.markets import Market
from footydata.football.records import columns_of
from footydata.football.register.teams import namesakes
from footydata.football.terms import OWN_IDS_FROM, Period
from footydata.football.wording import plural
from footydata.odds.markets import MARKET_BY_KEY
from footydata.rules.formats import unmet
from footydata.store.claims.regrouping import differing_fixtures
from footydata.store.read import fixture_checks
from footydata.store.read.evidence import possible_duplicates
from footydata.store.read.finding import (
    ERROR,
    REMARK,
    Check,
    Finding,
    Flagged,
    Severity,
    by_sql,
    compared,
)
from footydata.store.read.seasons.season import SEASON_OVER_AFTER, LeagueSeason
from footydata.store.read.seasons.standings import table_of
from footydata.store.rows import ids_of


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


_NAMES = ", ".join(f"('{market.key}', '{market.param}')" for market in MARKET_BY_KEY.values())
_OF_MARKET = (
    f"left join (select column1 as market, column2 as param from (values {_NAMES})) using (market)"
)
"""Joins the name of a market for people, as odds are stored by its key."""

_OF_QUOTES = {
    "named": "quote",
    "joined": f"left join bookmaker on bookmaker.id = bookmaker_id {_OF_MARKET}",
    "also": ", coalesce(param, market) as of_market",
}


def _too_much(market: Market) -> str:
    names = [] if market.shape.has_line else [f"{period}_line" for period in Period]
    if len(market.shape.selections) < 3:
        names += [f"{period}_price_3" for period in Period]
    return " or ".join(f"{name} is not null" for name in names) or "false"


# The odds are read once for all markets; the keys are those of the table of markets.
_MISSHAPEN = " or ".join(
    f"(market = '{market.key}' and ({_too_much(market)}))" for market in MARKET_BY_KEY.values()
)

_OF_THE_FILE = (
    by_sql(
        "broken_file",
        ERROR,
        "SQLite's integrity check says: {text}",
        "select null, integrity_check as text from pragma_integrity_check where integrity_check <> 'ok'",
        of="database",
    ),
    Check("orphan", ERROR, _orphans),
    by_sql(
        "stray_name",
        ERROR,
        "{of} {entity_id} is not there, and {names:name} of sources stood for it, as {key!r}",
        " union all ".join(
            f"""select * from (
                select entity_id, '{kind}' as of, min(key) as key, count(*) as names from external_id
                where kind = '{kind}' and not exists (select 1 from {kind} where id = entity_id)
                group by entity_id order by entity_id)"""
            for kind in ("league", "season", "team", "bookmaker", "fixture")
        ),
    ),
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
        "{slug} has a price of {value} in {of_market}, {quote}",
        "<=",
        _limits("price", "1"),
        **_OF_QUOTES,
    ),
    # A quarter is a sum of powers of two: four times it is whole, exactly.
    compared(
        "impossible_line",
        "{slug} has a line of {value} in {of_market}, {quote}",
        "<>",
        _limits("line", "round({} * 4) / 4"),
        **_OF_QUOTES,
    ),
    by_sql(
        "misshapen_quote",
        ERROR,
        "{slug} has a line or a third price in {param}, which has none",
        f"""select fixture_id, (select slug from bookmaker where id = bookmaker_id) as slug, param
        from odds {_OF_MARKET} where {_MISSHAPEN} order by fixture_id, bookmaker_id, market""",
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


def _doubts(season: LeagueSeason) -> list[str]:
    """Why the table of a season may be wrong, nothing if it has none; fixtures that are lacking are counted elsewhere."""
    with suppress(StandingsNotAvailable):
        doubts = list(table_of(season).doubts)
        if not doubts or not season.meets_once:
            return doubts
        lacking = unmet(season.results().counted)
        return [doubt for doubt in doubts if doubt not in lacking]
    return []


def _seasons(connection: sqlite3.Connection, now: int) -> Iterator[LeagueSeason]:
    """The seasons with a table."""
    for season_id, league_id in connection.execute(_WITH_TABLES).fetchall():
        yield LeagueSeason(connection, league_id, season_id, now=now)


def _doubtful(connection: sqlite3.Connection, now: int, *_: object) -> Iterator[Flagged]:
    """Seasons whose fixtures fit no format that we know: a club under two names, play-offs among the rest."""
    for season in _seasons(connection, now):
        for doubt in _doubts(season):
            yield Flagged("season", season.head.season_id, f"{season.name}: {doubt}")


def _two_names(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
    """Clubs that may be one under two names, if too few fixtures agree to decide, or some differ."""
    for pair, clause in possible_duplicates(connection):
        yield Flagged("team", max(pair), clause)


def _shared_name(connection: sqlite3.Connection, *_: object) -> Iterator[Flagged]:
    """Clubs in two leagues of a year, one of which a source may have named with the short name of another club."""
    for team_id, country, key, team, leagues in connection.execute(_IN_TWO_TABLES):
        others = [one.name for one in namesakes(country, key) if one.id != team_id]
        if others:
            what = f"what a source calls {key!r} may be {' or '.join(others)} in one of them"
            yield Flagged("team", team_id, f"{team} plays in {leagues}: {what}")


def _incomplete(connection: sqlite3.Connection, now: int, *_: object) -> Iterator[Flagged]:
    """Seasons that are over with too few fixtures, of leagues in which each pair meets once at each venue.

    The fixtures are those that the season's table counts. A season whose table is doubted is not named again.
    """
    for season in _seasons(connection, now):
        head = season.head
        is_over = head.last_ts is not None and head.last_ts < now - SEASON_OVER_AFTER
        if not is_over or not season.meets_once:
            continue
        results = season.results()
        teams = len({team for row in results.counted for team in row[:2]})
        if results.counted and results.played < teams * (teams - 1) and not _doubts(season):
            sentence = f"{results.played} of {teams * (teams - 1)} fixtures of its {teams} teams are finished"
            yield Flagged("season", head.season_id, f"{season.name}: {sentence}")


_SPANS = """
    select id,
           unixepoch(case when label like '%/%' then printf('%04d-06-01', start_year)
                          else printf('%04d-01-01', start_year) end) as start_ts,
           unixepoch(case when label like '%/%' then printf('%04d-09-01', start_year + 1)
                          else printf('%04d-04-01', start_year + 1) end) as end_ts
    from season
"""
"""The days of a season: June to August of the next year, or January to March of the next (the pandemic moved many)."""

_OF_SEASONS = (
    by_sql(
        "season_of_another_league",
        ERROR,
        "it is of league {league_id}, its season of league {other}",
        """select fixture.id, fixture.league_id, season.league_id as other
        from fixture join season on season.id = fixture.season_id
        where season.league_id <> fixture.league_id order by fixture.id""",
    ),
    by_sql(
        "outside_season",
        REMARK,
        "it is of the season {label}, and its day is not",
        f"""with span as materialized ({_SPANS})
        select fixture.id, season.label from fixture
        join span on span.id = fixture.season_id join season on season.id = fixture.season_id
        where fixture.kickoff_ts < span.start_ts or fixture.kickoff_ts >= span.end_ts
        order by fixture.kickoff_ts, fixture.id""",
    ),
    by_sql(
        "no_member",
        ERROR,
        "it plays {fixtures:fixture} of season {season_id}, and is not a member of it",
        """with playing as (
          select home_id as team_id, season_id, count(*) as fixtures from fixture
          where season_id is not null group by home_id, season_id
          union all
          select away_id, season_id, count(*) from fixture where season_id is not null group by away_id, season_id
        )
        select team_id, season_id, sum(fixtures) as fixtures from playing
        where not exists (
          select 1 from season_team
          where season_team.season_id = playing.season_id and season_team.team_id = playing.team_id)
        group by team_id, season_id order by team_id, season_id""",
        of="team",
    ),
    by_sql(
        "two_current_seasons",
        ERROR,
        "{seasons} of its seasons are current",
        """select league_id, count(*) as seasons from season where current = 1
        group by league_id having count(*) > 1 order by league_id""",
        of="league",
    ),
    Check("doubtful_table", ERROR, _doubtful),
    Check("two_names", REMARK, _two_names),
    Check("shared_name", REMARK, _shared_name),
    Check("incomplete_season", REMARK, _incomplete),
)
"""What is looked for in seasons."""

_IN_TWO_TABLES = f"""
    with played as (
      select distinct season_team.team_id, league.country_code, season.start_year, league.id, league.name, season.label
      from season_team join season on season.id = season_team.season_id
      join league on league.id = season.league_id
      where league.has_standings = 1 and league.esports = 0
    ), doubled as (
      select team_id, country_code, group_concat(name || ' ' || label, ' and ') as leagues
      from (select * from played order by team_id, start_year, id)
      group by team_id, country_code, start_year having count(distinct id) > 1
    )
    select distinct doubled.team_id, doubled.country_code, external_id.key, team.name, doubled.leagues
    from doubled join team on team.id = doubled.team_id
    join external_id on external_id.kind = 'team' and external_id.entity_id = doubled.team_id
      and external_id.scope = doubled.country_code
    where doubled.team_id >= {OWN_IDS_FROM} order by doubled.team_id, doubled.leagues, external_id.key
"""
_WITH_TABLES = """
    select season.id, league.id from season join league on league.id = season.league_id
    where league.has_standings = 1
    order by league.id, season.start_year, season.id
"""


CHECKS: tuple[Check, ...] = (
    *_OF_THE_FILE,
    *fixture_checks.CHECKS,
    *_OF_SEASONS,
)
"""All checks, in the order in which they are listed."""


class Count(NamedTuple):
    """How many findings a check had."""

    severity: Severity
    kind: str
    count: int  # type: ignore[assignment]  # hides tuple.count


class Checked(NamedTuple):
    """The result of the checks: the counts by kind, errors first, and the first findings of each kind."""

    counts: list[Count]
    findings: list[Finding]

    @property
    def errors(self) -> int:
        """How many findings are errors."""
        return sum(row.count for row in self.counts if row.severity is Severity.ERROR)


def check(
    connection: sqlite3.Connection,
    *,
    now: int,
    limit: int | None = None,
    kinds: Sequence[str] | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Checked:
    """Run the checks on a database. now: unix seconds UTC.

    limit: how many findings of a kind are listed, all if None; kinds: of the checks, all if None. progress: called
    with the share that is done, before each check.
    """
    counts: list[Count] = []
    findings: list[Finding] = []
    chosen = [each for each in CHECKS if kinds is None or each.kind in kinds]
    for done, each in enumerate(sorted(chosen, key=lambda one: one.severity)):
        progress(f"{done}/{len(chosen)} {each.kind}")
        rows = _readable(each.find(connection, now, None))
        first = list(islice(rows, limit))
        total = len(first) + sum(1 for _ in rows)
        if total:
            counts.append(Count(each.severity, each.kind, total))
            findings += _findings(connection, each, first)
    return Checked(counts, findings)


def _readable(rows: Iterator[Flagged]) -> Iterator[Flagged]:
    """The rows; if the rest can't be read, a last one that says so."""
    try:
        yield from rows
    except sqlite3.DatabaseError as error:
        yield Flagged("database", None, f"this can't be looked for: {error}")


def _findings(connection: sqlite3.Connection, of: Check, rows: Sequence[Flagged]) -> list[Finding]:
    """The findings, with the teams and sources of the fixtures that they are about."""
    about: dict[tuple[str, object], tuple[str | None, str | None]] = {}
    with suppress(sqlite3.DatabaseError):
        ids = ids_of(row.id for row in rows if row.of == "fixture")
        about = {("fixture", id_): beside for id_, *beside in connection.execute(_ABOUT, ids)}
    return [
        Finding(of.severity, of.kind, row.of, row.id, sources, f"{name or ''}{row.sentence}")
        for row in rows
        for name, sources in [about.get((row.of, row.id), (None, None))]
    ]


_ABOUT = """
    select each.value, home.name || ' - ' || away.name || ', ' || date(fixture.kickoff_ts, 'unixepoch') || ': ',
           (select group_concat(name, ', ') from (
             select source.name from fixture_source join source on source.id = fixture_source.source_id
             where fixture_source.fixture_id = each.value order by source.trust desc, source.name))
    from json_each(:ids) as each left join fixture on fixture.id = each.value
    left join team as home on home.id = fixture.home_id left join team as away on away.id = fixture.away_id
    order by each.value
"""
