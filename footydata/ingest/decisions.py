"""What people decide: of teams, of points, and of the order in which sources are believed.

An alias gives a name another team, a merge lets all names of one team mean another. Neither changes a name or a fixture
by itself: both are derived again from all that was said and decided, so that undoing one gives what would be there
without it. Points are given or taken by a row of a person's own list. Another order of sources has the fixtures of
several sources derived again.
"""

import re
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from footydata.football.countries import ALL_CODES
from footydata.football.errors import FootydataError, InvalidArgument, NotFound, TeamNotFound
from footydata.football.records import PointsAdjustment, TeamEdit, TeamRecord
from footydata.football.register import HASHED_IDS_FROM, bare, bare_of, normalised
from footydata.football.terms import OWN_IDS_FROM
from footydata.football.wording import meant
from footydata.ingest.claiming import Conflict, contradictions
from footydata.ingest.clubs import (
    base_of_team,
    return_points,
    standing_edits,
    write_edit,
    write_merge,
)
from footydata.ingest.deriving import choose_names, derive
from footydata.ingest.seasons import seasons_of
from footydata.sources.days import written_day
from footydata.sources.protocol import HIGHEST_TRUST
from footydata.store.bookmakers import update_default_bookmaker
from footydata.store.file.transactions import write_transaction
from footydata.store.read.seasons.leagues import find_league, season_named
from footydata.store.read.seasons.teams import TeamFinder, teams
from footydata.store.rows import column, first, ids_of, records


class TeamsRefused(FootydataError):
    """An edit of teams would be wrong; the message says why."""


class TeamMerge(NamedTuple):
    """What a merge of two teams changed.

    edit_id: by which it can be undone; None for a trial. kept: the team that remains. gone: the team that was merged
    into it. fixtures: how many fixtures moved. duplicates: the pairs of ids whose fixtures are one now, by the first.
    conflicts: where the two of a duplicate differed, and which value is stored. sources_of_both: the sources that have
    both teams in one season, so that they may be two teams.
    """

    edit_id: int | None
    kept: TeamRecord
    gone: TeamRecord
    fixtures: int
    duplicates: tuple[tuple[int, int], ...]
    conflicts: tuple[Conflict, ...]
    sources_of_both: tuple[str, ...]


class Aliased(NamedTuple):
    """What an alias changed.

    edit_id: by which it can be undone. team: that the spelling now names. scope: the country or region of the
    competitions. others: the teams that had the spelling. namesakes: further teams of the country whose name it is,
    though no source has spelled them so.
    """

    edit_id: int | None
    team: TeamRecord
    scope: str
    others: tuple[TeamRecord, ...]
    namesakes: tuple[TeamRecord, ...]


class Undone(NamedTuple):
    """An edit that was undone; fixtures: how many were written anew."""

    edit: TeamEdit
    fixtures: int


def edits(connection: sqlite3.Connection) -> list[TeamEdit]:
    """Every edit of teams, the newest first."""
    return records(connection, TeamEdit, "from team_edit order by id desc")


def merge(
    connection: sqlite3.Connection, from_id: int, into_id: int, *, now: int, is_trial: bool = False
) -> TeamMerge:
    """Let the names of one team mean another, and commit; a trial changes nothing and tells what would move.

    The id of a remote service remains if one of the two has one, else into_id.
    Raises TeamsRefused if they have met, or both have ids of a remote service.
    """
    with write_transaction(connection, is_trial=is_trial):
        gone, kept = (stored_team(connection, team_id) for team_id in (from_id, into_id))
        if gone.id < OWN_IDS_FROM <= kept.id:
            gone, kept = kept, gone
        _check_two_ids(connection, gone, kept)
        ids = {"gone": gone.id, "kept": kept.id}
        sources_of_both = tuple(column(connection, _SOURCES_OF_BOTH, ids))
        (fixtures,) = column(connection, _FIXTURES, ids)
        seasons = seasons_of(connection, ids.values())
        edit = write_merge(connection, gone.id, kept.id, why=None, now=now)
        derived = derive(connection, seasons, now=now, settled=seasons)
        pairs = [(each, other) for each in derived.fixtures for other in each.joined]
        if pairs:
            # Of other fixtures no bookmaker has more or fewer.
            update_default_bookmaker(connection)
    duplicates = tuple((each.after.fixture.id, other.fixture.id) for each, other in pairs)
    conflicts = chain.from_iterable(
        contradictions(each.before, other, each.after) for each, other in pairs
    )
    edit_id = None if is_trial else edit.id
    return TeamMerge(edit_id, kept, gone, fixtures, duplicates, tuple(conflicts), sources_of_both)


