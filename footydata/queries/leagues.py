"""Leagues, their seasons, and the way from a retired id or a name to a league."""

import sqlite3
from collections.abc import Callable, Collection

from footydata.contract.errors import FootydataError, LeagueNotFound, SeasonNotFound
from footydata.contract.languages import ENGLISH
from footydata.contract.params import is_whole_number, read_path_id
from footydata.queries.called import AmbiguousName as AmbiguousName
from footydata.queries.names import folded, nearest
from footydata.records import Season
from footydata.rows import LeagueRow as LeagueRow


class SeasonWithoutLeague(FootydataError):
    """A season was named and no league: labels are the same in all of them."""


LISTED = 12
"""How many leagues a message lists."""

_SELECT = """
select league.id, coalesce(nullif(league_name.name, ''), league.name) as name, league.short_name,
       league.country_code, coalesce(nullif(country_name.name, ''), country.name),
       league.has_standings, league.esports, league.min_plan, league.rules
from league
join country on country.code = league.country_code
left join league_name on league_name.league_id = league.id and league_name.lang = :lang
left join country_name on country_name.country_code = league.country_code and country_name.lang = :lang
"""

_LIST = f"""{_SELECT}
where (:country is null or league.country_code = :country)
and (:esports is null or league.esports = :esports)
and (:plans is null or instr(:plans, league.min_plan))
and (:called is null or league.id in (select value from json_each(:called)))
order by league.id limit :limit offset :offset
"""


def leagues(
    connection: sqlite3.Connection,
    *,
    country: str | None = None,
    search: str | None = None,
    esports: bool | None = None,
    plans: Collection[str] | None = None,
    lang: str = ENGLISH,
    limit: int | None = None,
    offset: int = 0,
) -> list[LeagueRow]:
    """The leagues by id; country: its code, search: a part of the name in English or in the language.

    Names are compared without regard to case and accents. plans: the plans whose competitions are listed; None: all.
    """
    values = {
        "country": country,
        "called": None if search is None else str(_called(connection, search, lang)),
        "esports": esports,
        "plans": None if plans is None else " ".join(plans),
        "lang": lang,
        "limit": -1 if limit is None else limit,
        "offset": offset,
    }
    return [LeagueRow._make(row) for row in connection.execute(_LIST, values)]


def _called(connection: sqlite3.Connection, search: str, lang: str) -> list[int]:
    """The leagues whose name has the text in it; compared here, for SQLite knows no case beyond ASCII."""
    sql = """
    select league.id, league.name, coalesce(league.short_name, ''), coalesce(league_name.name, '') from league
    left join league_name on league_name.league_id = league.id and league_name.lang = :lang
    order by league.id
    """
    wanted = folded(search)
    rows = connection.execute(sql, {"lang": lang})
    return [league_id for league_id, *names in rows if any(wanted in folded(name) for name in names)]


def covers_all(connection: sqlite3.Connection, plans: Collection[str]) -> bool:
    """Whether the plans cover every competition."""
    sql = "select not exists (select 1 from league where not instr(:plans, min_plan))"
    return bool(connection.execute(sql, {"plans": " ".join(plans)}).fetchone()[0])


def league_by_id(connection: sqlite3.Connection, league_id: int, *, lang: str = ENGLISH) -> LeagueRow | None:
    """The league of an id, None where there is none."""
    row = connection.execute(f"{_SELECT} where league.id = :id", {"id": league_id, "lang": lang}).fetchone()
    return LeagueRow._make(row) if row else None


def survivor(connection: sqlite3.Connection, league_id: int) -> int | None:
    """The last survivor of a retired league id, None where the id was never retired.

    Ids that were retired in a circle have none: a redirect would lead round for ever.
    """
    seen = {league_id}
    found = None
    while row := connection.execute("select survivor_id from retired_league where id = ?", (league_id,)).fetchone():
        found = league_id = row[0]
        if league_id in seen:
            return None
        seen.add(league_id)
    return found


