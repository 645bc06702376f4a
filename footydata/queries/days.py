"""The lists of the terminal browser: the fixtures of a day, a season or a team, and the days that have any.

Lists are read in two steps, so that long ones open at once too: the entries (ids in order), then the rows of the part
that is on screen.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from footydata.contract.languages import ENGLISH
from footydata.contract.terms import DAY, EventType, Order, Status
from footydata.queries.shown_bookmakers import ShownBookmakers


class Day(NamedTuple):
    """A calendar day of some time zone: start_ts inclusive, end_ts exclusive; midnight_ts: 00:00 UTC of its date.

    A fixture without a known time is stored at 00:00 UTC of its date, and belongs to that date in every zone.
    """

    start_ts: int
    end_ts: int
    midnight_ts: int


class Entry(NamedTuple):
    """A fixture in a list: its id and what the list is ordered, grouped and filtered by."""

    kickoff_ts: int
    fixture_id: int
    time_known: int
    league_id: int
    home_id: int
    away_id: int


class ListedFixture(NamedTuple):
    """A fixture as a list shows it.

    last_half, last_minute, last_stoppage, half_over: the last event of a live fixture, None without events;
    tick_minute, tick_ts: the minute that its last recorded quotes tell, and their moment.
    goal_line, corner_line, handicap, price_*: a bookmaker's at the close, else at the opening, and of a live fixture in
    play if that is recorded; in_play names those that are; prices of the 1x2. fair_corner_line: ours, if it is stored.
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
    home_id: int
    away_id: int
    last_half: int | None = None
    last_minute: int | None = None
    last_stoppage: int | None = None
    half_over: int | None = None
    tick_minute: int | None = None
    tick_ts: int | None = None
    corner_line: float | None = None
    fair_corner_line: float | None = None
    goal_line: float | None = None
    handicap: float | None = None
    price_home: float | None = None
    price_draw: float | None = None
    price_away: float | None = None
    in_play: frozenset[str] = frozenset()


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
       fixture.state_detail, fixture.round, coalesce(home_name.name, home.name), coalesce(away_name.name, away.name),
       fixture.home_goals, fixture.away_goals,
       fixture.half_home_goals, fixture.half_away_goals, fixture.home_corners, fixture.away_corners,
       fixture.home_yellow, fixture.away_yellow, fixture.home_red, fixture.away_red, season.label,
       fixture.home_id, fixture.away_id
from fixture
join team as home on home.id = fixture.home_id
join team as away on away.id = fixture.away_id
left join team_name as home_name on home_name.team_id = fixture.home_id and home_name.lang = :lang
left join team_name as away_name on away_name.team_id = fixture.away_id and away_name.lang = :lang
left join season on season.id = fixture.season_id
where fixture.id in (select value from json_each(:ids)) order by fixture.id
"""

_LAST_EVENT = f"""
select half, minute, stoppage, type = '{EventType.PERIOD_SCORE}' from event
where fixture_id = :id order by seq desc limit 1
"""

# By the index: a fixture may have thousands of ticks.
_LAST_TICK = """
with series as materialized (
  select fixture_id, bookmaker_id, market, (
    select recorded_ts from odds_tick
    where odds_tick.fixture_id = odds.fixture_id and odds_tick.bookmaker_id = odds.bookmaker_id
      and odds_tick.market = odds.market and minute is not null
    order by recorded_ts desc limit 1) as recorded_ts
  from odds where fixture_id = :id)
select minute, max(recorded_ts) from series
join odds_tick using (fixture_id, bookmaker_id, market, recorded_ts) where minute is not null
"""

_QUOTED = """
select fixture_id, bookmaker_id, coalesce(closing_line, opening_line),
       iif(closing_price_1 is null, opening_price_1, closing_price_1),
       iif(closing_price_1 is null, opening_price_2, closing_price_2),
       iif(closing_price_1 is null, opening_price_3, closing_price_3),
       inplay_line, inplay_price_1, inplay_price_2, inplay_price_3
from odds
where fixture_id in (select value from json_each(:ids)) and market = :market
  and (:bookmaker_id is null or bookmaker_id = :bookmaker_id)
order by fixture_id, bookmaker_id
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
    """All fixtures with kickoff in [start_ts, end_ts), e-football included, by kickoff."""
    # The index by kickoff begins with esports, so both values are given.
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
    """Kickoff and time_known of the fixtures at or before (desc), at or after (asc) a moment; read as consumed."""
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


