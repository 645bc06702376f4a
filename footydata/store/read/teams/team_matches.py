"""Matches the names of a person's own list to the teams of a database."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.football.ids import is_whole_number, read_id
from footydata.football.rows import TeamRow
from footydata.football.wording import meant
from footydata.store.read.teams.spellings import all_spellings
from footydata.store.read.teams.teams import CalledTeams, successor, teams
from footydata.store.typed_names import folded, similar_names

LISTED = 12
"""How many teams are suggested at most."""


class TeamMatch(NamedTuple):
    """A name and the team that it matches; team_id None if none or several match.

    how: exact, alias (the user's own), spelling (of a source, another language or the register), part (of the name of
    only one team) or id. suggestions: if there is no match, the teams that fit or the nearest ones, with their ids.
    asked: a lone surrogate, which no frame or file can hold, is shown as its escape.
    """

    asked: str | None
    team_id: int | None
    team: str | None
    country: str | None
    how: str | None
    suggestions: str | None


def team_matches(
    connection: sqlite3.Connection,
    names: Iterable[object],
    *,
    league_id: int | None = None,
    country: str | None = None,
) -> list[TeamMatch]:
    """A match for each name, in order; only teams of a league or a country if one is given.

    A number is an id. What is neither text nor number (a missing value) has no match. Raises NotFound.
    """
    code = None if country is None else _code_of(connection, country)
    is_narrowed = league_id is not None or code is not None
    among = {row.id for row in teams(connection, league_id=league_id, country=code)} if is_narrowed else None
    matcher = _Matcher(connection, CalledTeams(connection, among))
    return [matcher.match(name) for name in names]


class _Matcher:
    """Matches names; the spellings for suggestions are read when they are first needed."""

    def __init__(self, connection: sqlite3.Connection, called: CalledTeams) -> None:
        self._connection = connection
        self._called = called
        self._spelt: dict[str, list[TeamRow]] | None = None

    def match(self, name: object) -> TeamMatch:
        text = str(name) if isinstance(name, str | int) and not isinstance(name, bool) else ""
        if not text.strip():
            return TeamMatch(None, None, None, None, None, None)
        if is_whole_number(text.strip()):
            team_id = read_id(text.strip())
            stands = successor(self._connection, team_id) if team_id else None
            how, found = "id", [row for row in self._called.rows if row.id == stands]
        else:
            how, found = self._called.meant(text.strip())
        if len(found) == 1:
            return TeamMatch(text, found[0].id, found[0].name, found[0].country, how, None)
        printable = text.encode("utf-8", "backslashreplace").decode()
        return TeamMatch(printable, None, None, None, None, _listed(found or self._nearest(text)))

    def _nearest(self, text: str) -> list[TeamRow]:
        """The teams with the spellings most similar to the text."""
        if self._spelt is None:
            self._spelt = {}
            spelt = all_spellings(self._connection)
            for row in self._called.rows:
                for spelling in dict.fromkeys(map(folded, spelt[row.id])):
                    self._spelt.setdefault(spelling, []).append(row)
        return list(dict.fromkeys(row for name in similar_names(text, self._spelt) for row in self._spelt[name]))


def _listed(rows: Sequence[TeamRow]) -> str | None:
    return ", ".join(f"{row.name} ({row.id})" for row in rows[:LISTED]) or None


def _code_of(connection: sqlite3.Connection, country: str) -> str:
    """The code of a country, given by code or name, with a team in the database. Raises NotFound."""
    countries_by_name: dict[str, str] = {}
    for row in teams(connection):
        if row.country_code is not None:
            countries_by_name |= {name: row.country_code for name in (row.country_code, row.country) if name}
    for name, code in countries_by_name.items():
        if folded(name) == folded(str(country).strip()):
            return code
    raise NotFound(f"no team is of the country {country!r}; {meant(str(country), sorted(countries_by_name))}")
