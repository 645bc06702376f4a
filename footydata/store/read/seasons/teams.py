"""Teams: by league, season or country, and by any of their names, one or a whole list.

Their names are their own, in other languages, of the sources, of the user and of the register: there those of the team
with its id, or with its name in the same country.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from footydata.football.errors import NotFound, TeamNotFound
from footydata.football.register import bare, normalised
from footydata.football.register.teams import former_ids, registered_team, row_of
from footydata.football.rows import TeamRow as TeamRow
from footydata.football.terms import ENGLISH
from footydata.football.wording import is_whole_number, meant, read_id
from footydata.store.read.seasons.leagues import countries_by_word
from footydata.store.rows import first, records
from footydata.store.typed_names import (
    MENTIONED,
    folded,
    ids_with,
    is_typed_so,
    near,
    the_one,
    typed_forms,
    with_part,
)

MOST_MERGES = 50
"""How many merges of merges are followed."""

How: TypeAlias = Literal["id", "exact", "alias", "spelling", "part"]
"""How a text matches a team: by its id, its name, the user's alias, another spelling, or a part of its name."""

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
and (:ids is null or team.id in (select value from json_each(:ids)))
and (:season_id is null or team.id in (select team_id from season_team where season_id = :season_id))
and (:league_id is null or team.id in (
  select season_team.team_id from season_team join season on season.id = season_team.season_id
  where season.league_id = :league_id))
order by team.id limit coalesce(:limit, -1) offset :offset
"""


_SPELLINGS = """
select id, name, country_code from team
union all
select team_id, name, null from team_name
union all
select entity_id, key, null from external_id where kind = 'team'
union all
select team_id, spelling, null from team_alias
order by 1, 2, 3
"""
"""Team id, spelling, and beside the name of a team its country."""

_OWN = "select team_id, spelling from team_alias where source = '' order by 1, 2"
_IN_LANGUAGE = """
select team.id, team.name, coalesce(team_name.name, '') from team
left join team_name on team_name.team_id = team.id and team_name.lang = :lang
order by team.id
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
        "ids": None
        if search is None
        else str(ids_with(search, connection.execute(_IN_LANGUAGE, {"lang": lang}))),
        "lang": lang,
        "limit": limit,
        "offset": offset,
    }
    return records(connection, TeamRow, _LIST, values)


def team_by_id(
    connection: sqlite3.Connection, team_id: int, *, lang: str = ENGLISH
) -> TeamRow | None:
    """The team of an id, None if there is none."""
    values = {"id": team_id, "lang": lang}
    return first(connection, TeamRow, f"{_SELECT} where team.id = :id", values)


def find_team(
    connection: sqlite3.Connection, text: str | int, *, league_ids: Collection[int] | None = None
) -> TeamRow:
    """The team of an id, a name, any spelling of it, or an unambiguous part of a name.

    Case and accents are ignored if no name has exactly those. league_ids: leagues among whose teams a name is looked up
    first; it may be of another team only if it fits none of theirs.
    Raises TeamNotFound or AmbiguousName, whose messages list what there is.
    """
    finder = TeamFinder(connection)
    members = {row.id for league in league_ids or () for row in teams(connection, league_id=league)}
    how, matches = TeamFinder(connection, members).find(str(text)) if members else ("id", [])
    if not matches:
        how, matches = finder.find(str(text))
    team = the_one(matches, text, "team", _label)
    if team:
        return team
    if how == "id":
        raise TeamNotFound(f"no team has the id {text}", param="team")
    near = finder.near(str(text))
    hint = f"did you mean {_listed(near)}?" if near else "'footydata teams DB' lists them"
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


class TeamMatch(NamedTuple):
    """A name and the team that it matches; team_id None if none or several match.

    how: exact, alias (the user's own), spelling (of a source, another language or the register), part (of the name of
    only one team) or id. suggestions: if there is no match, the teams that fit or the nearest ones, with their ids.
    asked: a lone surrogate, which no frame or file can hold, is shown as its escape.
    """

    asked: str | None = None
    team_id: int | None = None
    team: str | None = None
    country: str | None = None
    how: str | None = None
    suggestions: str | None = None


