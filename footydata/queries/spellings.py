"""Every way in which a team's name stands in the database: ours, other languages', the sources', the user's."""

import sqlite3

from footydata.queries.names import folded

_ALL = """
select team_id, name from team_name
union
select entity_id, key from external_id where kind = 'team'
union
select team_id, spelling from team_alias
order by 1, 2
"""


def all_spellings(connection: sqlite3.Connection) -> dict[int, list[str]]:
    """The spellings of every team, its name among them."""
    found: dict[int, list[str]] = {}
    for team_id, name in connection.execute(f"select id, name from team union {_ALL}"):
        found.setdefault(team_id, []).append(name)
    return found


def teams_spelt(connection: sqlite3.Connection, text: str) -> set[int]:
    """The teams that another language, a source or the user calls so, whatever its case and accents."""
    wanted = folded(text)
    return {team_id for team_id, name in connection.execute(_ALL) if folded(name) == wanted}
