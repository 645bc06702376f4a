"""What leagues and countries are called, and the leagues that a person's text may mean."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence

from footydata.football.countries import ALL_CODES
from footydata.football.errors import LeagueNotFound
from footydata.football.register import country_words, normalised
from footydata.football.register.leagues import (
    country_and_rest,
    league_of_code,
    other_names_of,
    registered_league,
    registered_league_called,
)
from footydata.football.rows import LeagueRow
from footydata.store.typed_names import is_typed_so, near, typed_forms, with_part

_LEAGUES = """
select league.id, league.country_code, country.name, league.name, coalesce(league.short_name, '')
from league join country on country.code = league.country_code order by league.id
"""

_TRANSLATED = """
select league_id, name from league_name
union
select league.id, country_name.name from league
join country_name on country_name.country_code = league.country_code
order by 1, 2
"""


def league_names(connection: sqlite3.Connection) -> dict[int, list[str]]:
    """League → its country's name, its own, its short one, other ones of the register, and those in other languages."""
    names = {
        league_id: [country, name, short, *other_names_of(code, name)]
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


def leagues_called(
    connection: sqlite3.Connection, rows: Sequence[LeagueRow], text: str
) -> list[LeagueRow]:
    """The leagues of these that a text may mean, by the surest way in which any is called so.

    In order: by name, by a source's code, by another name of the register or in another language, by a part of country
    and name, by a word for the country (Deutschland) with or without a name behind or before it.
    Raises LeagueNotFound if the text is a code or another name of a competition that is not among these, or a country
    of which none is.
    """
    matches = _called(rows, text, _own_names(rows)) or _of_code(rows, text)
    matches = matches or _called(rows, text, league_names(connection))
    if not matches:
        _check_stored(text, is_other_name=True)
    part = text.replace("/", " ")
    matches = matches or with_part(
        part, ((row, typed_forms(f"{row.country} {row.name}")) for row in rows)
    )
    matches = matches or _of_country(connection, rows, part)
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
        for name in dict.fromkeys((*filter(None, names[row.id]), f"{row.country} {row.name}")):
            owners.setdefault(name, []).append(row)
    return near(text, owners)


def _own_names(rows: Iterable[LeagueRow]) -> dict[int, list[str]]:
    return {
        row.id: [row.name, row.short_name or "", f"{row.country_code}/{row.name}"] for row in rows
    }


def _called(
    rows: Iterable[LeagueRow], text: str, names: Mapping[int, Sequence[str]]
) -> list[LeagueRow]:
    """The leagues one of whose names is typed so; those alone that are spelt so, if any is.

    Serie A is Italy's, though Brazil's is the same without its accent.
    """
    plain, same = normalised(text), text.casefold()
    matches = [
        row
        for row in rows
        if any(
            plain == normalised(form)
            for name in filter(None, names[row.id])
            for form in typed_forms(name)
        )
    ]
    return [row for row in matches if same in map(str.casefold, names[row.id])] or matches


def _of_code(rows: Sequence[LeagueRow], text: str) -> list[LeagueRow]:
    """The league that a source calls by a code. Raises LeagueNotFound if it is known but not stored."""
    country_and_name = league_of_code(text)
    if country_and_name is None:
        return []
    known = registered_league(*country_and_name)
    matches = [row for row in rows if known and row.id == known.id]
    matches = matches or [row for row in rows if (row.country_code, row.name) == country_and_name]
    if not matches:
        raise _not_stored(text, *country_and_name)
    return matches


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


def _of_country(
    connection: sqlite3.Connection, rows: Sequence[LeagueRow], text: str
) -> list[LeagueRow]:
    """The leagues of the country for which the text is a word, or of that name where it begins or ends with one."""
    plain, words = normalised(text), countries_by_word(connection)
    if plain in words:
        national = [row for row in rows if row.country_code == words[plain]]
        if not national:
            country = ALL_CODES[words[plain]]
            raise LeagueNotFound(
                f"{text!r} is {country}, of which no league is in the database", param="league"
            )
        return national
    for code, name in country_and_rest(plain, words):
        national = [row for row in rows if row.country_code == code]
        matches = _called(national, name, _own_names(national))
        matches = matches or _called(national, name, league_names(connection))
        matches = matches or with_part(name, ((row, typed_forms(row.name)) for row in national))
        if matches:
            return matches
    return []