def alias(
    connection: sqlite3.Connection,
    team_id: int,
    spelling: str,
    *,
    source: str | None = None,
    scope: str | None = None,
    now: int,
) -> Aliased:
    """Let a source (None: every source) call a team by a spelling, and commit.

    scope: the country or region of the competitions in which it does, None for the team's country.
    Raises TeamsRefused if the spelling is empty, no country is known, or a team that is called so has met this one.
    """
    with write_transaction(connection):
        team = stored_team(connection, team_id)
        where = _scope_of(team, scope)
        name = normalised(spelling)
        if not name:
            raise TeamsRefused(f"{spelling!r} is not a spelling: it has no letter and no digit")
        values = {"scope": where, "source": source, "id": team.id, "hashed": HASHED_IDS_FROM}
        entities = {
            entity_id
            for key, entity_id, is_hashed in connection.execute(_SPELLED, values)
            # A club that the register does not know is one with and without FC.
            if normalised(key) == name or (is_hashed and bare(key) == bare_of(name))
        }
        others = [stored_team(connection, team_id) for team_id in sorted(entities)]
        for other in others:
            _check_met(connection, other, team)
        namesakes = [
            row
            for row in records(connection, TeamRecord, _OF_COUNTRY, {"scope": where})
            if normalised(row.name) == name and row.id not in {team.id, *entities}
        ]
        words = f"{spelling.strip()} ({source or 'every source'}, {where}) is {team.name}"
        base, _ = base_of_team(connection, team.id)
        edit = TeamEdit(
            None, "alias", base, None, words, now, scope=where, source=source or "", spelling=name
        )
        edit_id = write_edit(connection, edit).id
        seasons = seasons_of(connection, {team.id, *entities})
        derive(connection, seasons, now=now, settled=seasons)
        return Aliased(edit_id, team, where, tuple(others), tuple(namesakes))


def undo(connection: sqlite3.Connection, edit_id: int | None = None, *, now: int) -> Undone:
    """Undo an edit (None: the newest), and commit. Raises NotFound."""
    with write_transaction(connection):
        edit = _standing(connection, edit_id)
        ids = [id_ for id_ in (edit.team_id, edit.gone_id) if id_ is not None]
        teams = column(connection, _NAMED, ids_of(ids))
        connection.execute(
            "update team_edit set undone_ts = :now where id = :id", {"now": now, "id": edit.id}
        )
        return_points(connection, edit)
        derived = derive(connection, seasons_of(connection, teams), now=now, is_less_said=True)
        update_default_bookmaker(connection)
    return Undone(edit._replace(undone_ts=now), len(derived.fixtures))


def stored_team(connection: sqlite3.Connection, team_id: int) -> TeamRecord:
    """The team of an id. Raises TeamsRefused."""
    team = first(connection, TeamRecord, "from team where id = :id", {"id": team_id})
    if team is None:
        raise TeamsRefused(f"no team has the id {team_id}")
    return team


def _check_two_ids(connection: sqlite3.Connection, gone: TeamRecord, kept: TeamRecord) -> None:
    """Raises TeamsRefused if two ids can't be of one team."""
    if gone.id == kept.id:
        raise TeamsRefused(f"{gone.name} ({gone.id}) is one team already")
    if gone.id < OWN_IDS_FROM:
        raise TeamsRefused(
            f"{gone.name} ({gone.id}) and {kept.name} ({kept.id}) both have ids of a remote service, "
            "so they are two teams there"
        )
    _check_met(connection, gone, kept)


def _check_met(connection: sqlite3.Connection, one: TeamRecord, other: TeamRecord) -> None:
    row = connection.execute(_MET, {"gone": one.id, "kept": other.id}).fetchone()
    if row is not None:
        raise TeamsRefused(
            f"{one.name} ({one.id}) and {other.name} ({other.id}) are two teams: "
            f"they met on {row[1]} (fixture {row[0]})"
        )


