"""What the terminal browser lists: the fixtures of a day, a season or a team, and the days that have any.

Lists are read in two steps, so that they open at once whatever their length: the entries (ids in order),
then the rows of the part that is on screen.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from footydata.contract.terms import DAY, EventType, Order, Status
from footydata.queries.bookmakers import default_bookmaker


class Day(NamedTuple):
    """A calendar day: start_ts inclusive, end_ts exclusive; midnight_ts: 00:00 UTC of its date.

    A fixture without a known time stands at 00:00 UTC of its printed date, whatever the zone of the day.
    """

    start_ts: int
    end_ts: int
    midnight_ts: int


class Entry(NamedTuple):
    """A place in a list of fixtures: the fixture's id and what orders, groups and filters it."""

    kickoff_ts: int
    fixture_id: int
    time_known: int
    league_id: int
    home_id: int
    away_id: int


class ListedFixture(NamedTuple):
    """A fixture as a list shows it.

    last_half, last_minute, last_stoppage, half_over: the last event of a live fixture, None without events;
    corner_line: the default bookmaker's, closing before opening; fair_corner_line: ours, where it is stored.
    """

    id: int
    league_id: int
    season_id: int | None
    kickoff_ts: int
    time_known: int
    status: str
    state_detail: str | None
    round: int | None
    home: str
    away: str
    home_goals: int | None
    away_goals: int | None
    half_home_goals: int | None
    half_away_goals: int | None
    home_corners: int | None
    away_corners: int | None
    home_yellow: int | None
    away_yellow: int | None
    home_red: int | None
    away_red: int | None
    season: str | None
    last_half: int | None = None
    last_minute: int | None = None
    last_stoppage: int | None = None
    half_over: int | None = None
    corner_line: float | None = None
    fair_corner_line: float | None = None


ENTRY = "fixture.kickoff_ts, fixture.id, fixture.time_known, fixture.league_id, fixture.home_id, fixture.away_id"
"""The columns of an Entry."""

_OF_DAY = f"""
select {ENTRY} from fixture
where esports = :esports and kickoff_ts >= :start_ts and kickoff_ts < :end_ts and time_known = 1
union all
select {ENTRY} from fixture
where esports = :esports and kickoff_ts = :midnight_ts and time_known = 0
order by 1, 2
"""

_COUNT = f"""
select (select count(*) from fixture
        where esports = :esports and kickoff_ts >= :start_ts and kickoff_ts < :end_ts)
     - (select count(*) from fixture
        where esports = :esports and kickoff_ts >= :start_ts and kickoff_ts < :end_ts
        and kickoff_ts in (:midnight_ts, :midnight_ts + {DAY}) and time_known = 0)
     + (select count(*) from fixture
        where esports = :esports and kickoff_ts = :midnight_ts and time_known = 0)
"""

_LISTED = """
select fixture.id, fixture.league_id, fixture.season_id, fixture.kickoff_ts, fixture.time_known, fixture.status,
       fixture.state_detail, fixture.round, home.name, away.name, fixture.home_goals, fixture.away_goals,
       fixture.half_home_goals, fixture.half_away_goals, fixture.home_corners, fixture.away_corners,
       fixture.home_yellow, fixture.away_yellow, fixture.home_red, fixture.away_red, season.label
from fixture
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
left join season on season.id = fixture.season_id
where fixture.id in (select value from json_each(:ids)) order by fixture.id
"""

_LAST_EVENT = f"""
select half, minute, stoppage, type = '{EventType.PERIOD_SCORE}' from event
where fixture_id = :id order by seq desc limit 1
"""

_CORNER_LINE = """
select fixture_id, coalesce(closing_line, opening_line) from odds
where fixture_id in (select value from json_each(:ids)) and bookmaker_id = :bookmaker_id and market = 'corner_line'
order by fixture_id
"""

_FAIR_CORNER_LINE = """
select fixture_id, line from fair_line
where fixture_id in (select value from json_each(:ids)) and market = 'corner_line' order by fixture_id
"""


def day_entries(connection: sqlite3.Connection, day: Day, *, esports: bool = False) -> list[Entry]:
    """The fixtures of a day by kickoff; esports: e-football alone, never both."""
    values = {**day._asdict(), "esports": esports}
    return [Entry._make(row) for row in connection.execute(_OF_DAY, values)]


