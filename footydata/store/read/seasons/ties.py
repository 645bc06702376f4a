"""The ties of seasons, read from their fixtures and how these ended beyond ninety minutes."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from footydata.football.records import KnockoutRecord
from footydata.football.register.away_goals import away_goals_of
from footydata.football.scores import Score, end_scores, score_of
from footydata.football.terms import Side, Status
from footydata.rules.brackets import bracket_of
from footydata.rules.ties import CupFixture


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
    ids = {"ids": json.dumps(list(season_ids))}
    seasons = {season_id: names for season_id, *names in connection.execute(_SEASONS, ids)}
    ties: dict[int, FixtureTie] = {}
    for season_id, fixtures in groupby(_cup_fixtures(connection, ids), key=itemgetter(0)):
        for column in bracket_of(
            [fixture for _, fixture in fixtures], away_goals_of(*seasons[season_id])
        ):
            for pairing in column.pairings:
                if pairing.tie is None:
                    continue
                for leg, fixture in enumerate(pairing.tie.fixtures, start=1):
                    is_turned = fixture.home_id != pairing.tie.one
                    aggregate = pairing.tie.aggregate
                    ties[fixture.id] = FixtureTie(
                        pairing.tie.fixtures[0].id,
                        leg,
                        _side(fixture, pairing.through),
                        pairing.tie.by.value
                        if pairing.tie.by and pairing.through is not None
                        else None,
                        aggregate[::-1] if aggregate and is_turned else aggregate,
                        pairing.doubt,
                    )
    return ties


def cup_fixtures(connection: sqlite3.Connection, season_id: int) -> list[CupFixture]:
    """The fixtures of a season, by kickoff."""
    return [fixture for _, fixture in _cup_fixtures(connection, {"ids": json.dumps([season_id])})]


def _side(fixture: CupFixture, team: int | None) -> Side | None:
    if team is None:
        return None
    return Side.HOME if team == fixture.home_id else Side.AWAY


def _cup_fixtures(
    connection: sqlite3.Connection, ids: dict[str, str]
) -> Iterator[tuple[int, CupFixture]]:
    """Season id and fixture, by season and kickoff."""
    for (
        season_id,
        id,
        kickoff_ts,
        stage,
        home_id,
        away_id,
        status,
        state_detail,
        home,
        away,
        *row,
    ) in connection.execute(_FIXTURES, ids):
        end = KnockoutRecord(id, *row)
        extra, shootout, final = end_scores(end)
        yield (
            season_id,
            CupFixture(
                id,
                kickoff_ts,
                stage,
                home_id,
                away_id,
                score_of(home, away),
                extra,
                shootout,
                final,
                Side(end.through) if end.through else None,
                Status(status),
                state_detail,
                end.number,
                end.home_from,
                end.away_from,
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
