"""All names of the teams and leagues of a database, to search them by."""

import sqlite3
from collections.abc import Iterable

from footydata.football.register.leagues import other_names_of
from footydata.store.read.teams.names import Names
from footydata.store.read.teams.spellings import all_spellings
from footydata.store.typed_names import folded, similar_names

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


def read_every_name(connection: sqlite3.Connection) -> Names:
    """The folded names: a team's in every language and spelling, a league's with its other names and its country's."""
    leagues = {id_: [country, name, short, *other_names_of(code, name)]
               for id_, code, country, name, short in connection.execute(_LEAGUES)}  # fmt: skip
    for league_id, name in connection.execute(_TRANSLATED):
        leagues[league_id].append(name)
    return Names(_folded(leagues.items()), _folded(all_spellings(connection).items()))


def _folded(lines_by_id: Iterable[tuple[int, list[str]]]) -> dict[int, str]:
    return {id_: folded("\n".join(filter(None, dict.fromkeys(names)))) for id_, names in lines_by_id}


def suggestions(names: Names, text: str) -> list[str]:
    """The names, or words of names, most similar to a text that finds nothing, the nearest first."""
    known = [
        line
        for lines_by_id in (names.teams, names.leagues)
        for lines in lines_by_id.values()
        for line in lines.split("\n")
    ]
    nearest_lines = similar_names(text, known)
    if nearest_lines or " " in text.strip():
        return nearest_lines
    return similar_names(text, {word for name in known for word in name.split() if len(word) > 2})
