"""The records of loads and pulls: what came from which file, site or service, with which counts, and what was refused.

Of a pull these are its options, which pages were loaded, which fixtures are incomplete, and how prices moved. A page is
recorded in the transaction that writes its rows, so that a pull resumes exactly where it stopped.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit, urlunsplit

from footydata.football.records import FetchedSeason, Load, OddsTickRecord, Pull, RefusedRow
from footydata.football.terms import OWN_IDS_FROM, REMOVED, Part, Status
from footydata.store.file.transactions import write_transaction
from footydata.store.rows import column, first, records, upsert

COUNTS = [name for name in Load._fields if name.startswith(("rows_", "fixtures_"))]
"""The columns of a load that count what came of its rows."""


class LoadedFile(NamedTuple):
    """A file of the user's, as it was last loaded. league: COUNTRY/NAME, None if it was loaded without one."""

    source: str
    place: str
    path: str
    league: str | None


class PulledService(NamedTuple):
    """A service that was pulled, with the stored options of the pull."""

    root: str
    options: dict[str, Any]


def digest_of(connection: sqlite3.Connection, source: str, address: str) -> str | None:
    """The digest of a page of a source when it was last loaded, None if it never was."""
    sql = """select digest from taken_page join source on source.id = source_id
             where source.name = :source and address = :address"""
    return next(iter(column(connection, sql, {"source": source, "address": address})), None)


def load_of(connection: sqlite3.Connection, load_id: int) -> Load | None:
    """The load with the id, None if there is none."""
    return first(connection, Load, "from load where id = :id", {"id": load_id})


def end_load(connection: sqlite3.Connection, load: Load, refused: Iterable[RefusedRow]) -> None:
    """Write the counts of a load, and its refused rows with its id as their load_id. Commits nothing."""
    assert load.id is not None
    upsert(connection, "load", [load])
    upsert(connection, "refused_row", (row._replace(load_id=load.id) for row in refused))


def add_counts(connection: sqlite3.Connection, load: Load) -> None:
    """Add the counts of a page to those of its load. Commits nothing."""
    connection.execute(_ADD_COUNTS, load._asdict())


def delete_unchanged_load(connection: sqlite3.Connection, load_id: int) -> None:
    """Delete the record of a load that changed no row and has no claim. Commits nothing."""
    values = {"id": load_id}
    if connection.execute(_CHANGED, values).fetchone()[0]:
        return
    for table in ("claim_again", "refused_row", "placeholder", "waiting_detail"):
        connection.execute(f"delete from {table} where load_id = :id", values)  # tables of ours
    connection.execute("update pull set load_id = null where load_id = :id", values)
    connection.execute("delete from load where id = :id", values)


def without_user(url: str) -> str:
    """An address without the user name and password that it may contain: no secret is stored.

    >>> without_user("https://me:secret@example.org:8443/v1")
    'https://example.org:8443/v1'
    """
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def write_fetched_seasons(connection: sqlite3.Connection, seasons: Iterable[FetchedSeason]) -> None:
    """Record the seasons that were requested of public sites, and commit."""
    with write_transaction(connection):
        upsert(
            connection,
            "fetched_season",
            [row._replace(base_url=without_user(row.base_url)) for row in seasons],
        )


def fetched_seasons(connection: sqlite3.Connection) -> list[FetchedSeason]:
    """The seasons that were requested of public sites, by site, address, season and league."""
    sql = "from fetched_season order by site, base_url, season, league"
    return records(connection, FetchedSeason, sql)


def loaded_files(connection: sqlite3.Connection) -> list[LoadedFile]:
    """The files that were loaded, each as it was last loaded, in the order of their first loads."""
    return records(connection, LoadedFile, _FILES)


def pulled_services(connection: sqlite3.Connection) -> list[PulledService]:
    """The pulls of services, each service and its options once, in the order of their first pulls."""
    services = []
    sql = "select asked from pull group by asked order by min(id)"
    for options in map(json.loads, column(connection, sql)):
        services.append(PulledService(options.pop("service"), options))
    return services


_CHANGED = """
    select rows_changed > 0 or exists(select 1 from claim where load_id = :id)
    from load where id = :id
"""
_ADD_COUNTS = f"""
    update load set {", ".join(f"{name} = coalesce({name}, 0) + coalesce(:{name}, 0)" for name in COUNTS)}
    where id = :id
"""
_FILES = """
    with last as (
      select source_id, place, max(id) as id, min(id) as first_id from load
      where kind = 'file' and path is not null group by source_id, place
    )
    select source.name, load.place, load.path, load.league from last
    join load on load.id = last.id join source on source.id = load.source_id order by last.first_id
"""


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


