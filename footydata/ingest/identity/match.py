"""Finds which fixtures the records of a source are of: what a season's derivation says, or the source's own id."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from footydata.football.records import ClaimRow, ExternalId, FixtureRecord
from footydata.football.register import referee_name
from footydata.football.register.leagues import side_of
from footydata.football.terms import Status
from footydata.ingest.context import ImportContext, Pair, StoredSource
from footydata.ingest.identity.resolve import Resolver, RowRefused
from footydata.rules.meetings import Told
from footydata.sources.parsed import NO_ID, ParsedFixture
from footydata.store.claims.grouping import Said
from footydata.store.claims.regrouping import place
from footydata.store.records import ids_of
from footydata.store.writing import write_external_id


class MatchedFixture(NamedTuple):
    """A parsed fixture and its row with ids.

    names: the ids of the names by which the source calls the home and the away team of the stored fixture, None if it
    gives ids. is_exchanged: whether the source has the sides of the stored fixture exchanged.
    """

    parsed: ParsedFixture
    row: FixtureRecord
    names: tuple[int | None, int | None] = (None, None)
    is_exchanged: bool = False

    @property
    def pair(self) -> Pair:
        return self.row.home_id, self.row.away_id


class FixtureMatcher:
    """Matches the fixtures of one source with those that are stored."""

    def __init__(self, context: ImportContext, resolver: Resolver, source: StoredSource) -> None:
        self._context = context
        self._connection = context.connection
        self._resolver = resolver
        self._source_id = source.id

    def resolved(self, parsed: ParsedFixture) -> MatchedFixture:
        """The parsed fixture with its row, which has the source's id of it or none. Raises RowRefused."""
        resolver = self._resolver
        league_id = resolver.league(parsed.league)
        league = resolver.full_key(parsed.league)
        country, side = league.country, side_of(league.country, league.name)
        if parsed.season is not None:
            season_id: int | None = resolver.season(league_id, parsed.season)
        else:
            # Without a season in it, a file's fixture gets one by the calendar; a service's own fixture gets none.
            season_id = (
                resolver.season_of(league_id, parsed.kickoff_ts) if parsed.id is None else None
            )
        (home_id, home_name), (away_id, away_name) = (
            resolver.team_and_name(
                team, country, side=side, season_id=season_id, at=parsed.kickoff_ts
            )
            for team in (parsed.home, parsed.away)
        )
        if home_id == away_id and parsed.id is None:
            raise RowRefused("one team against itself, under two names")
        row = FixtureRecord(
            NO_ID if parsed.id is None else parsed.id,
            league_id,
            season_id,
            home_id,
            away_id,
            parsed.kickoff_ts,
            int(parsed.time_known),
            parsed.status.value,
            parsed.state_detail,
            int(parsed.esports),
            parsed.round,
            parsed.stage,
            int(parsed.in_table),
            *parsed.figures,
            None if parsed.referee is None else referee_name(country, parsed.referee),
        )
        return MatchedFixture(
            parsed, row, (home_name, away_name) if parsed.id is None else (None, None)
        )

    def known(
        self, batch: Iterable[MatchedFixture]
    ) -> tuple[list[MatchedFixture], list[MatchedFixture]]:
        """Those that the source's own id says to be stored, whatever pair or day it says now, and the others."""
        listed = list(batch)
        stored = self._stored(matched.row.id for matched in listed if matched.row.id != NO_ID)
        keys = [matched.parsed.key for matched in listed if matched.parsed.key is not None]
        values = {"source_id": self._source_id, "keys": json.dumps(keys)}
        by_key = {
            key: (fixture_id, season_id)
            for key, fixture_id, season_id in self._connection.execute(_BY_KEY, values)
        }
        known, others = [], []
        for matched in listed:
            row = matched.row
            fixture_id, season_id = by_key.get(matched.parsed.key or "", (row.id, row.season_id))
            if row.id in stored:
                known.append(matched)
            elif season_id != row.season_id:
                known.append(matched._replace(row=row._replace(id=fixture_id)))
            else:
                others.append(matched)
        return known, others

    def placed(self, batch: Iterable[MatchedFixture]) -> Iterator[tuple[MatchedFixture, bool]]:
        """These with the ids of their fixtures, and whether each is a new one."""
        by_season: defaultdict[int | None, list[MatchedFixture]] = defaultdict(list)
        for matched in batch:
            by_season[matched.row.season_id].append(matched)
        for matched in by_season.pop(None, ()):
            yield matched, True
        for season_id, own in by_season.items():
            assert season_id is not None
            said = list(map(self._said, own))
            for matched, placed in zip(own, place(self._connection, season_id, said), strict=True):
                key = matched.parsed.key
                if key is not None:
                    write_external_id(
                        self._connection,
                        ExternalId(self._source_id, "fixture", "", key, placed.fixture_id),
                    )
                parsed, row, names, _ = matched
                row = row._replace(id=placed.fixture_id)
                if placed.is_exchanged:
                    names = names[::-1]
                yield MatchedFixture(parsed, row, names, placed.is_exchanged), placed.is_new

    def _said(self, matched: MatchedFixture) -> Said:
        parsed, row = matched.parsed, matched.row
        is_remote = parsed.id is not None
        key = str(parsed.id) if is_remote else parsed.key
        load = self._context.claims.load(self._context.load_id)
        score = None
        if row.home_goals is not None and row.away_goals is not None:
            score = row.home_goals, row.away_goals
        told = Told(
            load.id,
            row.kickoff_ts,
            parsed.time_known,
            parsed.status == Status.FINISHED,
            score,
            parsed.in_table,
            self._source_id,
            None if key is None else (self._source_id, key),
        )
        can_exchange = not (is_remote or parsed.odds or parsed.ticks)
        claim = ClaimRow(0, row.id)
        return Said(claim, load, matched.pair, told, is_remote, can_exchange)

    def _stored(self, ids: Iterable[int]) -> set[int]:
        """Those of these ids of which a fixture is stored."""
        values = ids_of(ids)
        return {row[0] for row in self._connection.execute(_STORED, values)}


_STORED = "select id from fixture where id in (select value from json_each(:ids))"
_BY_KEY = """
    select key, fixture.id, season_id from external_id join fixture on fixture.id = entity_id
    where source_id = :source_id and kind = 'fixture' and scope = '' and key in (select value from json_each(:keys))
"""