def listed_fixtures(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    *,
    lang: str = ENGLISH,
    makers: ShownBookmakers | None = None,
) -> dict[int, ListedFixture]:
    """Id → row; an id that no longer exists has none. makers: whose lines are shown, None: by Contract 22.6."""
    if not fixture_ids:
        return {}
    rows = connection.execute(_LISTED, {"ids": str(list(fixture_ids)), "lang": lang})
    found = {row[0]: ListedFixture(*row) for row in rows}
    for fixture_id, row in found.items():
        if row.status == Status.LIVE:
            event = connection.execute(_LAST_EVENT, {"id": fixture_id}).fetchone()
            if event:
                last = dict(zip(("last_half", "last_minute", "last_stoppage", "half_over"), event, strict=True))
                row = row._replace(**last)
            minute, recorded_ts = last_tick(connection, fixture_id)
            found[fixture_id] = row._replace(tick_minute=minute, tick_ts=recorded_ts)
    _add_quotes(connection, found, makers or ShownBookmakers())
    return found


def last_tick(connection: sqlite3.Connection, fixture_id: int) -> tuple[int | None, int | None]:
    """The minute that the last recorded quotes of a fixture tell, and their moment; None if none tells one."""
    minute, recorded_ts = connection.execute(_LAST_TICK, {"id": fixture_id}).fetchone()
    return minute, recorded_ts


class _Quote(NamedTuple):
    """A bookmaker's quote of a fixture in a market."""

    fixture_id: int
    bookmaker_id: int
    line: float | None
    prices: tuple[float | None, ...]
    is_in_play: bool = False


def _add_quotes(connection: sqlite3.Connection, found: dict[int, ListedFixture], makers: ShownBookmakers) -> None:
    """Add lines and prices of the bookmaker that is shown; of the next one for a fixture that it does not quote."""
    ids = list(found)
    live = {fixture_id for fixture_id, row in found.items() if row.status == Status.LIVE}
    added: dict[int, dict[str, float | None]] = {fixture_id: {} for fixture_id in ids}
    in_play: dict[int, set[str]] = {}
    first = makers.first(connection)
    for market, field in _LISTED_LINES.items() if first is not None else ():
        quotes = _quotes(connection, ids, market, first, live=live)
        missing = [fixture_id for fixture_id in ids if fixture_id not in quotes]
        quotes |= _quotes(connection, missing, market, None, live=live, makers=makers) if missing else {}
        for fixture_id, quote in quotes.items():
            if field:
                added[fixture_id][field] = quote.line
            else:
                added[fixture_id] |= zip(_PRICES, quote.prices, strict=True)
            if quote.is_in_play:
                in_play.setdefault(fixture_id, set()).update((field,) if field else _PRICES)
    for fixture_id, line in connection.execute(_FAIR_CORNER_LINE, {"ids": str(ids)}):
        added[fixture_id]["fair_corner_line"] = line
    for fixture_id, values in added.items():
        if values:
            found[fixture_id] = found[fixture_id]._replace(**values)  # type: ignore[arg-type]  # floats by their names
    for fixture_id, fields in in_play.items():
        found[fixture_id] = found[fixture_id]._replace(in_play=frozenset(fields))


_LISTED_LINES = {"goal_line": "goal_line", "corner_line": "corner_line", "asian_handicap": "handicap", "1x2": ""}
"""The markets of a list → the field of their line, empty for the one whose prices are shown."""

_PRICES = ("price_home", "price_draw", "price_away")


def _quotes(
    connection: sqlite3.Connection,
    fixture_ids: Sequence[int],
    market: str,
    bookmaker_id: int | None,
    *,
    live: Collection[int],
    makers: ShownBookmakers | None = None,
) -> dict[int, _Quote]:
    """Fixture id → its quote at the bookmaker, or at the first by rank; an empty quote is left out.

    live: the fixtures whose quote in play is taken, if there is one.
    """
    values = {"ids": str(list(fixture_ids)), "market": market, "bookmaker_id": bookmaker_id}
    rows = []
    for fixture_id, maker_id, line, one, two, three, *playing in connection.execute(_QUOTED, values):
        rows.append(_Quote(fixture_id, maker_id, line, (one, two, three)))
        if fixture_id in live and (playing[0] is not None or playing[1] is not None):
            rows[-1] = _Quote(fixture_id, maker_id, playing[0], tuple(playing[1:]), is_in_play=True)
    quoted = [row for row in rows if row.line is not None or row.prices[0] is not None]
    if makers is None:
        return {row.fixture_id: row for row in quoted}
    best: dict[int, _Quote] = {}
    for row in quoted:
        other = best.get(row.fixture_id)
        if other is None or makers.rank(connection, market, row.bookmaker_id) < makers.rank(
            connection, market, other.bookmaker_id
        ):
            best[row.fixture_id] = row
    return best
