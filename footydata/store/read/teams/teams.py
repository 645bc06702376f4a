"""Teams, by league, season, country or name."""

import sqlite3
from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from footydata.football.errors import TeamNotFound
from footydata.football.ids import is_whole_number, read_id
from footydata.football.languages import ENGLISH
from footydata.football.register.teams import former_ids
from footydata.football.rows import TeamRow as TeamRow
from footydata.store.read.teams.spellings import Spellings
from footydata.store.typed_names import AmbiguousName, folded, ids_with, similar_names

MOST_MERGES = 50
"""How many merges of merges are followed."""

How: TypeAlias = Literal["exact", "alias", "spelling", "part"]
"""How a name matches a team: by its name, the user's alias, another spelling, or a part of its name."""

_MERGED = """
    select team_id from team_edit where gone_id = :id and kind = 'merge' and undone_ts is null order by id desc limit 1
"""
_SELECT = """
select team.id, coalesce(nullif(team_name.name, ''), team.name), team.country_code,
       coalesce(nullif(country_name.name, ''), country.name)
from team
left join country on country.code = team.country_code
left join team_name on team_name.team_id = team.id and team_name.lang = :lang
left join country_name on country_name.country_code = team.country_code and country_name.lang = :lang
"""

_LIST = f"""{_SELECT}
where (:country is null or team.country_code = :country)
and (:called is null or team.id in (select value from json_each(:called)))
and (:season_id is null or team.id in (select team_id from season_team where season_id = :season_id))
and (:league_id is null or team.id in (
  select season_team.team_id from season_team join season on season.id = season_team.season_id
  where season.league_id = :league_id))
order by team.id limit :limit offset :offset
"""


def teams(
    connection: sqlite3.Connection,
    *,
    league_id: int | None = None,
    season_id: int | None = None,
    country: str | None = None,
    search: str | None = None,
    lang: str = ENGLISH,
    limit: int | None = None,
    offset: int = 0,
) -> list[TeamRow]:
    """The teams by id; league_id without season_id: the teams of all its seasons.

    search: a part of the name in English or in the language, without regard to case and accents.
    """
    values = {
        "league_id": league_id,
        "season_id": season_id,
        "country": country,
        "called": None if search is None else str(_called(connection, search, lang)),
        "lang": lang,
        "limit": -1 if limit is None else limit,
        "offset": offset,
    }
    return [TeamRow._make(row) for row in connection.execute(_LIST, values)]


def _called(connection: sqlite3.Connection, search: str, lang: str) -> list[int]:
    """The teams whose name has the text in it."""
    sql = """
    select team.id, team.name, coalesce(team_name.name, '') from team
    left join team_name on team_name.team_id = team.id and team_name.lang = :lang
    order by team.id
    """
    return ids_with(search, connection.execute(sql, {"lang": lang}))


def team_by_id(connection: sqlite3.Connection, team_id: int, *, lang: str = ENGLISH) -> TeamRow | None:
    """The team of an id, None if there is none."""
    row = connection.execute(f"{_SELECT} where team.id = :id", {"id": team_id, "lang": lang}).fetchone()
    return TeamRow._make(row) if row else None


def find_team(connection: sqlite3.Connection, text: str | int) -> TeamRow:
    """The team of an id, a name, any spelling of it, or an unambiguous part of a name.

    Case and accents are ignored if no name has exactly those.
    Raises TeamNotFound or AmbiguousName, whose messages list what there is.
    """
    if is_whole_number(str(text)):
        team_id = read_id(str(text))
        team = team_by_id(connection, successor(connection, team_id)) if team_id else None
        if team:
            return team
        raise TeamNotFound(f"no team has the id {text}", param="team")
    _, meant = CalledTeams(connection).meant(str(text))
    if len(meant) == 1:
        return meant[0]
    if meant:
        listing = ", ".join(f"{row.name} ({row.id})" for row in meant[:12])
        raise AmbiguousName(
            f"{text!r} fits several teams: {listing}", parameter="team", value=text, choices=[row.name for row in meant]
        )
    rows = teams(connection)
    nearest_names = similar_names(str(text), [row.name for row in rows])
    listing = ", ".join(f"{row.name} ({row.id})" for name in nearest_names for row in rows if row.name == name)
    hint = f"did you mean {listing}?" if nearest_names else "'footydata teams DB' lists them"
    raise TeamNotFound(f"no team is called {text!r}; {hint}", param="team")


def successor(connection: sqlite3.Connection, team_id: int) -> int:
    """The id that a team has now, after merges and changes of the register; the same id if it still exists."""
    for _ in range(MOST_MERGES):
        if team_by_id(connection, team_id) is not None:
            break
        row = connection.execute(_MERGED, {"id": team_id}).fetchone()
        known = former_ids().get(team_id)
        if row is None and known is None:
            break
        team_id = row[0] if row else known[0] if known else team_id
    return team_id


class CalledTeams:
    """Finds teams by any name or spelling; reads them once, for many look-ups. among: only teams with these ids."""

    def __init__(self, connection: sqlite3.Connection, among: Collection[int] | None = None) -> None:
        self._rows = teams(connection)
        self._connection = connection
        self._among = among

    @cached_property
    def rows(self) -> list[TeamRow]:
        """The teams that a name may match."""
        return [row for row in self._rows if self._among is None or row.id in self._among]

    @cached_property
    def spellings(self) -> Spellings:
        """The spellings of all teams."""
        return Spellings(self._connection)

    def meant(self, text: str) -> tuple[How, list[TeamRow]]:
        """How a text matches and the teams: by whole name, else by another spelling, else by a part of a name.

        There is no match by part if the text is the whole name or a spelling of a team that is not among these.
        """
        exact = _whole(self.rows, text)
        if exact:
            return "exact", exact
        spelt = self.spellings.teams(text)
        matches = [row for row in self.rows if row.id in spelt]
        if matches:
            return "alias" if all(self.spellings.is_alias(row.id, text) for row in matches) else "spelling", matches
        if spelt or (self._among is not None and _whole(self._rows, text)):
            return "part", []
        plain = folded(text)
        return "part", [row for row in self.rows if plain in folded(row.name)]


def _whole(rows: Sequence[TeamRow], text: str) -> list[TeamRow]:
    """The teams with this name in any case; without accents if none has it so."""
    lower, plain = text.casefold(), folded(text)
    return [row for row in rows if row.name.casefold() == lower] or [row for row in rows if folded(row.name) == plain]