def find_league(connection: sqlite3.Connection, text: str | int) -> LeagueRow:
    """The league that a person means: an id, a retired id, a whole name or an unambiguous part of one.

    Raises LeagueNotFound or AmbiguousName, whose messages list what there is.
    """
    if is_whole_number(str(text)):
        league_id = read_path_id(str(text))
        found = league_by_id(connection, survivor(connection, league_id) or league_id) if league_id else None
        if found:
            return found
        raise LeagueNotFound(f"no league has the id {text}", param="league")
    rows = leagues(connection)
    # Serie A is Italy's where a league is spelt so, though Brazil's is the same without its accent.
    parts = _named(rows, str(text), str.casefold) or _named(rows, str(text), folded)
    parts = parts or [row for row in rows if folded(str(text)) in folded(f"{row.country} {row.name}")]
    if len(parts) == 1:
        return parts[0]
    if parts:
        raise AmbiguousName(f"{text!r} fits several leagues: {_listed(parts)}")
    near = nearest(str(text), [row.name for row in rows])
    meant = [row for name in near for row in rows if row.name == name]
    hint = f"did you mean {_listed(meant)}?" if meant else f"there are: {_listed(rows) or 'none'}"
    raise LeagueNotFound(f"no league is called {text!r}; {hint}", param="league")


def _listed(rows: list[LeagueRow]) -> str:
    names = [f"{row.name} ({row.country}, {row.id})" for row in rows[:LISTED]]
    return ", ".join(names) + (f" and {len(rows) - LISTED} more" if len(rows) > LISTED else "")


def _named(rows: list[LeagueRow], text: str, plain: Callable[[str], str]) -> list[LeagueRow]:
    """The leagues whose name or short name is the text, both made plain."""
    return [row for row in rows if plain(text) in (plain(row.name), plain(row.short_name or ""))]


def seasons(connection: sqlite3.Connection, league_id: int) -> list[Season]:
    """The seasons of a league, newest first."""
    sql = f"select {', '.join(Season._fields)} from season where league_id = ? order by start_year desc, label desc"
    return [Season._make(row) for row in connection.execute(sql, (league_id,))]


def newest_season(connection: sqlite3.Connection, league_id: int) -> Season | None:
    """The newest season of a league that has fixtures, None where none has."""
    sql = (
        f"select {', '.join(Season._fields)} from season where league_id = ? "
        "and exists (select 1 from fixture where fixture.season_id = season.id) "
        "order by start_year desc, label desc limit 1"
    )
    row = connection.execute(sql, (league_id,)).fetchone()
    return Season._make(row) if row else None


def has_fixtures(connection: sqlite3.Connection, season_id: int) -> bool:
    """Whether a season has any fixture, be it played or to come."""
    sql = "select exists (select 1 from fixture where season_id = :season_id)"
    found: int = connection.execute(sql, {"season_id": season_id}).fetchone()[0]
    return bool(found)


def find_season(connection: sqlite3.Connection, league_id: int, text: str) -> Season:
    """The season of a league by its label (25/26, 2026), by 2025/2026, 2025-26, or by its start year.

    Raises SeasonNotFound, whose message lists the labels that there are.
    """
    rows = seasons(connection, league_id)
    for row in rows:
        if text == row.label:
            return row
    start = _start_year(text)
    for row in rows:
        if start is not None and row.start_year == start[0] and (start[1] is None or _spans(row, start[1])):
            return row
    listing = ", ".join(row.label for row in rows[:20]) or "none"
    league = league_by_id(connection, league_id)
    named = league.name if league else "the league"
    raise SeasonNotFound(f"{named} has no season {text!r}; there are: {listing}", param="season")


def league_and_season(
    connection: sqlite3.Connection, league: str | int | None, season: str | None
) -> tuple[int | None, int | None]:
    """The ids of a league and of its season as a person names them, None for what is not named.

    Raises LeagueNotFound, SeasonNotFound, AmbiguousName, SeasonWithoutLeague.
    """
    if league is None:
        if season is not None:
            raise SeasonWithoutLeague(f"season {season!r} needs its league; name the league too")
        return None, None
    league_id = find_league(connection, league).id
    return league_id, None if season is None else find_season(connection, league_id, season).id


def _spans(season: Season, end_year: int) -> bool:
    """Whether the season's label tells that it ends in the year (25/26 ends in 2026)."""
    return "/" in season.label and (season.start_year + 1) % 100 == end_year % 100


def _start_year(text: str) -> tuple[int, int | None] | None:
    """The start and end year that a season text tells; the end is None where it tells a start alone."""
    if not text.isascii():
        return None
    if len(text) == 4 and text.isdigit():
        return int(text), None
    for mark, digits in (("/", 4), ("-", 2)):
        start, _, end = text.partition(mark)
        if len(start) == 4 and start.isdigit() and end.isdigit() and len(end) == digits:
            return (int(start), int(end)) if int(end) == (int(start) + 1) % 10**digits else None
    return None
