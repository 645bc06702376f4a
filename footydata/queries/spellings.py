"""Every way in which a team's name stands in the database: ours, other languages', the sources', the user's."""

import sqlite3
from collections.abc import Sequence

from footydata.queries.names import folded

_SPELLINGS = """
select id, name from team where id in (select value from json_each(:ids))
union
select team_id, name from team_name where team_id in (select value from json_each(:ids))
union
select entity_id, key from external_id where kind = 'team' and entity_id in (select value from json_each(:ids))
union
select team_id, spelling from team_alias where team_id in (select value from json_each(:ids))
order by 1, 2
"""

_ALL = """
select team_id, name from team_name
union
select entity_id, key from external_id where kind = 'team'
union
select team_id, spelling from team_alias
order by 1, 2
"""


def spellings(connection: sqlite3.Connection, team_ids: Sequence[int]) -> dict[int, list[str]]:
    """The spellings of teams; every id that is a team has at least its name."""
    found: dict[int, list[str]] = {}
    for team_id, name in connection.execute(_SPELLINGS, {"ids": str(list(team_ids))}):
        found.setdefault(team_id, []).append(name)
    return found


def teams_spelt(connection: sqlite3.Connection, text: str) -> set[int]:
    """The teams that another language, a source or the user calls so, whatever its case and accents."""
    wanted = folded(text)
    return {team_id for team_id, name in connection.execute(_ALL) if folded(name) == wanted}
