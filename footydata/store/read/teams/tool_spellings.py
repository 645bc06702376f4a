"""The names of teams as other tools spell them: what the tools' own files had, never a guess.

soccerdata has no spelling of its own: it renames the teams of all its sources by teamname_replacements.json in its
folder config, {"name": ["spelling", ...]}, each spelling compared letter by letter and in every league alike. Here
the name is the team's in the database, so that what it scrapes is joined by names; a spelling that another team of the
database or the register has, too, is left out. Women's teams of the register, which sources call like the men's, count
only if the database has some. Aliases of the user are stored without case, and are not in it.
Source: github.com/probberechts/soccerdata, soccerdata/_config.py.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from footydata.football.register.teams import (
    OF_WOMEN,
    RegisteredTeam,
    RegisterRow,
    nation_rows,
    registered_countries,
    registered_team,
    spellings_of,
    team_of_id,
    team_rows,
)
from footydata.football.register.tool_spellings import spelling_of_tool, spellings_of_tools
from footydata.football.terms import OWN_IDS_FROM

SOCCERDATA = "soccerdata"


class ToolSpelling(NamedTuple):
    """A team and how a tool spells it; spelling: None if that is not known.

    others: the tool's earlier spellings; of soccerdata those that it is to replace by `spelling`.
    """

    id: int
    name: str
    country_code: str | None
    spelling: str | None
    others: tuple[str, ...]


class SharedSpelling(NamedTuple):
    """A spelling that soccerdata can't be given, as other teams have it too."""

    spelling: str
    name: str


class _Team(NamedTuple):
    """A team of the database, and the same in the register, None if it has none."""

    id: int
    name: str
    country_code: str | None
    registered: RegisteredTeam | None

    @property
    def key(self) -> int:
        """The register's id, else its own."""
        return self.registered.id if self.registered else self.id


def tool_spellings(connection: sqlite3.Connection, tool: str, *, league_id: int | None = None) -> list[ToolSpelling]:
    """How a tool (choices.ToolName) spells each team, by country and name; of one league if league_id is given."""
    if tool == SOCCERDATA:
        return soccerdata_names(connection, league_id=league_id)[0]
    used = _used_spellings(connection, tool)
    listed: list[ToolSpelling] = []
    for team in _teams(connection, league_id):
        packaged = spelling_of_tool(team.key, tool)
        spellings = [*dict.fromkeys([*used.get(team.id, ()), *([packaged] if packaged else ())])]
        spelling = spellings[0] if spellings else None
        listed.append(ToolSpelling(team.id, team.name, team.country_code, spelling, tuple(spellings[1:])))
    return listed


def spellings_by_team(connection: sqlite3.Connection, tool: str) -> dict[int, str | None]:
    """Team → how a tool (choices.ToolName) spells it, None if that is not known."""
    return {row.id: row.spelling for row in tool_spellings(connection, tool)}


def soccerdata_names(
    connection: sqlite3.Connection, *, league_id: int | None = None
) -> tuple[list[ToolSpelling], list[SharedSpelling]]:
    """What soccerdata is to replace by each team's name, and what is left out as several teams are called so.

    A team has no spelling if nothing is to be replaced by its name.
    """
    everyone = _teams(connection, None)
    spelled = _spelled(connection, everyone)
    owners = _owners(everyone, spelled)
    among = {team.id for team in _teams(connection, league_id)}
    # Of two teams of one name, or that are one by the register but stored twice, none can be named.
    count = Counter([*(team.name for team in everyone), *(team.key for team in everyone)])
    names: list[ToolSpelling] = []
    shared: list[SharedSpelling] = []
    for team in everyone:
        if team.id in among:
            is_one = count[team.name] == count[team.key] == 1
            is_own = {text: is_one and owners[text] == {team.key} for text in spelled[team.id]}
            own = tuple(text for text in is_own if is_own[text])
            shared += [SharedSpelling(text, team.name) for text in is_own if not is_own[text]]
            names.append(ToolSpelling(team.id, team.name, team.country_code, team.name if own else None, own))
    return names, shared


def _teams(connection: sqlite3.Connection, league_id: int | None) -> list[_Team]:
    rows = connection.execute(_TEAMS, {"league_id": league_id})
    return [_Team(team_id, name, country, _registered(team_id, name, country)) for team_id, name, country in rows]


def _registered(team_id: int, name: str, country: str | None) -> RegisteredTeam | None:
    """The register's team with the id, or with the name in the same country."""
    known = team_of_id(team_id, country) if team_id >= OWN_IDS_FROM else None
    return known or (registered_team(country, name) if country is not None else None)


def _used_spellings(connection: sqlite3.Connection, source: str) -> Mapping[int, list[str]]:
    """Team → the spellings by which a source's files call it, that of the latest fixture first."""
    by_team: dict[int, list[str]] = {}
    for team_id, spelling in connection.execute(_USED, {"source": source}):
        by_team.setdefault(team_id, []).append(spelling)
    return by_team


def _spelled(connection: sqlite3.Connection, teams: Iterable[_Team]) -> Mapping[int, list[str]]:
    """Team → its spellings in sources and in the register other than its name, sorted."""
    by_team: dict[int, set[str]] = {team.id: {*_packaged(team.registered)} for team in teams}
    for team_id, spelling in connection.execute(_SPELLED):
        by_team[team_id].add(spelling)
    return {team.id: sorted(by_team[team.id] - {team.name}) for team in teams}


def _packaged(team: RegisteredTeam | None) -> Iterator[str]:
    if team is not None:
        yield from (team.name, *spellings_of(team), *spellings_of_tools().get(team.id, {}).values())


def _owners(teams: Sequence[_Team], spelled: Mapping[int, Iterable[str]]) -> Mapping[str, set[int]]:
    """Spelling → every team of the database and the register that is called so."""
    has_women = any(team.registered is not None and team.registered.side in OF_WOMEN for team in teams)
    owners: dict[str, set[int]] = {}
    for team in teams:
        for text in (team.name, *spelled[team.id]):
            owners.setdefault(text, set()).add(team.key)
    for row in _register():
        is_counted = has_women or row.team.side not in OF_WOMEN
        for text in (*_packaged(row.team), *(text.partition("@")[0] for text in row.limited)) if is_counted else ():
            owners.setdefault(text, set()).add(row.team.id)
    return owners


def _register() -> Iterator[RegisterRow]:
    for country in registered_countries():
        yield from team_rows(country)
    yield from nation_rows()


_TEAMS = """
    select id, name, country_code from team
    where :league_id is null or id in (
      select season_team.team_id from season_team join season on season.id = season_team.season_id
      where season.league_id = :league_id)
    order by country_code, name, id
"""
_SPELLED = """
    select distinct entity_id, key from external_id where kind = 'team' and scope <> '' order by entity_id, key
"""
_USED = """
    with used as (
      select home_name as name_id, fixture_id from claim
      union all
      select away_name, fixture_id from claim)
    select external_id.entity_id, external_id.key
    from external_id
    join source on source.id = external_id.source_id and source.name = :source
    left join used on used.name_id = external_id.id
    left join fixture on fixture.id = used.fixture_id
    where external_id.kind = 'team' and external_id.scope <> ''
    group by external_id.entity_id, external_id.key
    order by external_id.entity_id, max(fixture.kickoff_ts) desc, external_id.key
"""
