"""Leagues and countries by name, the seasons of leagues, and the way from a retired id or a name to a league."""

import re
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

from footydata.football.errors import InvalidArgument, LeagueNotFound, SeasonNotFound
from footydata.football.moments import year_of
from footydata.football.records import SeasonRecord
from footydata.football.rows import LeagueRow as LeagueRow
from footydata.football.terms import ENGLISH
from footydata.football.wording import is_whole_number, read_id, some_of
from footydata.store.read.seasons.league_names import leagues_called, near_leagues
from footydata.store.rows import column, first, records
from footydata.store.typed_names import MENTIONED, ids_with, the_one

YEARS = range(1850, 2100)
"""The years in which a season may start: four digits that are one of them are never a code such as 1819."""

_YEARS_OF_V1 = re.compile(r"\d{4}(/\d{4}|-\d{2})?", re.ASCII)

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
and (:ids is null or league.id in (select value from json_each(:ids)))
order by league.id limit coalesce(:limit, -1) offset :offset
"""

_NAMES = """
select league.id, league.name, coalesce(league.short_name, ''), coalesce(league_name.name, '') from league
left join league_name on league_name.league_id = league.id and league_name.lang = :lang
order by league.id
"""

_LANGUAGES = """
select lang from team_name union select lang from league_name union select lang from country_name order by 1
"""

_SEASON_SPANS = """
select league_id, count(*),
       (select label from season as other where other.league_id = season.league_id order by start_year, label limit 1),
       (select label from season as other where other.league_id = season.league_id
        order by start_year desc, label desc limit 1)
from season group by league_id order by league_id
"""


_SURVIVOR = """
with recursive heir as (
  select survivor_id as id from retired_league where id = :id
  union select survivor_id from heir join retired_league on retired_league.id = heir.id)
