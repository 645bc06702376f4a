"""Leagues and countries by any of their names, the seasons of leagues, and the ways from a text to a league or season."""

import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product

from footydata.football.countries import ALL_CODES
from footydata.football.errors import InvalidArgument, LeagueNotFound, SeasonNotFound
from footydata.football.records import SeasonRecord
from footydata.football.register import country_words, normalised
from footydata.football.register.leagues import (
    country_and_rest,
    leagues_by_code,
    other_names_of,
    registered_league,
    registered_league_called,
)
from footydata.football.rows import LeagueRow as LeagueRow
from footydata.football.terms import ENGLISH
from footydata.football.wording import is_whole_number, read_id, some_of
from footydata.store.rows import column, first, records
from footydata.store.typed_names import (
    MENTIONED,
    ids_with,
    is_typed_so,
    near,
    the_one,
    typed_forms,
    with_part,
)

_YEAR = r"(?:18[5-9]|19\d|20\d)\d"
"""A year in which a season may start: four digits that are one are never a code such as 1819."""

_START_AND_END = re.compile(rf"({_YEAR})|(\d\d|\d{{4}})[/-](\d\d|\d{{4}})|(\d\d)(\d\d)", re.ASCII)
_YEARS_OF_V1 = re.compile(rf"{_YEAR}(/\d{{4}}|-\d{{2}})?", re.ASCII)

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

_SURVIVOR = """
with recursive heir as (
  select survivor_id as id from retired_league where id = :id
  union select survivor_id from heir join retired_league on retired_league.id = heir.id)
select id from heir where not exists (select 1 from retired_league where retired_league.id = heir.id)
"""


_LEAGUES = """
select league.id, league.country_code, country.name, league.name, league.short_name
from league join country on country.code = league.country_code order by league.id
"""

_TRANSLATED = """
select league_id, name from league_name where name <> ''
union
select league.id, country_name.name from league
join country_name on country_name.country_code = league.country_code and country_name.name <> ''
order by 1, 2
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
    name = str(text)
    if is_whole_number(name):
        league_id = read_id(name) or 0
        league = league_by_id(connection, survivor(connection, league_id) or league_id)
        if league is None:
            raise LeagueNotFound(f"no league has the id {text}", param="league")
        return league
    rows, matches = leagues(connection), list[LeagueRow]()
    code = leagues_by_code().get(name.casefold())
    if code is not None:
        registered = registered_league(*code)
        matches = [row for row in rows if registered and row.id == registered.id]
        matches = matches or [row for row in rows if (row.country_code, row.name) == code]
    matches = matches or _leagues_called(connection, rows, name, code)
    league = matches[0] if len(matches) == 1 else the_one(matches, text, "league", _label)
    if league is not None:
        return league
    near_rows = near_leagues(connection, rows, name)
    names = some_of(map(_label, near_rows or rows), MENTIONED)
    hint = f"did you mean {names}?" if near_rows else f"there are: {names or 'none'}"
    raise LeagueNotFound(f"no league is called {text!r}; {hint}", param="league")


def _label(row: LeagueRow) -> str:
    return f"{row.name} ({row.country}, {row.id})"


def league_names(connection: sqlite3.Connection) -> dict[int, list[str]]:
    """League → its country's name, its own, its short one, other ones of the register, and those in other languages."""
    names = {
        league_id: [*filter(None, (country, name, short)), *other_names_of(code, name)]
        for league_id, code, country, name, short in connection.execute(_LEAGUES)
    }
    for league_id, name in connection.execute(_TRANSLATED):
        names[league_id].append(name)
    return names


def countries_by_word(connection: sqlite3.Connection) -> dict[str, str]:
    """Normalised word for a country, of the register or in a stored language → the country's code."""
    stored = connection.execute(
        "select name, country_code from country_name where name <> '' order by 2, lang"
    )
    return {normalised(name): code for name, code in stored} | country_words()


def _leagues_called(
    connection: sqlite3.Connection,
    rows: Sequence[LeagueRow],
    text: str,
    code: tuple[str, str] | None,
) -> list[LeagueRow]:
    """The leagues of these that a text may mean, by the surest way in which any is called so.

    In order: by name, by another name of the register or in another language, by a part of country and name, by a word
    for the country (Deutschland) with or without a name behind or before it.
    Raises LeagueNotFound if the text is a code or another name of a competition that is not among these, or a country
    of which none is. code: what competition the text is a source's code of, if any.
    """
    own_names = {
        row.id: [*filter(None, (row.name, row.short_name)), f"{row.country_code}/{row.name}"]
        for row in rows
    }
    matches = _called(rows, text, own_names)
    if code is not None and not matches:
        raise _not_stored(text, *code)
    if matches:
        return matches
    names, part = league_names(connection), text.replace("/", " ")
    matches = _called(rows, text, names)
    if not matches:
        _check_stored(text, is_other_name=True)
    matches = matches or with_part(
        part, ((row, typed_forms(f"{row.country} {row.name}")) for row in rows)
    )
    plain, countries = normalised(part), countries_by_word(connection)
    if not matches and plain in countries:
        matches = [row for row in rows if row.country_code == countries[plain]]
        if not matches:
            country = ALL_CODES[countries[plain]]
            raise LeagueNotFound(
                f"{part!r} is {country}, of which no league is in the database", param="league"
            )
    for country, name in country_and_rest(plain, countries):
        national = [row for row in rows if row.country_code == country]
        matches = matches or _called(national, name, own_names) or _called(national, name, names)
        matches = matches or with_part(name, ((row, typed_forms(row.name)) for row in national))
    if not matches:
        _check_stored(part)
    return matches


