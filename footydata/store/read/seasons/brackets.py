"""The group stage and the bracket of a season, and the ties of fixtures: of fixtures, how these ended, placeholders."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.football.moments import FOREVER
from footydata.football.records import KnockoutRecord, Placeholder
from footydata.football.register.leagues import away_goals_of
from footydata.football.scores import (
    Score,
    end_scores,
    knock_out_score,
    score_of,
    score_text,
)
from footydata.football.terms import ENGLISH, Side, Status
from footydata.rules.brackets import (
    BracketColumn,
    BracketRow,
    Entrant,
    Pairing,
    bracket_of,
    next_ties,
    placeholder_words,
)
from footydata.rules.groups import (
    GroupTable,
    Places,
    Thirds,
    group_table,
    places,
    third_places,
)
from footydata.rules.stages import stage_of
from footydata.rules.ties import CupFixture
from footydata.store.read.fixtures import team_names
from footydata.store.read.seasons.result_rows import SeasonHead
from footydata.store.read.seasons.season import NO_STAGES, LeagueSeason, TableLimits
from footydata.store.rows import ids_of, records

MOVED_WITHIN = 36 * 3600
"""How many seconds a coming fixture may move meanwhile, where it is known by its stage or a side alone."""


class SeasonBracket(NamedTuple):
    """The bracket of a season. names: team id → name; open: place of a group → why it is not known, a clause."""

    head: SeasonHead
    columns: list[BracketColumn]
    names: dict[int, str]
    open: Mapping[str, str] = MappingProxyType({})

    @property
    def title(self) -> str:
        """League and season."""
        return f"{self.head.league} {self.head.season}"

    def rows(self) -> list[BracketRow]:
        """A row a tie, round by round."""
        names = [column_name(column, self.columns) for column in self.columns]
        nexts = {
            tie: (names[at], place + 1) for tie, (at, place) in next_ties(self.columns).items()
        }
        rows = []
        for at, column in enumerate(self.columns):
            for place, pairing in enumerate(column.pairings):
                tie, doubt = pairing.tie, pairing.doubt
                if doubt and pairing.played_on is not None:
                    doubt = f"{doubt}; {self.names[pairing.played_on]} played on"
                row = BracketRow(
                    *(names[at], place + 1, self.side(pairing.one), self.side(pairing.other)),
                    "; ".join(_scores(pairing)) or None,
                    score_text(tie.aggregate) if tie and tie.aggregate else None,
                    None if pairing.through is None else self.names[pairing.through],
                    *(_decided_by(pairing), doubt, *nexts.get((at, place), (None, None))),
                )
                rows.append(row)
        return rows

    def winner(self) -> str | None:
        """Who won the final, the one tie that others lead to and that leads to none; None if there is not one such."""
        nexts = next_ties(self.columns)
        finals = set(nexts.values()) - nexts.keys()
        if len(finals) != 1:
            return None
        ((at, place),) = finals
        through = self.columns[at].pairings[place].through
        return None if through is None or self.columns[at].is_before_groups else self.names[through]

    def side(self, entrant: Entrant) -> str:
        """The name of a side, or what stands for it, in words."""
        if entrant.team is not None:
            return self.names[entrant.team]
        return placeholder_words(entrant.code) if entrant.code else "not known"

    def open_reasons(self) -> list[str]:
        """Why nobody stands yet at places of groups that are complete, each place once."""
        reasons = {}
        for team, code in _entrants(self.columns):
            if team is None and code is not None:
                why = self.open.get(code) or self.open.get("3" if code.startswith("3") else "")
                if why:
                    reasons[code] = f"the {placeholder_words(code)} is open: {why}"
        return list(reasons.values())


def _entrants(columns: Iterable[BracketColumn]) -> list[Entrant]:
    """The sides of every pairing."""
    pairings = (pairing for column in columns for pairing in column.pairings)
    return [side for pairing in pairings for side in (pairing.one, pairing.other)]


def column_name(column: BracketColumn, columns: Iterable[BracketColumn]) -> str:
    """The name of a round, with what tells it from another of the same name."""
    same = [each for each in columns if each.stage == column.stage]
    if column.is_before_groups and any(not each.is_before_groups for each in same):
        return f"{column.name} (qualifying)"
    several = [each for each in same if each.is_before_groups == column.is_before_groups]
    return f"{column.name} ({column.level})" if len(several) > 1 else column.name


def _scores(pairing: Pairing) -> Iterator[str]:
    """The scores of the fixtures of a pairing by kickoff, those that are known."""
    for fixture in pairing.tie.fixtures if pairing.tie else ():
        is_turned = pairing.tie is not None and fixture.home_id != pairing.tie.one
        goals, extra, shootout, final = (
            score[::-1] if score and is_turned else score
            for score in (fixture.goals, fixture.extra, fixture.shootout, fixture.final)
        )
        score = knock_out_score(goals, extra=extra, shootout=shootout, final=final)
        penalties = "on penalties" if fixture.had_shootout and not shootout else None
        text = ", ".join(filter(None, (score or fixture.state_detail, penalties)))
        if text:
            yield text


def season_bracket(season: LeagueSeason, lang: str = ENGLISH) -> SeasonBracket:
    """The bracket of a season. Places of groups are those of its tables.

    Raises NotFound if it has no knock-out round.
    """
    connection, head = season.connection, season.head
    fixtures = [fixture for _, fixture in _cup_fixtures(connection, [head.season_id])]
    rule = away_goals_of(head.country_code, head.league, head.start_year)
    groups = group_stage(season).places
    coming = standing_placeholders(connection, head.season_id)
    columns = bracket_of(fixtures, rule, coming=coming, group_place=groups.team)
    if not columns:
        has_names = season.has_stages or head.has_standings
        why = "none of its stages is one by its name" if has_names else NO_STAGES
        raise NotFound(f"{season.name} has no knock-out rounds: {why}")
    teams = {team for each in fixtures for team in (each.home_id, each.away_id)}
    teams |= {side.team for side in _entrants(columns) if side.team}
    names = team_names(connection, teams, lang=lang)
    return SeasonBracket(head, columns, names, groups.open)


def standing_placeholders(connection: sqlite3.Connection, season_id: int) -> list[Placeholder]:
    """The placeholders of a season, by kickoff, with the ids of the sides that are known.

    Of each source those of the newest load that has any of the season, but for those whose fixture is stored meanwhile:
    the fixture of the same number; of the same stage, a known side and about the same time; or else of the same stage
    and kickoff. A fixture that the load itself has is none of its placeholders.
    """
    values = {"season_id": season_id, "moved": MOVED_WITHIN}
    return records(connection, Placeholder, _STANDING, values)


def _decided_by(pairing: Pairing) -> str | None:
    """What decided a tie, None while nobody goes through."""
    tie = pairing.tie
    return tie.by.value if tie and tie.by and pairing.through is not None else None


class FixtureTie(NamedTuple):
    """The tie that a fixture belongs to.

    tie: the id of its first fixture. leg: the fixture's place in it, from 1. aggregate: of two legs, of this fixture's
    home and away side. through: this fixture's side that goes through, None if neither does yet, or if it is in doubt.
    """

    tie: int
    leg: int
    through: Side | None
    decided_by: str | None
    aggregate: Score | None
    doubt: str | None


def ties_of_fixtures(
    connection: sqlite3.Connection, season_ids: Iterable[int]
) -> dict[int, FixtureTie]:
    """Fixture id → its tie, of the fixtures of knock-out rounds of these seasons."""
    season_ids = list(season_ids)
    rows = connection.execute(_SEASONS, ids_of(season_ids))
    seasons = {season_id: names for season_id, *names in rows}
    ties: dict[int, FixtureTie] = {}
    for season_id, fixtures in groupby(_cup_fixtures(connection, season_ids), key=itemgetter(0)):
        for column in bracket_of(
            [fixture for _, fixture in fixtures], away_goals_of(*seasons[season_id])
        ):
            for pairing in column.pairings:
                tie = pairing.tie
                if tie is None:
                    continue
                for leg, fixture in enumerate(tie.fixtures, start=1):
                    is_home = pairing.through == fixture.home_id
                    side = None if pairing.through is None else Side.HOME if is_home else Side.AWAY
                    is_turned = fixture.home_id != tie.one
                    ties[fixture.id] = FixtureTie(
                        *(tie.fixtures[0].id, leg, side, _decided_by(pairing)),
                        tie.aggregate[::-1] if tie.aggregate and is_turned else tie.aggregate,
                        pairing.doubt,
                    )
    return ties


def _cup_fixtures(
    connection: sqlite3.Connection, season_ids: Iterable[int]
) -> Iterator[tuple[int, CupFixture]]:
    """Season id and fixture, by season and kickoff."""
    for season_id, id, kickoff_ts, stage, *row in connection.execute(_FIXTURES, ids_of(season_ids)):
        home_id, away_id, status, state_detail, home, away, *beyond = row
        end = KnockoutRecord(id, *beyond)
        yield (
            season_id,
            CupFixture(
                *(id, kickoff_ts, stage, home_id, away_id, score_of(home, away)),
                *end_scores(end),
                Side(end.through) if end.through else None,
                Status(status),
                state_detail,
                *(end.number, end.home_from, end.away_from),
                bool(end.on_penalties),
            ),
        )


_FIXTURES = f"""
    select season_id, fixture.id, kickoff_ts, stage, home_id, away_id, status, state_detail, home_goals, away_goals,
           {", ".join(name for name in KnockoutRecord._fields if name != "fixture_id")}
    from fixture left join knockout on knockout.fixture_id = fixture.id
    where season_id in (select value from json_each(:ids)) order by season_id, kickoff_ts, fixture.id