def _scope_of(team: TeamRecord, scope: str | None) -> str:
    """The country or region in which an alias counts: the team's if none is given. Raises TeamsRefused."""
    where = scope.upper() if scope else team.country_code
    if where is None:
        raise TeamsRefused(
            f"{team.name} ({team.id}) has no country; add --country, the country in whose competitions it is called so"
        )
    if where not in ALL_CODES:
        raise TeamsRefused(
            f"{where!r} is not a country or region code; {meant(where, sorted(ALL_CODES))}"
        )
    return where


def _standing(connection: sqlite3.Connection, edit_id: int | None) -> TeamEdit:
    standing = standing_edits(connection)
    if not standing:
        raise NotFound("no merge and no alias stands that could be undone")
    edit = next((edit for edit in reversed(standing) if edit_id in (None, edit.id)), None)
    if edit is None:
        numbers = ", ".join(str(edit.id) for edit in standing[:-13:-1])
        raise NotFound(f"there is no edit {edit_id} that stands; those that do: {numbers}")
    return edit


_NAMED = """
    select entity_id from external_id where base_id in (select value from json_each(:ids))
    union select id from team where id in (select value from json_each(:ids))
    union select entity_id from external_id where kind = 'team' and entity_id in (select value from json_each(:ids))
"""
_FIXTURES = "select count(*) from team_fixture where team_id = :gone"

_MET = """
    select fixture.id, date(fixture.kickoff_ts, 'unixepoch')
    from team_fixture join fixture on fixture.id = team_fixture.fixture_id
    where team_fixture.team_id = :gone and :kept in (fixture.home_id, fixture.away_id)
    order by fixture.kickoff_ts, fixture.id limit 1
"""
_SOURCES_OF_BOTH = """
    with named as (
      select distinct team_fixture.team_id, fixture.season_id, fixture_source.source_id
      from team_fixture
      join fixture on fixture.id = team_fixture.fixture_id
      join fixture_source on fixture_source.fixture_id = fixture.id
      where team_fixture.team_id in (:gone, :kept) and fixture.season_id is not null
    )
    select distinct source.name from named as one
    join named as other on other.season_id = one.season_id and other.source_id = one.source_id
    join source on source.id = one.source_id
    where one.team_id = :gone and other.team_id = :kept order by source.name
"""
_SPELLED = """
    select external_id.key, external_id.entity_id, external_id.base_id >= :hashed
    from external_id join source on source.id = external_id.source_id
    where external_id.kind = 'team' and external_id.scope = :scope and (:source is null or source.name = :source)
      and external_id.entity_id <> :id
    order by external_id.source_id, external_id.key
"""
_OF_COUNTRY = "from team where country_code = :scope order by id"


MOST_POINTS = 1_000
"""The most points that a decision may give or take."""


class Decision(NamedTuple):
    """Points given to a team, or taken (negative), with reason and day."""

    league: str
    season: str
    team: str
    points: int
    decided_on: str | None
    reason: str | None
    source: str


def decisions(
    connection: sqlite3.Connection, *, league_id: int | None = None, season_id: int | None = None
) -> list[Decision]:
    """The decisions of a database, newest season first; of a league or a season if asked for."""
    sql = """
    select league.name, season.label, team.name, points_adjustment.points, points_adjustment.decided_on,
           points_adjustment.reason, points_adjustment.source
    from points_adjustment
    join season on season.id = points_adjustment.season_id
    join league on league.id = season.league_id
    join team on team.id = points_adjustment.team_id
    where (:league_id is null or league.id = :league_id) and (:season_id is null or season.id = :season_id)
    order by season.start_year desc, league.id, team.name, team.id, points_adjustment.seq
    """
    values = {"league_id": league_id, "season_id": season_id}
    return records(connection, Decision, sql, values)


def decision_of(
    connection: sqlite3.Connection, row: Mapping[str, str | None], *, source: str
) -> PointsAdjustment:
    """The record of a row (league, season, team, points, date, reason); its seq is 0.

    Raises InvalidArgument, LeagueNotFound, SeasonNotFound, TeamNotFound, AmbiguousName.
    """
    cells = {name: (value or "").strip() for name, value in row.items() if name}
    absent = [name for name in ("league", "season", "team", "points") if not cells.get(name)]
    if absent:
        raise InvalidArgument(
            f"{', '.join(absent)} missing; a row has league, season, team, points, date, reason",
            parameter=absent[0],
            value=None,
        )
    league = find_league(connection, cells["league"])
    season = season_named(connection, league.id, cells["season"])
    team_id = _member(connection, season.id, cells["team"])
    reason = cells.get("reason") or None
    return PointsAdjustment(
        season.id, team_id, 0, _points(cells["points"]), reason, _day(cells.get("date", "")), source
    )


