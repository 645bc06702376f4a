"""Finds stored leagues and teams by their names, in a country or in the competitions of a region.

What is written is noted, so that the next source finds it; the names are a cache of the context.
"""

from collections.abc import Callable

from footydata.football.countries import REGIONS
from footydata.football.register.leagues import RegisteredLeague, registered_league
from footydata.football.register.naming import bare, bare_of, normalised
from footydata.football.register.teams import RegisteredTeam, registered_team
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.context import ImportContext


class StoredNames:
    """The names of stored rows, as one source is to find them."""

    def __init__(self, context: ImportContext, source: str) -> None:
        """source: its name, for which an alias may be made."""
        self._context = context
        self._connection = context.connection
        self._source = source

    def named(self, table: str, country: str, name: str) -> int | None:
        """The row of a country that has the name; else the only one registered as it, or with the same bare name."""
        names = self._names(table, country)
        return (
            names.get(normalised(name)) or names.get(_known_key(name)) or names.get(_bare_key(name))
        )

    def called(self, country: str, name: str) -> int | None:
        """The team of a name that the register does not know: as `named`, or by an alias with the same bare name.

        None if two teams share the bare name, as a name, an alias or a source's spelling.
        """
        names, key = self._names("team", country), _bare_key(name)
        aliased: set[int | None] = {*self._teams_with_bare_alias(country, name)}
        if names.get(normalised(name)) or not aliased:
            return self.named("team", country, name)
        candidates = (
            aliased
            | self._teams_with_bare_spelling(country, name)
            | ({names[key]} if key in names else set())
        )
        return candidates.pop() if len(candidates) == 1 else None

    def _teams_with_bare_alias(self, country: str, name: str) -> set[int]:
        """The teams with an alias, for this source or every one, that has the same bare name.

        A merge makes an alias of the merged team's name.
        """
        bare_name = bare(name)
        rows = self._connection.execute(
            """select spelling, team_id from team_alias
            where source in ('', :source) and scope = :scope and instr(spelling, :wanted) order by spelling""",
            {"source": self._source, "scope": country, "wanted": bare_name},
        )
        return {team_id for spelling, team_id in rows if bare_of(spelling) == bare_name}

    def _teams_with_bare_spelling(self, country: str, name: str) -> set[int]:
        """The teams that some source gives a spelling with the same bare name."""
        bare_name = bare(name)
        sql = "select key, entity_id from external_id where kind = 'team' and scope = :scope order by source_id, key"
        return {
            team_id
            for key, team_id in self._connection.execute(sql, {"scope": country})
            if bare(key) == bare_name
        }

    def called_in_region(self, region: str, name: str) -> int | None:
        """The only team that competitions of a region have under a name, whatever its country; None if several.

        One source names a club of a continental competition with its country, another one without.
        """
        return self._names_in_region(region).get(normalised(name))

    def note(self, table: str, country: str, name: str, row_id: int) -> None:
        """Note a row that was just written."""
        self._context.note_id(table, row_id)
        _add_name(self._names(table, country), name, row_id)

    def note_in_region(self, region: str, name: str, team_id: int) -> None:
        """Note that a competition of a region has a team under a name."""
        _add_key(self._names_in_region(region), normalised(name), team_id)

    def _names(self, table: str, country: str) -> dict[str, int | None]:
        where = None if table == "team" and country in REGIONS else country
        known = self._context.names.get((table, where))
        if known is None:
            known = self._context.names[table, where] = {}
            for row_id, name in self._connection.execute(
                _NAMES[table], {"country": where}
            ).fetchall():
                _add_name(known, name, row_id)
                # A remote service's name is stored as it is, and a file may use the registered one.
                registered = (
                    _REGISTERED[table](where, name) if where and row_id < OWN_IDS_FROM else None
                )
                if registered:
                    _add_key(known, _known_key(registered.name), row_id)
        return known

    def _names_in_region(self, region: str) -> dict[str, int | None]:
        place = "team", f"competitions of {region}"
        known = self._context.names.get(place)
        if known is None:
            known = self._context.names[place] = {}
            for row_id, name in self._connection.execute(_TEAMS_IN_REGION, {"region": region}):
                _add_key(known, normalised(name), row_id)
        return known


def _add_name(names: dict[str, int | None], name: str, row_id: int) -> None:
    names[normalised(name)] = row_id
    _add_key(names, _bare_key(name), row_id)


def _add_key(names: dict[str, int | None], key: str, row_id: int) -> None:
    """Add a key; one that several rows share gives None."""
    names[key] = row_id if names.get(key, row_id) == row_id else None


def _known_key(name: str) -> str:
    """The key of a registered name among names; the mark keeps it apart from stored names."""
    return f"={normalised(name)}"


def _bare_key(name: str) -> str:
    """The key of a bare name among names."""
    return f"~{bare(name)}"


_NAMES = {
    "league": "select id, name from league where country_code = :country order by id",
    "team": "select id, name from team where country_code is :country order by id",
}
_TEAMS_IN_REGION = """
    select distinct team.id, team.name from league
    join season on season.league_id = league.id
    join season_team on season_team.season_id = season.id join team on team.id = season_team.team_id
    where league.country_code = :region order by team.id
"""
_REGISTERED: dict[str, Callable[[str, str], RegisteredLeague | RegisteredTeam | None]] = {
    "league": registered_league,
    "team": registered_team,
}