"""

_SEASONS = """
    select season.id, league.country_code, league.name, season.start_year
    from season join league on league.id = season.league_id
    where season.id in (select value from json_each(:ids)) order by season.id
"""

# The file that reaches furthest is read first within a run, so that the first load of the newest run is the newest.
_STANDING = """
with saying as (
  select distinct placeholder.season_id, load.source_id, load.id, coalesce(load.run, load.id) as run
  from placeholder join load on load.id = placeholder.load_id
  where placeholder.season_id = :season_id
), newest as (
  select season_id, source_id, id,
         row_number() over (partition by season_id, source_id order by run desc, id) as place from saying
), place as (
  select placeholder.*, newest.source_id from placeholder
  join newest on newest.id = placeholder.load_id and newest.season_id = placeholder.season_id
  where newest.place = 1
), filled as (
  select place.load_id, place.seq from place
  join fixture on fixture.season_id = place.season_id
  left join knockout on knockout.fixture_id = fixture.id
  where case
    when place.number is not null and knockout.number is not null then place.number = knockout.number
    else fixture.stage is place.stage and abs(fixture.kickoff_ts - place.kickoff_ts) <= :moved and (
      fixture.kickoff_ts = place.kickoff_ts
      or exists (
        select 1 from external_id
        where kind = 'team' and source_id = place.source_id and key in (place.home, place.away)
          and entity_id in (fixture.home_id, fixture.away_id)))
      and not exists (
        select 1 from claim left join claim_again on claim_again.claim_id = claim.id
        where claim.fixture_id = fixture.id and place.load_id in (claim.load_id, claim_again.load_id))
    end
)
select place.load_id, place.seq, place.league_id, place.season_id, place.kickoff_ts, place.time_known, place.round,
       place.stage, place.number, place.home, place.away,
       (select min(entity_id) from external_id where kind = 'team' and source_id = place.source_id and key = place.home),
       (select min(entity_id) from external_id where kind = 'team' and source_id = place.source_id and key = place.away),
       place.ground, place.city
