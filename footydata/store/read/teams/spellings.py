"""The names and spellings of teams: their own, in other languages, of the sources, of the user and of the register.

The register's spellings are those of the team with its id, or with its name in the same country.
"""

import sqlite3
from collections.abc import Sequence
from functools import cached_property

from footydata.football.register.naming import bare
from footydata.football.register.teams import registered_team, row_of
from footydata.store.typed_names import folded, typed_forms

_ALL = """
select team_id, name from team_name
union
select entity_id, key from external_id where kind = 'team'
union
select team_id, spelling from team_alias
order by 1, 2
"""

_OWN = "select team_id, spelling from team_alias where source = '' order by 1, 2"
_TEAMS = "select id, name, country_code from team order by id"


def all_spellings(connection: sqlite3.Connection) -> dict[int, list[str]]:
    """The spellings of every team, its name among them."""
    spellings_by_team: dict[int, list[str]] = {}
    for team_id, name in connection.execute(f"select id, name from team union {_ALL}"):
        spellings_by_team.setdefault(team_id, []).append(name)
    for team_id, name, country in connection.execute(_TEAMS):
        if team_id in spellings_by_team and country is not None:
            team = registered_team(country, name)
            spellings_by_team[team_id] += [
                text
                for text in (row_of(team).spellings if team else ())
                if text not in spellings_by_team[team_id]
            ]
    return spellings_by_team


def teams_by_bare_name(connection: sqlite3.Connection) -> dict[str, set[int]]:
    """Bare name (register.naming.bare) → the teams with a spelling of it, their names included."""
    teams_by_spelling: dict[str, set[int]] = {}
    for team_id, names in all_spellings(connection).items():
        for name in names:
            for form in (name, *typed_forms(name)[1:]):
                teams_by_spelling.setdefault(bare(form), set()).add(team_id)
    return teams_by_spelling


class Spellings:
    """Finds teams by spelling; reads them once, for many look-ups."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._stored = connection.execute(_TEAMS).fetchall()
        self._connection = connection
        self._spelt: dict[str, set[int]] = {}
        for team_id, name in connection.execute(_ALL):
            self._spelt.setdefault(folded(name), set()).add(team_id)
        self._aliases = {(team_id, folded(name)) for team_id, name in connection.execute(_OWN)}

    def teams(self, text: str) -> set[int]:
        """The ids of the teams with that spelling, compared without case and accents, umlauts spelt out or not."""
        return (
            self._spelt.get(folded(text))
            or _registered(self._stored, text)
            or self._spelt_out.get(folded(text), set())
        )

    @cached_property
    def _spelt_out(self) -> dict[str, set[int]]:
        """Spelling with its umlauts spelt out → the teams."""
        teams_by_form: dict[str, set[int]] = {}
        for team_id, names in all_spellings(self._connection).items():
            for form in (form for name in names for form in typed_forms(name)[1:]):
                teams_by_form.setdefault(form, set()).add(team_id)
        return teams_by_form

    def is_alias(self, team_id: int, text: str) -> bool:
        """Whether the spelling is an alias that the user gave the team."""
        return (team_id, folded(text)) in self._aliases


def _registered(stored: Sequence[tuple[int, str, str | None]], text: str) -> set[int]:
    """The ids of the stored teams that the register knows by a spelling, whatever their country."""
    registered = {
        country: registered_team(country, text)
        for country in {row[2] for row in stored if row[2] is not None}
    }
    teams = {country: team for country, team in registered.items() if team is not None}
    return {
        team_id
        for team_id, name, country in stored
        if country in teams and (team_id == teams[country].id or name == teams[country].name)
    }