def entries_between(connection: sqlite3.Connection, start_ts: int, end_ts: int) -> list[Entry]:
    """All fixtures with kickoff in [start_ts, end_ts), e-football too, by kickoff."""
    # Both values of esports are named, as the index by kickoff begins with it.
    sql = f"""
        select {ENTRY} from fixture
        where esports in (0, 1) and kickoff_ts >= :start_ts and kickoff_ts < :end_ts order by kickoff_ts, id
    """
    return [Entry._make(row) for row in connection.execute(sql, {"start_ts": start_ts, "end_ts": end_ts})]


def home_entries(connection: sqlite3.Connection, team_ids: Sequence[int], *, start_ts: int, end_ts: int) -> list[Entry]:
    """The fixtures of teams at home with kickoff in [start_ts, end_ts), by kickoff."""
    sql = f"""
        select {ENTRY} from team_fixture join fixture on fixture.id = team_fixture.fixture_id
        where team_fixture.team_id in (select value from json_each(:teams))
          and team_fixture.kickoff_ts >= :start_ts and team_fixture.kickoff_ts < :end_ts
          and fixture.home_id = team_fixture.team_id order by team_fixture.kickoff_ts, team_fixture.fixture_id
    """
    values = {"teams": str(list(team_ids)), "start_ts": start_ts, "end_ts": end_ts}
    return [Entry._make(row) for row in connection.execute(sql, values)]


def day_counts(connection: sqlite3.Connection, days: Sequence[Day], *, esports: bool = False) -> list[int]:
    """How many fixtures each day has."""
    counts = (connection.execute(_COUNT, {**day._asdict(), "esports": esports}).fetchone() for day in days)
    return [count for (count,) in counts]


def kickoffs(
    connection: sqlite3.Connection,
    from_ts: int,
    *,
    order: Order,
    esports: bool = False,
) -> Iterator[tuple[int, int]]:
    """Kickoffs at or before (desc), at or after (asc) a moment, with whether their time is known; read as taken."""
    compare = "<=" if order == Order.DESC else ">="
    sql = (
        f"select kickoff_ts, time_known from fixture where esports = :esports and kickoff_ts {compare} :from_ts "
        f"order by kickoff_ts {order.value}, id {order.value}"
    )
    yield from connection.execute(sql, {"esports": esports, "from_ts": from_ts})


def season_entries(connection: sqlite3.Connection, season_id: int) -> list[Entry]:
    """The fixtures of a season by kickoff."""
    sql = f"select {ENTRY} from fixture where season_id = :season_id order by kickoff_ts, id"
    return [Entry._make(row) for row in connection.execute(sql, {"season_id": season_id})]


def team_entries(connection: sqlite3.Connection, team_id: int) -> list[Entry]:
    """The fixtures of a team by kickoff."""
    sql = (
        f"select {ENTRY} from team_fixture join fixture on fixture.id = team_fixture.fixture_id "
        "where team_fixture.team_id = :team_id order by team_fixture.kickoff_ts, team_fixture.fixture_id"
    )
    return [Entry._make(row) for row in connection.execute(sql, {"team_id": team_id})]


def listed_fixtures(connection: sqlite3.Connection, fixture_ids: Sequence[int]) -> dict[int, ListedFixture]:
    """The rows of fixtures by id; an id that is gone has none."""
    if not fixture_ids:
        return {}
    rows = connection.execute(_LISTED, {"ids": str(list(fixture_ids))})
    found = {row[0]: ListedFixture(*row) for row in rows}
    for fixture_id, row in found.items():
        if row.status == Status.LIVE:
            event = connection.execute(_LAST_EVENT, {"id": fixture_id}).fetchone()
            if event:
                last = dict(zip(("last_half", "last_minute", "last_stoppage", "half_over"), event, strict=True))
                found[fixture_id] = row._replace(**last)
    _add_corner_lines(connection, found)
    return found


def _add_corner_lines(connection: sqlite3.Connection, found: dict[int, ListedFixture]) -> None:
    ids = str(list(found))
    bookmaker = default_bookmaker(connection)
    if bookmaker:
        for fixture_id, line in connection.execute(_CORNER_LINE, {"ids": ids, "bookmaker_id": bookmaker.id}):
            found[fixture_id] = found[fixture_id]._replace(corner_line=line)
    for fixture_id, line in connection.execute(_FAIR_CORNER_LINE, {"ids": ids}):
        found[fixture_id] = found[fixture_id]._replace(fair_corner_line=line)
