"""Why an answer is empty, in words for people."""

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from footydata.football.moments import day_of
from footydata.football.terms import DAY, Order, Status
from footydata.football.wording import LISTED, plural, some_of
from footydata.odds.markets import MARKET_BY_KEY
from footydata.store.read.conditions import FIGURES, Condition
from footydata.store.read.fixtures import (
    FixtureFilter,
    count_fixtures,
    team_names,
)
from footydata.store.read.fixtures import fixtures as read_fixtures
from footydata.store.rows import column, ids_of

NAMED = 3
"""How many teams and leagues of a filter a reason names at most."""


def why_no_fixtures(connection: sqlite3.Connection, filters: FixtureFilter) -> str:
    """Why no fixture passes a filter: the nearest days that have some, or that there are none at all.

    The teams and leagues of the filter are named as they were found, as a name may mean another one than was thought.
    """
    kind = f"{filters.statuses[0]} " if filters.statuses and len(filters.statuses) == 1 else ""
    if connection.execute("select max(id) from fixture").fetchone()[0] is None:
        return f"no {kind}fixtures match; the file has none at all"
    sentence = f"no {kind}fixtures{_whose(connection, filters)}{_when(filters)} match"
    undated = replace(filters, start_ts=None, end_ts=None)
    near = []
    if filters.start_ts is not None:
        before = replace(undated, end_ts=filters.start_ts)
        near += read_fixtures(connection, before, order=Order.DESC, limit=1)
    if filters.end_ts is not None:
        near += read_fixtures(connection, replace(undated, start_ts=filters.end_ts), limit=1)
    if near:
        days = dict.fromkeys(day_of(row.kickoff_ts).isoformat() for row in near)
        return f"{sentence}; the nearest days with any: {', '.join(days)}"
    if undated != filters:
        sentence += ", nor on any other day"
    if filters.esports is False and count_fixtures(
        connection, replace(filters, esports=True), most=1
    ):
        return f"{sentence}; there are some of e-football, which is listed where it is asked for"
    elsewhere = _other_leagues(connection, undated)
    return f"{sentence}; there are some in {elsewhere}" if elsewhere else sentence


def why_nothing_recorded(subject: str, fixtures: Sequence[int], not_fetched: Sequence[int]) -> str:
    """Why fixtures have nothing of a kind: nothing that was loaded has it (not_fetched), or it has none recorded."""
    sentence = f"no {subject} recorded for {plural(len(fixtures), 'fixture')}"
    if len(not_fetched) == len(fixtures):
        return f"{sentence}: no source that was loaded has any"
    return (
        f"{sentence}; of {len(not_fetched):,} of them no source that was loaded has any"
        if not_fetched
        else sentence
    )


def why_no_figure(
    connection: sqlite3.Connection, filters: FixtureFilter, figures: Sequence[str]
) -> str:
    """Why there is no average of figures: none is asked for, no fixture is finished, or none of those has them."""
    if not figures:
        return "no figure was given"
    finished = replace(filters, statuses=(Status.FINISHED,))
    count = count_fixtures(connection, finished)
    if not count:
        return why_no_fixtures(connection, finished)
    return f"none of the {plural(count, 'matching finished fixture')} has {', '.join(figures)} recorded"


def why_none_found(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    condition: Condition,
    *,
    where: str,
    known: int,
) -> str:
    """Why no fixture of a filter is found by a condition: none fulfils it, or none has a figure that it names.

    where: the condition as it was typed. known: how many fixtures of the filter have all its figures.
    """
    count = count_fixtures(connection, filters)
    if not count:
        return why_no_fixtures(connection, filters)
    lacking = []
    for name in condition.names:
        is_known = Condition(f"{FIGURES[name]} is not null", {})
        if not count_fixtures(connection, replace(filters, figures=is_known)):
            lacking.append(name)
    fixtures = plural(
        count, f"matching {filters.statuses[0]} fixture" if filters.statuses else "matching fixture"
    )
    if lacking:
        # Some of a condition may be known to fail where a figure that it names is not: they are not counted here.
        return f"no fixture with {where}: none of the {fixtures} has {', '.join(lacking)} recorded"
    return f"no fixture with {where}, of {known:,} whose figures are known"


def too_few(left_out: Mapping[str, int], min_fixtures: int, *, by: str) -> str:
    """Which teams, leagues or referees (by) have too few fixtures, in words; '' if none.

    >>> too_few({"Leeds": 4, "Derby": 1}, 5, by="team")
    '2 teams with fewer than 5 fixtures are left out: Leeds (4), Derby (1)'
    """
    if not left_out:
        return ""
    verb = "is" if len(left_out) == 1 else "are"
    listed = some_of((f"{name} ({count})" for name, count in left_out.items()), LISTED)
    return f"{plural(len(left_out), by)} with fewer than {plural(min_fixtures, 'fixture')} {verb} left out: {listed}"


def why_no_history(connection: sqlite3.Connection, fixture_id: int, subject: str) -> str:
    """Why a fixture has no such history of odds: which ones it has."""
    sql = """
        select odds_tick.market, bookmaker.slug from odds_tick
        join bookmaker on bookmaker.id = odds_tick.bookmaker_id
        where odds_tick.fixture_id = :id group by odds_tick.bookmaker_id, odds_tick.market order by 1, 2
    """
    rows = connection.execute(sql, {"id": fixture_id})
    bookmakers = [f"{MARKET_BY_KEY[market].param} at {slug}" for market, slug in rows]
    return f"no {subject} is recorded for fixture {fixture_id}; there are {', '.join(bookmakers) or 'none'}"


def _whose(connection: sqlite3.Connection, filters: FixtureFilter) -> str:
    """The teams and leagues of a filter: ' of Atlético Madrid in Série A (Brazil)'."""
    team_ids, league_ids = filters.team_ids or (), filters.league_ids or ()
    of = some_of(team_names(connection, team_ids).values(), NAMED)
    within = some_of(column(connection, _LEAGUES, ids_of(league_ids)), NAMED)
    return (f" of {of}" if of else "") + (f" in {within}" if within else "")


def _other_leagues(connection: sqlite3.Connection, filters: FixtureFilter) -> str:
    """The leagues in which the teams of a filter have such fixtures, if it names teams and leagues; '' if in none."""
    if not filters.team_ids or not filters.league_ids:
        return ""
    anywhere = replace(filters, league_ids=None, season_ids=None)
    counts = Counter(row.league_id for row in read_fixtures(connection, anywhere))
    ids = [league_id for league_id, _ in counts.most_common()]
    return some_of(column(connection, _LEAGUES, ids_of(ids)), NAMED)


_LEAGUES = """
    select league.name || ' (' || country.name || ')' from json_each(:ids) as own
    join league on league.id = own.value join country on country.code = league.country_code order by own.key
"""


def _when(filters: FixtureFilter) -> str:
    first = None if filters.start_ts is None else day_of(filters.start_ts)
    last = None if filters.end_ts is None else day_of(filters.end_ts - 1)
    if first and last:
        is_day = filters.start_ts is not None and filters.end_ts == filters.start_ts + DAY
        return f" on {first}" if is_day and first == last else f" from {first} to {last}"
    return f" from {first} on" if first else f" up to {last}" if last else ""