def _member(connection: sqlite3.Connection, season_id: int, text: str) -> int:
    """The team of a season that a person means: an id, a name, any spelling, or a part of one. Raises TeamNotFound."""
    members = teams(connection, season_id=season_id)
    _, matches = TeamFinder(connection, among={row.id for row in members}).find(text)
    if len(matches) == 1:
        return matches[0].id
    why = "fits several teams" if matches else "is not a team"
    names = ", ".join(sorted(row.name for row in members))
    raise TeamNotFound(f"{text!r} {why} of the season; there are: {names}")


def _points(text: str) -> int:
    points = int(text) if re.fullmatch(r"[+-]?\d{1,4}", text, re.ASCII) else 0
    if not 0 < abs(points) <= MOST_POINTS:
        raise InvalidArgument(
            f"points {text!r} is not a whole number from 1 to {MOST_POINTS}; write -3 for three points taken",
            parameter="points",
            value=text,
        )
    return points


def _day(text: str) -> str | None:
    written = written_day(text)
    day = None if written is None or written.is_open else written.plain
    if text and day is None:
        raise InvalidArgument(
            f"date {text!r} is not one day; write 2024-02-26, or leave it empty",
            parameter="date",
            value=text,
        )
    return None if day is None else day.isoformat()


CHOSEN_FROM = HIGHEST_TRUST + 1
"""The lowest trust of a source in a place that a person chose."""


class TrustChange(NamedTuple):
    """What another order of trust changed: fixtures looked at, those of them that changed, clubs with another name."""

    fixtures: int
    changed: int
    names: int


def set_trust(
    connection: sqlite3.Connection,
    names: Sequence[str],
    *,
    progress: Callable[[str], None] = lambda _: None,
) -> TrustChange:
    """Believe sources in this order, before all others in the order of their own trust, and commit.

    Without names, each source has its own trust again. Fixtures of several sources are derived again in the same
    transaction. An order that the sources' own trust gives too is not stored. Raises InvalidArgument,
    NotFound, DatabaseError.
    """
    with write_transaction(connection):
        was = column(connection, _IN_ORDER)
        connection.execute("update source set trust = coalesce(own_trust, trust), own_trust = null")
        sources = column(connection, _IN_ORDER)
        chosen = _named(names, sources)
        if chosen != sources[: len(chosen)]:
            values = [(CHOSEN_FROM + place, name) for place, name in enumerate(reversed(chosen), 1)]
            sql = "update source set own_trust = trust, trust = ? where name = ?"
            connection.executemany(sql, values)
        # Nothing depends on the numbers of a trust, but on their order.
        if column(connection, _IN_ORDER) == was:
            return TrustChange(0, 0, 0)
        shared = column(connection, _SHARED)
        progress(f"{len(shared):,} fixtures of several sources")
        renamed = choose_names(connection, column(connection, "select id from season"))
        seasons = column(connection, _SHARED_SEASONS)
        derived = derive(connection, seasons, now=0, changed=set(shared))
        return TrustChange(len(shared), len(derived.fixtures), renamed)


def _named(names: Sequence[str], sources: Sequence[str]) -> list[str]:
    by_name = {name.casefold(): name for name in sources}
    for name in names:
        if name.casefold() not in by_name:
            raise NotFound(f"no source of the database is called {name!r}; {meant(name, sources)}")
    ordered = [by_name[name.casefold()] for name in names]
    twice = next((name for name in ordered if ordered.count(name) > 1), None)
    if twice is not None:
        message = f"{twice} is named twice; an order has each source once"
        raise InvalidArgument(message, parameter="names", value=tuple(names))
    return ordered


_IN_ORDER = "select name from source order by trust desc, name"
_SHARED = """
    select claim.fixture_id from claim join load on load.id = claim.load_id
    group by claim.fixture_id having min(load.source_id) <> max(load.source_id) order by claim.fixture_id
"""
"""The fixtures that several sources give; of others no order of sources decides anything."""

_SHARED_SEASONS = """
    select season_id from fixture join claim on claim.fixture_id = fixture.id
    join load on load.id = claim.load_id where season_id is not null
    group by season_id having min(load.source_id) <> max(load.source_id) order by season_id
"""