def near_leagues(
    connection: sqlite3.Connection, rows: Sequence[LeagueRow], text: str
) -> list[LeagueRow]:
    """The leagues that may be meant by a text which no league is called.

    Those of the country that the text begins or ends with; else those with the text as a part of any of their names;
    else those with a similar name, or a similar word in one.
    """
    codes = [code for code, _ in country_and_rest(normalised(text), countries_by_word(connection))]
    national = [row for row in rows if row.country_code in codes]
    if national:
        return national
    names = league_names(connection)
    owners: dict[str, list[LeagueRow]] = {}
    for row in rows:
        for name in dict.fromkeys((*names[row.id], f"{row.country} {row.name}")):
            owners.setdefault(name, []).append(row)
    return near(text, owners)


def _called(
    rows: Iterable[LeagueRow], text: str, names: Mapping[int, Sequence[str]]
) -> list[LeagueRow]:
    """The leagues one of whose names is spelt so; else those of which one is typed so.

    Serie A is Italy's, though Brazil's is the same without its accent.
    """
    same, plain = text.casefold(), normalised(text)
    return [row for row in rows if any(name.casefold() == same for name in names[row.id])] or [
        row
        for row in rows
        if any(normalised(form) == plain for name in names[row.id] for form in typed_forms(name))
    ]


def _check_stored(text: str, *, is_other_name: bool = False) -> None:
    """Raise LeagueNotFound if the register has one competition of that name.

    is_other_name: only for a name that is not its own. Without MLS in the file, MLS is not MLS Next Pro; but National
    may well be a part of a stored name, though one of France is called so.
    """
    known = registered_league_called(text)
    if known is None:
        return
    if any(is_typed_so(name, text) for name in other_names_of(known.country, known.name)):
        raise _not_stored(text, known.country, known.name)
    if not is_other_name:
        why = f"no league is called {text!r}; {known.name} ({known.country}) is not in the database"
        raise LeagueNotFound(why, param="league")


def _not_stored(text: str, country: str, name: str) -> LeagueNotFound:
    return LeagueNotFound(
        f"{text!r} is the {name} ({country}), which is not in the database", param="league"
    )


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


def find_season(connection: sqlite3.Connection, league_id: int, text: str) -> SeasonRecord:
    """The season of a league by its label (25/26, 2026), by 2025/2026, 2025-26, or by its start year, as /v1 takes it.

    Raises SeasonNotFound, whose message lists the labels that there are.
    """
    labels = [row.label for row in seasons(connection, league_id)]
    # Contract 4.21: with its end or without, but no code as 1819.
    if _YEARS_OF_V1.fullmatch(text) is None and text not in labels:
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
        years = _START_AND_END.fullmatch(text)
        start, end = [*filter(None, years.groups()), ""][:2] if years else ("", "")
        of_digits = [
            row
            for row in rows
            if start
            and f"{row.start_year}".endswith(start)
            and f"{row.start_year + 1}".endswith(end)
        ]
        # 99/00 is 1999/2000 where any league has a season of 1999, though one of 1899 has that label too.
        year = max((row.start_year for row in of_digits), default=None)
        of_year = [row for row in of_digits if row.start_year == year]
        matches: dict[int, SeasonRecord] = {}
        for row in of_year or rows:
            # Of two seasons of one year that of the label is meant. Who names the end means no season within one year.
            if row.label == text:
                matches[row.league_id] = row
            elif of_year and (not end or "/" in row.label):
                matches.setdefault(row.league_id, row)
        if not matches:
            there_are = _there_are(row.label for row in of_year or rows)
            hint = f"of {year} {there_are}" if of_year else there_are
            raise _no_season(connection, league_ids, text, hint)
        seasons_by_id |= {row.id: row for row in matches.values()}
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
    if season is None:
        return league_id, None
    return league_id, find_seasons(connection, [season], league_ids=[league_id])[0].id


def country_names(connection: sqlite3.Connection, *, lang: str) -> dict[str, str]:
    """Code → name in a language, for the countries that have one."""
    sql = "select country_code, name from country_name where lang = :lang and name <> ''"
    return dict(connection.execute(sql, {"lang": lang}).fetchall())


def stored_languages(connection: sqlite3.Connection) -> list[str]:
    """The languages of which names are stored, English first."""
    return list(dict.fromkeys((ENGLISH, *column(connection, _LANGUAGES))))