select id from heir where not exists (select 1 from retired_league where retired_league.id = heir.id)
"""


class SeasonSpan(NamedTuple):
    """The seasons of a league. seasons: how many; first, last: their labels."""

    league_id: int
    seasons: int
    first: str
    last: str


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
        "ids": None
        if search is None
        else str(ids_with(search, connection.execute(_NAMES, {"lang": lang}))),
        "esports": esports,
        "plans": None if plans is None else " ".join(plans),
        "lang": lang,
        "limit": limit,
        "offset": offset,
    }
    return records(connection, LeagueRow, _LIST, values)


def leagues_by_id(connection: sqlite3.Connection, *, lang: str = ENGLISH) -> dict[int, LeagueRow]:
    """Every league by its id."""
    return {row.id: row for row in leagues(connection, lang=lang)}


def covers_all(connection: sqlite3.Connection, plans: Collection[str]) -> bool:
    """Whether the plans cover every competition."""
    sql = "select not exists (select 1 from league where not instr(:plans, min_plan))"
    return bool(connection.execute(sql, {"plans": " ".join(plans)}).fetchone()[0])


def league_by_id(
    connection: sqlite3.Connection, league_id: int, *, lang: str = ENGLISH
) -> LeagueRow | None:
    """The league of an id, None if there is none."""
    values = {"id": league_id, "lang": lang}
    return first(connection, LeagueRow, f"{_SELECT} where league.id = :id", values)


def survivor(connection: sqlite3.Connection, league_id: int) -> int | None:
    """The last survivor of a retired league id, None if the id was never retired.

    Ids that were retired in a circle have none: a redirect would lead round for ever.
    """
    row = connection.execute(_SURVIVOR, {"id": league_id}).fetchone()
    return row[0] if row else None


def find_league(connection: sqlite3.Connection, text: str | int) -> LeagueRow:
    """The league that a person means: an id, a retired id, a name, a source's code (E0), or a part of a name.

    A name may be another one that the register has (MLS), or one in a stored language. A part must be of one league
    alone, by the rule of `with_part`; the country may stand before it in any word for it (German Bundesliga).
    Raises LeagueNotFound or AmbiguousName, whose messages list what there is.
    """
    if is_whole_number(str(text)):
        league_id = read_id(str(text)) or 0
        league = league_by_id(connection, survivor(connection, league_id) or league_id)
        if league is None:
            raise LeagueNotFound(f"no league has the id {text}", param="league")
        return league
    rows = leagues(connection)
    league = the_one(leagues_called(connection, rows, str(text)), text, "league", _label)
    if league:
        return league
    near = near_leagues(connection, rows, str(text))
    names = some_of(map(_label, near or rows), MENTIONED)
    hint = f"did you mean {names}?" if near else f"there are: {names or 'none'}"
    raise LeagueNotFound(f"no league is called {text!r}; {hint}", param="league")


def _label(row: LeagueRow) -> str:
    return f"{row.name} ({row.country}, {row.id})"


def seasons(connection: sqlite3.Connection, league_id: int | None = None) -> list[SeasonRecord]:
    """The seasons of a league, or of all leagues, newest first."""
    sql = """from season where :league_id is null or league_id = :league_id
        order by start_year desc, label desc, id"""
    return records(connection, SeasonRecord, sql, {"league_id": league_id})


def newest_season(connection: sqlite3.Connection, league_id: int) -> SeasonRecord | None:
    """The newest season of a league that has fixtures, None if none has."""
    sql = """from season where league_id = ?
        and exists (select 1 from fixture where fixture.season_id = season.id)
        order by start_year desc, label desc limit 1"""
    return first(connection, SeasonRecord, sql, (league_id,))


def season_spans(connection: sqlite3.Connection) -> dict[int, SeasonSpan]:
    """League → its seasons; a league without any has none."""
    return {row.league_id: row for row in records(connection, SeasonSpan, _SEASON_SPANS)}


def find_season(connection: sqlite3.Connection, league_id: int, text: str) -> SeasonRecord:
    """The season of a league by its label (25/26, 2026), by 2025/2026, 2025-26, or by its start year, as /v1 takes it.

    Raises SeasonNotFound, whose message lists the labels that there are.
    """
    labels = [row.label for row in seasons(connection, league_id)]
    # Contract 4.21: with its end or without, but no code as 1819.
    is_year = _YEARS_OF_V1.fullmatch(text) is not None and int(text[:4]) in YEARS
    if not is_year and text not in labels:
        raise _no_season(connection, [league_id], text, _there_are(labels))
    return season_named(connection, league_id, text)


def season_named(connection: sqlite3.Connection, league_id: int, text: str | int) -> SeasonRecord:
    """The season of a league that a person means: as /v1 takes it, or by any label (18-19) or code (1819).

    What can be a year is one: 2021 is 21/22. Raises SeasonNotFound.
    """
    return find_seasons(connection, [text], league_ids=[league_id])[0]


def find_seasons(
    connection: sqlite3.Connection, texts: Sequence[str | int], *, league_ids: Sequence[int] | None
) -> list[SeasonRecord]:
    """The seasons of leagues (None: of all) that a person names, each of them one that some league has.

    Raises SeasonNotFound.
    """
    of_leagues = [None] if league_ids is None else league_ids
    rows = [row for league_id in of_leagues for row in seasons(connection, league_id)]
    seasons_by_id: dict[int, SeasonRecord] = {}
    for text in map(str, texts):
        matches = _seasons_named(rows, text)
        if not matches:
            years = _years(text)
            of_year = [row.label for row in rows if years and row.start_year == years[0]]
            there_are = _there_are(of_year or [row.label for row in rows])
            hint = f"of {years[0]} {there_are}" if years and of_year else there_are
            raise _no_season(connection, league_ids, text, hint)
        seasons_by_id |= {row.id: row for row in matches}
    return list(seasons_by_id.values())


def seasons_missing(
    connection: sqlite3.Connection, texts: Sequence[str | int], *, league_ids: Sequence[int]
) -> list[str]:
    """A sentence for each league and each of the texts that a person names and none of its seasons is called."""
    missing = []
    for league_id, text in product(league_ids, texts):
        try:
            season_named(connection, league_id, text)
        except SeasonNotFound as error:
            missing.append(str(error).partition(";")[0])
    return missing


def _seasons_named(rows: Sequence[SeasonRecord], text: str) -> list[SeasonRecord]:
    """The season of each league that a text names: of the years that it names, else of that label alone.

    99/00 is 1999/2000 where any league has a season of 1999, though one of 1899 has that label too. Of two seasons of
    one year the one of that label is meant.
    """
    years = _years(text)
    of_year = [row for row in rows if years and row.start_year == years[0]]
    matches: dict[int, SeasonRecord] = {}
    for row in of_year or rows:
        is_label = row.label == text
        # Who names the end too means no season within one year.
        if is_label or (years and of_year and (years[1] is None or "/" in row.label)):
            matches[row.league_id] = row if is_label else matches.get(row.league_id, row)
    return list(matches.values())


def _no_season(
    connection: sqlite3.Connection, league_ids: Sequence[int] | None, text: str, hint: str
) -> SeasonNotFound:
    """The error that leagues (None: all) have no season that a text names."""
    have = "no league has a season" if league_ids is None else "none of these leagues has a season"
    if league_ids is not None and len(league_ids) == 1:
        league = league_by_id(connection, league_ids[0])
        have = f"{league.name if league else 'the league'} has no season"
    return SeasonNotFound(f"{have} {text!r}; {hint}", param="season")


def _there_are(labels: Iterable[str]) -> str:
    return f"there are: {', '.join(list(dict.fromkeys(labels))[:20]) or 'none'}"


def league_and_season(
    connection: sqlite3.Connection, league: str | int | None, season: str | int | None
) -> tuple[int | None, int | None]:
    """The ids of a league and of its season as a person names them, None for what is not named.

    Raises LeagueNotFound, SeasonNotFound, AmbiguousName, InvalidArgument.
    """
    if league is None:
        if season is not None:
            raise InvalidArgument(
                f"season {season!r} needs its league; name the league too",
                parameter="league",
                value=None,
            )
        return None, None
    return season_of_league(connection, league, season)


def season_of_league(
    connection: sqlite3.Connection, league: str | int, season: str | int | None
) -> tuple[int, int | None]:
    """The ids of a league and of its season, None if none is named.

    Raises LeagueNotFound, SeasonNotFound, AmbiguousName.
    """
    league_id = find_league(connection, league).id
    return league_id, None if season is None else season_named(connection, league_id, season).id


def _years(text: str) -> tuple[int, int | None] | None:
    """The start and end year that a season text names; the end is None if it names a start alone.

    >>> _years("2018"), _years("18/19"), _years("1819"), _years("2021"), _years("2018-19"), _years("9900")
    ((2018, None), (2018, 2019), (2018, 2019), (2021, None), (2018, 2019), (1999, 2000))
    """
    if not text.isascii():
        return None
    start, mark, end = text.replace("-", "/").partition("/")
    if not mark and len(start) == 4 and start.isdigit():
        if int(start) in YEARS:
            return int(start), None
        start, end = start[:2], start[2:]
    if not (start.isdigit() and end.isdigit() and len(start) in (2, 4) and len(end) in (2, 4)):
        return None
    year = year_of(start)
    return (year, year + 1) if int(end) == (year + 1) % 10 ** len(end) else None


def country_names(connection: sqlite3.Connection, *, lang: str) -> dict[str, str]:
    """Code → name in a language, for the countries that have one."""
    sql = "select country_code, name from country_name where lang = :lang and name <> ''"
    return dict(connection.execute(sql, {"lang": lang}).fetchall())


def stored_languages(connection: sqlite3.Connection) -> list[str]:
    """The languages of which names are stored, English first."""
    return list(dict.fromkeys((ENGLISH, *column(connection, _LANGUAGES))))