from place
where (load_id, seq) not in (select load_id, seq from filled)
order by kickoff_ts, number, load_id, seq
"""


class GroupStage(NamedTuple):
    """tables: of every group, stage by stage; thirds: None if none go on; places: who stands at 1A, 2B, 3C/D/E."""

    tables: tuple[GroupTable, ...]
    thirds: Thirds | None
    places: Places


def group_stage(
    season: LeagueSeason, *, at_ts: int | None = None, as_it_stands: bool = False
) -> GroupStage:
    """The group stage of a season as a bracket reads it: tables with what is open in them, thirds, who stands where.

    at_ts: as it stood at that moment. as_it_stands: with the scores so far of live fixtures, which leave their group
    open.
    """
    tables = []
    for stage in season.staged:
        limits = TableLimits(stage=stage, at_ts=at_ts, as_it_stands=as_it_stands)
        results = season.results(limits)
        facts, _ = season.facts(results, limits)
        is_open = bool(results.open or results.live)
        doubt = ", and ".join(season.groups.doubts(stage))
        tables.append(group_table(stage, results.counted, facts, is_open=is_open, doubt=doubt))
    rule, thirds = season.thirds_rule, None
    if rule is not None:
        names = {row.team_id: row.team_name for table in tables for row in table.rows}
        thirds = third_places(tables, rule, decisions=season.decisions(names, at_ts))
    return GroupStage(tuple(tables), thirds, places(tables, rule, thirds))


def unplaced_fixtures(connection: sqlite3.Connection, season_ids: Iterable[int]) -> dict[int, str]:
    """Fixture id → why it fits no group, of the fixtures of these seasons that have a table for each group."""
    doubts: dict[int, str] = {}
    stages = connection.execute(_STAGES_OF_GROUPS, ids_of(season_ids)).fetchall()
    for season_id in {id_: None for id_, stage in stages if stage_of(stage).group is not None}:
        season = LeagueSeason(connection, None, season_id, now=FOREVER)
        doubts |= season.groups.unplaced() if season.stages else {}
    return doubts


_STAGES_OF_GROUPS = """
    select distinct fixture.season_id, fixture.stage from fixture
    where fixture.stage is not null and fixture.season_id in (
      select season.id from season join league on league.id = season.league_id
      where (league.has_standings = 0 or league.rules is null) and season.id in (select value from json_each(:ids))
    )
    order by fixture.season_id, fixture.stage
"""
