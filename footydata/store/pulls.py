"""The records of pulls: their options, which pages were loaded, which fixtures are incomplete, how prices moved.

A page is recorded in the transaction that writes its rows, so that a pull resumes exactly where it stopped.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from footydata.football.records import OddsTickRecord, Pull
from footydata.football.terms import OWN_IDS_FROM, REMOVED, Part, Status
from footydata.store.rows import column, first, ids_of, records, upsert


class IncompleteFixture(NamedTuple):
    """A stored fixture for which a pull may fetch more. parts: bits of the parts that it has from the service."""

    id: int
    kickoff_ts: int
    is_finished: int
    parts: int

    def lacks(self, parts: int) -> bool:
        """Whether it has not all of some parts."""
        return bool(int(parts) & ~self.parts)


def unfinished_pull(connection: sqlite3.Connection, source_id: int, options: str) -> Pull | None:
    """The newest pull with the same options that was not finished, None if there is none."""
    return first(connection, Pull, _UNFINISHED, {"source_id": source_id, "asked": options})


def begin_pull(connection: sqlite3.Connection, pull: Pull) -> int:
    """Record that a pull begins; returns its id."""
    pull_id = connection.execute(_BEGIN, pull._asdict()).lastrowid
    assert pull_id is not None
    return pull_id


def end_pull(connection: sqlite3.Connection, pull_id: int, now: int) -> None:
    """Record that a pull has finished, and delete the records of its pages that may change."""
    connection.execute(
        "update pull set finished_ts = :now where id = :id", {"id": pull_id, "now": now}
    )
    connection.execute(
        "delete from pulled_page where is_final = 0 and pull_id <= :id", {"id": pull_id}
    )


def delete_pulled_pages(
    connection: sqlite3.Connection, source_id: int, addresses: Iterable[str]
) -> None:
    """Delete the records of pages, so that they are requested again."""
    connection.executemany(
        "delete from pulled_page where source_id = ? and address = ?",
        [(source_id, address) for address in addresses],
    )


def is_pulled(connection: sqlite3.Connection, source_id: int, address: str, pull_id: int) -> bool:
    """Whether a page need not be requested: this pull has loaded it, or it is final."""
    values = {"source_id": source_id, "address": address, "pull_id": pull_id}
    return connection.execute(_PULLED, values).fetchone() is not None


def is_closed_season(connection: sqlite3.Connection, season_id: int) -> bool:
    """Whether a season is stored, not its league's current one, and all its fixtures are finished."""
    return connection.execute(_CLOSED, {"id": season_id}).fetchone() is not None


def leagues_of_service(connection: sqlite3.Connection, *, esports: bool) -> list[int]:
    """The ids of the leagues that services have listed. esports: those of e-football too."""
    sql = "select id from league where id < :ours and esports <= :esports order by id"
    return column(connection, sql, {"ours": OWN_IDS_FROM, "esports": esports})


def fixtures_of_season(
    connection: sqlite3.Connection, season_id: int, source_id: int
) -> list[IncompleteFixture]:
    """The fixtures of a season by kickoff."""
    values = {"season_id": season_id, "source_id": source_id}
    return records(connection, IncompleteFixture, _OF_SEASON, values)


def fixtures_of_leagues(
    connection: sqlite3.Connection, league_ids: Sequence[int], *, start_ts: int, end_ts: int
) -> list[int]:
    """The ids of fixtures of leagues with kickoff in [start_ts, end_ts), newest first, scheduled ones last."""
    values = {**ids_of(league_ids), "start_ts": start_ts, "end_ts": end_ts}
    return column(connection, _OF_LEAGUES, values)


def lacking(
    connection: sqlite3.Connection, kind: str, values: Mapping[str, object]
) -> list[tuple[int, int, str]]:
    """The requests of a kind for fixtures that lack something from the service, in the order of :ids.

    Fixture id, whether it is finished, and further arguments as JSON. kind: odds, detail or odds history. :gives_all: whether
    the plan gives the odds of all bookmakers; :asks_others: whether there are others than the default one. :histories:
    whether the bookmaker's odds are pulled too, market key and arguments of each.
    """
    return connection.execute(_LACKING[kind], values).fetchall()


def live_ids(
    connection: sqlite3.Connection,
    source_id: int,
    league_ids: Sequence[int] | None,
    *,
    esports: bool = True,
    before: int | None = None,
) -> set[int]:
    """The ids of the service's fixtures that are stored as live.

    league_ids: of which leagues, None for all. esports: e-football too. before: only earlier kickoffs, unix seconds.
    """
    rows = connection.execute(_LIVE, {"source_id": source_id, "esports": esports, "before": before})
    return {row[0] for row in rows if league_ids is None or row[1] in league_ids}


def most_members(connection: sqlite3.Connection, league_id: int) -> int:
    """The number of teams in the largest season of a league, 0 if no members are known."""
    return max(column(connection, _MEMBERS, {"league_id": league_id}), default=0)


def ticks_stored(connection: sqlite3.Connection, fixture_id: int, slug: str, market: str) -> int:
    """How many ticks of the service's history of a market are stored."""
    values = {"fixture_id": fixture_id, "slug": slug, "market": market}
    count: int = connection.execute(_TICKS, values).fetchone()[0]
    return count