def fixtures_stored(connection: sqlite3.Connection, season_id: int) -> int:
    """How many fixtures of a season are stored."""
    sql = "select count(*) from fixture where season_id = :season_id"
    count: int = connection.execute(sql, {"season_id": season_id}).fetchone()[0]
    return count


def lists_of_season(
    connection: sqlite3.Connection, values: Mapping[str, object]
) -> list[tuple[str | None, int, int, int, int]]:
    """The lists that bring what is missing of a season that was pulled whole, with kickoff from :start to before :end.

    Status, bits of the parts to include, first and last moment (exclusive), how many fixtures. One is of the finished
    fixtures that lack one of :parts, another one of those to come; in a :current season also of those that were added
    since. Unfinished ones from before :overdue are in no list.
    """
    return connection.execute(_LISTS, values).fetchall()


def overdue_ids(connection: sqlite3.Connection, values: Mapping[str, object]) -> list[int]:
    """The ids of the unfinished fixtures of :season_id from before :overdue."""
    return column(connection, _OVERDUE, values)


def lacking(
    connection: sqlite3.Connection, kind: str, values: Mapping[str, object]
) -> list[tuple[int, int, str]]:
    """The requests of a kind for fixtures of :leagues with kickoff from :start to before :end that lack something.

    Fixture id, whether it is finished, and further arguments as JSON; newest first, scheduled ones last. kind: odds,
    detail or odds history. :gives_all: whether the plan gives the odds of all bookmakers; :asks_others: whether there are
    others than the default one. :histories: whether the bookmaker's odds are pulled too, market key and arguments of each.
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
_STORED = f"""
    select fixture.id, kickoff_ts, status = '{Status.FINISHED}' as is_finished, coalesce(parts, 0) as parts,
           row_number() over (order by status = '{Status.SCHEDULED}', kickoff_ts desc, fixture.id) as place
    from fixture left join fixture_source on fixture_id = fixture.id and source_id = :source_id
    where kickoff_ts >= :start and kickoff_ts < :end
"""
_OVERDUE = f"""
    select id from ({_STORED} and season_id = :season_id) where not is_finished and kickoff_ts < :overdue
    order by kickoff_ts, id
"""
_LISTS = f"""
    with stored as ({_STORED} and season_id = :season_id),
    gap as (
      select sum(distinct value) as bits, min(kickoff_ts) as first, max(kickoff_ts) as last
      from stored join json_each(:parts) on value & ~parts where is_finished
    ),
    coming as (
      select min(kickoff_ts) as first, count(*) as fixtures from stored
      where not is_finished and kickoff_ts >= :overdue
    ),
    after as (
      select max(:start, coalesce(max(kickoff_ts) + 1, :start)) as first from fixture where season_id = :season_id
    )
    select '{Status.FINISHED}', bits, first, last + 1,
           (select count(*) from stored where is_finished and kickoff_ts between first and last)
    from gap where bits
    union all
    select null, -1, coalesce(coming.first, after.first), :end, max(fixtures, 1) from coming join after
    where (fixtures or :current) and coalesce(coming.first, after.first) < :end
"""
_LEAGUES = f"""
    with stored as (
      {_STORED} and league_id in (select value from json_each(:leagues)) and state_detail is not '{REMOVED}'
    )
"""
_LACKING = {
    # A summary without any line says nothing of other bookmakers, of both to score and of opening half lines: a plan
    # that gives everything is asked for them. The others allow few requests, and these can wait.
    "odds": f"""{_LEAGUES}
        select id, is_finished, '{{}}' from stored
        where not (is_finished and parts & {Part.ODDS:d} and not :asks_others)
          and (:gives_all or is_finished or not parts & {Part.ODDS_SUMMARY:d}
               or exists (select 1 from odds where fixture_id = stored.id))
        order by place
    """,
    # The round and half-time figures, which no list gives.
    "detail": f"""{_LEAGUES}
        select id, is_finished, '{{}}' from stored
        where ({Part.ROUND:d} | is_finished * {Part.HALF_GOALS | Part.HALF_CORNERS:d}) & ~parts
        order by place
    """,
    "odds history": f"""{_LEAGUES}
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