class TeamFinder:
    """Finds teams by any name or spelling; reads them once, for many look-ups. among: only teams with these ids."""

    def __init__(
        self, connection: sqlite3.Connection, among: Collection[int] | None = None
    ) -> None:
        self._connection = connection
        self.rows = [row for row in teams(connection) if among is None or row.id in among]

    @cached_property
    def _forms(self) -> list[tuple[TeamRow, tuple[str, ...]]]:
        return [(row, typed_forms(row.name)) for row in self.rows]

    def find(self, text: str) -> tuple[How, list[TeamRow]]:
        """How a text matches and the teams: by id or whole name, else by another spelling, else by a part of a name."""
        if is_whole_number(text):
            team_id = read_id(text)
            current_id = successor(self._connection, team_id) if team_id else None
            return "id", [row for row in self.rows if row.id == current_id]
        exact = [row for row in self.rows if row.name.casefold() == text.casefold()]
        exact = exact or [row for row in self.rows if is_typed_so(row.name, text)]
        if exact:
            return "exact", exact
        plain = folded(text)
        matches = self._teams_by_spelling.get(plain) or _registered(self.rows, text)
        if matches:
            aliases = self._connection.execute(_OWN)
            own = {team_id for team_id, spelling in aliases if folded(spelling) == plain}
            return "alias" if own.issuperset(row.id for row in matches) else "spelling", matches
        return "part", with_part(text, self._forms)

    def match(self, name: object) -> TeamMatch:
        """The match of a name, or of an id; what is neither text nor number has none."""
        text = str(name) if isinstance(name, str | int) and not isinstance(name, bool) else ""
        if not text.strip():
            return TeamMatch()
        how, matches = self.find(text.strip())
        if len(matches) == 1:
            (row,) = matches
            return TeamMatch(text, row.id, row.name, row.country, how)
        near = matches if how == "id" else matches or self.near(text)
        printable = text.encode("utf-8", "backslashreplace").decode()
        return TeamMatch(printable, suggestions=_listed(near) or None)

    def near(self, text: str) -> list[TeamRow]:
        """The teams with the text in a spelling, which is too little to be sure of one; else with the most similar ones."""
        return near(text, self._teams_by_spelling)

    @cached_property
    def _teams_by_spelling(self) -> dict[str, list[TeamRow]]:
        spellings = all_spellings(self._connection)
        teams_by_spelling: dict[str, list[TeamRow]] = {}
        for row in self.rows:
            for spelling in dict.fromkeys(
                form for name in spellings[row.id] for form in typed_forms(name)
            ):
                teams_by_spelling.setdefault(spelling, []).append(row)
        return teams_by_spelling


def all_spellings(connection: sqlite3.Connection) -> Mapping[int, Collection[str]]:
    """The spellings of every team, its name among them."""
    spellings: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for team_id, name, country in connection.execute(_SPELLINGS):
        team = registered_team(country, name) if country is not None else None
        of_register = row_of(team).spellings if team else ()
        spellings[team_id] |= dict.fromkeys((name, *of_register))
    return spellings


def teams_by_bare_name(connection: sqlite3.Connection) -> dict[str, set[int]]:
    """Bare name (register.bare) → the teams with a spelling of it, their names included."""
    teams_by_spelling: defaultdict[str, set[int]] = defaultdict(set)
    for team_id, names in all_spellings(connection).items():
        for form in (form for name in names for form in typed_forms(name)):
            teams_by_spelling[bare(form)].add(team_id)
    return teams_by_spelling


def _registered(rows: Sequence[TeamRow], text: str) -> list[TeamRow]:
    """The teams that the register knows by a spelling, whatever their country."""
    countries = {row.country_code for row in rows}
    known = {code: registered_team(code, text) for code in countries if code is not None}
    return [
        row
        for row in rows
        if (team := known.get(row.country_code or ""))
        and (row.id == team.id or row.name == team.name)
    ]


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
    among = None
    if league_id is not None or code is not None:
        among = {row.id for row in teams(connection, league_id=league_id, country=code)}
    finder = TeamFinder(connection, among)
    return [finder.match(name) for name in names]


def _label(row: TeamRow) -> str:
    return f"{row.name} ({row.id})"


def _listed(rows: Sequence[TeamRow]) -> str:
    return ", ".join(map(_label, rows[:MENTIONED]))


def _code_of(connection: sqlite3.Connection, country: str) -> str:
    """The code of a country with a team in the database, given by code, name or another word. Raises NotFound."""
    stored = {row.country_code: row.country or "" for row in teams(connection) if row.country_code}
    code = country.upper()
    if code not in stored:
        code = countries_by_word(connection).get(normalised(country), "")
    if code not in stored:
        names = meant(country, sorted(stored.values()))
        raise NotFound(f"no team is of the country {country!r}; {names}")
    return code