def bookmaker_slugs(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    """The slugs of the bookmakers, each with whether it is the service's default one, which comes first."""
    sql = """
        select slug, id is (select bookmaker_id from default_bookmaker where chosen_by = 'remote') as is_default
        from bookmaker order by is_default desc, id
    """
    return connection.execute(sql).fetchall()


_CLOSED = f"""
    select 1 from season where id = :id and current = 0
      and not exists (select 1 from fixture where season_id = :id and status <> '{Status.FINISHED}')
"""
_FROM = f"""
    select fixture.id, fixture.kickoff_ts, fixture.status = '{Status.FINISHED}', coalesce(fixture_source.parts, 0)
    from fixture left join fixture_source
      on fixture_source.fixture_id = fixture.id and fixture_source.source_id = :source_id
"""
_OF_SEASON = f"{_FROM} where fixture.season_id = :season_id order by fixture.kickoff_ts, fixture.id"
_OF_LEAGUES = f"""
    select id from fixture
    where league_id in (select value from json_each(:ids)) and kickoff_ts >= :start_ts and kickoff_ts < :end_ts
      and state_detail is not '{REMOVED}'
    order by status = '{Status.SCHEDULED}', kickoff_ts desc, id
"""
_STORED = f"""
    with stored as (
      select fixture.id, status = '{Status.FINISHED}' as is_finished, coalesce(parts, 0) as parts, place.key as place
      from json_each(:ids) as place join fixture on fixture.id = place.value
      left join fixture_source on fixture_id = fixture.id and source_id = :source_id
    )
"""
_LACKING = {
    # A summary without any line says nothing of other bookmakers, of both to score and of opening half lines: a plan
    # that gives everything is asked for them. The others allow few requests, and these can wait.
    "odds": f"""{_STORED}
        select id, is_finished, '{{}}' from stored
        where not (is_finished and parts & {Part.ODDS:d} and not :asks_others)
          and (:gives_all or is_finished or not parts & {Part.ODDS_SUMMARY:d}
               or exists (select 1 from odds where fixture_id = stored.id))
        order by place
    """,
    # The round and half-time figures, which no list gives.
    "detail": f"""{_STORED}
        select id, is_finished, '{{}}' from stored
        where ({Part.ROUND:d} | is_finished * {Part.HALF_GOALS | Part.HALF_CORNERS:d}) & ~parts
        order by place
    """,
    "odds history": f"""{_STORED}
        select stored.id, is_finished, history.value ->> 2 from stored join json_each(:histories) as history
        where not (history.value ->> 0 and parts & {Part.ODDS:d})
          or exists (
            select 1 from odds join bookmaker on bookmaker.id = bookmaker_id
            where fixture_id = stored.id and slug = history.value ->> '$[2].bookmaker' and market = history.value ->> 1)
        order by place, history.key
    """,
}
_UNFINISHED = (
    "from pull where source_id = :source_id and asked = :asked and finished_ts is null "
    "order by id desc limit 1"
)
_BEGIN = """
    insert into pull (source_id, asked, lists, started_ts, load_id)
    values (:source_id, :asked, :lists, :started_ts, :load_id)
"""
_PULLED = """
    select 1 from pulled_page
    where source_id = :source_id and address = :address and (is_final = 1 or pull_id = :pull_id)
"""
_LIVE = f"""
    select fixture.id, fixture.league_id from fixture
    join fixture_source on fixture_source.fixture_id = fixture.id and fixture_source.source_id = :source_id
    where fixture.status = '{Status.LIVE}' and fixture.esports <= :esports
      and (:before is null or fixture.kickoff_ts < :before)
    order by fixture.kickoff_ts, fixture.id
"""
"""The status is a literal, as SQLite does not use the partial index of live fixtures for a bound value."""

_MEMBERS = """
    select count(*) from season_team join season on season.id = season_team.season_id
    where season.league_id = :league_id group by season.id
"""
_TICKS = """
    select count(*) from odds_tick join bookmaker on bookmaker.id = odds_tick.bookmaker_id
    where odds_tick.fixture_id = :fixture_id and bookmaker.slug = :slug and odds_tick.market = :market
      and (odds_tick.minute is not null or odds_tick.home_score is null)
"""
"""Without our own ticks, which have a score and no minute: a history goes on where its own ticks end."""


def append_ticks(connection: sqlite3.Connection, fixture_id: int, *, now: int) -> int:
    """Append a tick for each in-play quote of a fixture that moved since its last tick; returns how many.

    now: unix seconds, the time of the ticks. Their minute is unknown, as prices come without one; their score is the
    stored one. Commits nothing.
    """
    rows = connection.execute(_MOVED, {"fixture_id": fixture_id}).fetchall()
    return upsert(
        connection,
        "odds_tick",
        [
            OddsTickRecord(fixture_id, maker, market, now, 0, None, *quote)
            for maker, market, *quote in rows
        ],
    )


_MOVED = """
    with last as (
      select bookmaker_id, market, line, price_1, price_2, price_3,
             row_number() over (partition by bookmaker_id, market order by recorded_ts desc, seq desc) as place
      from odds_tick where fixture_id = :fixture_id
    )
    select odds.bookmaker_id, odds.market, odds.inplay_line, odds.inplay_price_1, odds.inplay_price_2,
           odds.inplay_price_3, fixture.home_goals, fixture.away_goals
    from odds join fixture on fixture.id = odds.fixture_id
    left join last on last.bookmaker_id = odds.bookmaker_id and last.market = odds.market and last.place = 1
    where odds.fixture_id = :fixture_id and odds.inplay_price_1 is not null
      and (last.line, last.price_1, last.price_2, last.price_3)
          is not (odds.inplay_line, odds.inplay_price_1, odds.inplay_price_2, odds.inplay_price_3)
    order by odds.bookmaker_id, odds.market
"""
