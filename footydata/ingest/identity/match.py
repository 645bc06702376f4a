"""Matches parsed fixtures with stored ones: the same pair at the same venue in one season, and near in time."""

from itertools import count
from time import gmtime
from typing import NamedTuple

from footydata.football.records import ExternalId, FixtureRecord
from footydata.football.register.leagues import side_of
from footydata.football.register.naming import assigned_fixture_id
from footydata.football.register.referees import referee_name
from footydata.football.register.teams import OF_NATIONS
from footydata.football.terms import OWN_IDS_FROM, Status
from footydata.ingest.context import ImportContext, Pair, StoredSource
from footydata.ingest.identity.exchanging import can_exchange, exchanged
from footydata.ingest.identity.resolve import Resolver, RowRefused
from footydata.rules.meetings import Meeting, Told, exchanged_meeting, nearest
from footydata.sources.parsed import NO_ID, ParsedFixture
from footydata.store.claims.grouping import StoredSeason, read_season
from footydata.store.write.changing_ids import change_id
from footydata.store.writing import write_external_id

SEASONS_REMEMBERED = 500
"""How many seasons are cached, the oldest dropped first: some 50 MB at most."""


class MatchedFixture(NamedTuple):
    """A parsed fixture, its row with ids and its meeting; is_exchanged: its source has the sides exchanged."""

    parsed: ParsedFixture
    row: FixtureRecord
    meeting: Meeting
    is_exchanged: bool = False


class Meetings:
    """The meetings of every pair, by season, read when first asked for; a cache of the context.

    Attributes:
        pending_ids: ids of fixtures that are not written yet.
    """

    def __init__(self, context: ImportContext) -> None:
        self._context = context
        self._seasons: dict[int, dict[Pair, list[Meeting]]] = {}
        self.pending_ids: set[int] = set()
        self._stored: dict[int, StoredSeason] = {}

    def clear(self) -> None:
        """Forget all seasons and the fixtures that are not written yet."""
        self._seasons.clear()
        self.pending_ids.clear()

    def of(self, season_id: int, pair: Pair) -> list[Meeting]:
        """The meetings of a pair in a season, in no order; the list may be added to."""
        seasons = self._seasons
        if season_id not in seasons:
            if len(seasons) >= SEASONS_REMEMBERED:
                seasons.pop(next(iter(seasons)))
            seasons[season_id] = self._read(season_id)
        return seasons[season_id].setdefault(pair, [])

    def season(self, season_id: int) -> StoredSeason:
        """A stored season."""
        known = self._stored.get(season_id) or read_season(self._context.connection, season_id)
        assert known is not None
        self._stored[season_id] = known
        return known

    def forget(self, season_id: int) -> None:
        """Forget a season, whose fixtures have changed."""
        self._seasons.pop(season_id, None)

    def find(self, season_id: int, pair: Pair, told: Told, *, meets_once: bool) -> Meeting | None:
        """The meeting that a record is of, which it joins; None for a new one."""
        meeting = nearest(self.of(season_id, pair), told, meets_once=meets_once)
        if meeting is not None:
            meeting.join(told)
        return meeting

    def find_exchanged(self, season_id: int, pair: Pair, told: Told) -> Meeting | None:
        """The meeting of a day that other files have with its sides exchanged, None if there is none or several."""
        meeting = exchanged_meeting(self.of(season_id, (pair[1], pair[0])), told)
        if meeting is not None:
            meeting.join(told)
        return meeting

    def add(self, season_id: int, pair: Pair, meeting: Meeting) -> None:
        """Add a new fixture of the file that is being read."""
        self.of(season_id, pair).append(meeting)

    def _read(self, season_id: int) -> dict[Pair, list[Meeting]]:
        season: dict[Pair, list[Meeting]] = {}
        sql = f"select {', '.join(FixtureRecord._fields)} from fixture where season_id = ? order by kickoff_ts, id"
        for row in map(FixtureRecord._make, self._context.connection.execute(sql, (season_id,))):
            season.setdefault((row.home_id, row.away_id), []).append(meeting_of(row))
        return season


def meeting_of(row: FixtureRecord) -> Meeting:
    """The meeting that a stored fixture is."""
    return Meeting(told_of(row, 0), row.id)


def told_of(row: FixtureRecord, input: int, key: tuple[int, str] | None = None) -> Told:
    """What a row says of its meeting. input: the number of the file; key: the source and its own id of the fixture."""
    is_finished = row.status == Status.FINISHED
    score = None
    if row.home_goals is not None and row.away_goals is not None:
        score = row.home_goals, row.away_goals
    return Told(
        input, row.kickoff_ts, bool(row.time_known), is_finished, score, bool(row.in_table), key=key
    )


class FixtureMatcher:
    """Matches the fixtures of one source with those that are stored."""

    def __init__(self, context: ImportContext, resolver: Resolver, source: StoredSource) -> None:
        self._context = context
        self._connection = context.connection
        self._resolver = resolver
        self._source_id = source.id

    @property
    def _meetings(self) -> Meetings:
        return self._context.cached(Meetings)

    def names(self, parsed: ParsedFixture, season_id: int | None) -> tuple[int | None, int | None]:
        """The ids of the names by which the source calls the teams of a fixture in a season, None if it gives ids."""
        if parsed.id is not None:
            return None, None
        league = self._resolver.full_key(parsed.league)
        country, side = league.country, side_of(league.country, league.name)
        home, away = (
            self._resolver.team_name(
                team, country, side=side, season_id=season_id, at=parsed.kickoff_ts
            )
            for team in (parsed.home, parsed.away)
        )
        return home, away

    def match(self, parsed: ParsedFixture) -> tuple[MatchedFixture, bool]:
        """The parsed fixture with its row and its meeting, and whether it is a new one.

        If a fixture of nations is stored with its sides exchanged, all are in the order of the stored one.
        Raises RowRefused.
        """
        given, row = parsed, self._row(parsed)
        stored_id = parsed.id if parsed.id is not None else self._id_of_key(parsed.key)
        if stored_id is not None and (
            stored_id in self._meetings.pending_ids or self._is_stored(stored_id)
        ):
            if self._is_exchanged(parsed, row, stored_id):
                parsed = exchanged(parsed)
                row = self._row(parsed)
            row = row._replace(id=stored_id)
            return MatchedFixture(
                parsed, row, self._meeting_of(row, stored_id), parsed is not given
            ), False
        meeting = self._find(row, parsed.key)
        if meeting is None and (other := self._find_exchanged(parsed, row)) is not None:
            meeting, parsed = other, exchanged(parsed)
            row = self._row(parsed)
        if meeting is not None and parsed.id is not None and meeting.id >= OWN_IDS_FROM:
            change_id(self._connection, "fixture", meeting.id, parsed.id)
            meeting.id = parsed.id
        if meeting is not None and parsed.id in (None, meeting.id):
            self._note_key(parsed.key, meeting.id)
            return MatchedFixture(
                parsed, row._replace(id=meeting.id), meeting, parsed is not given
            ), False
        row = row._replace(id=parsed.id or self.new_id(row))
        self._meetings.pending_ids.add(row.id)
        meeting = Meeting(self._told(row, parsed.key), row.id)
        if row.season_id is not None:
            self._meetings.add(row.season_id, (row.home_id, row.away_id), meeting)
        self._note_key(parsed.key, row.id)
        return MatchedFixture(parsed, row, meeting), True

    def _find_exchanged(self, parsed: ParsedFixture, row: FixtureRecord) -> Meeting | None:
        """The meeting of nations that is stored with its sides exchanged, None if there is none."""
        if row.season_id is None or not can_exchange(parsed) or not self._is_of_nations(parsed):
            return None
        return self._meetings.find_exchanged(
            row.season_id, (row.home_id, row.away_id), self._told(row, parsed.key)
        )

    def _is_exchanged(self, parsed: ParsedFixture, row: FixtureRecord, stored_id: int) -> bool:
        """Whether a fixture of nations that a source knows by its own id is stored with its sides exchanged."""
        if not can_exchange(parsed) or not self._is_of_nations(parsed):
            return False
        sides = self._connection.execute(
            "select home_id, away_id from fixture where id = ?", (stored_id,)
        ).fetchone()
        return sides is not None and tuple(sides) == (row.away_id, row.home_id)

    def _is_of_nations(self, parsed: ParsedFixture) -> bool:
        league = self._resolver.full_key(parsed.league)
        return side_of(league.country, league.name) in OF_NATIONS

    def _row(self, parsed: ParsedFixture) -> FixtureRecord:
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
        home_id, away_id = (
            resolver.team(team, country, side=side, season_id=season_id, at=parsed.kickoff_ts)
            for team in (parsed.home, parsed.away)
        )
        if home_id == away_id and parsed.id is None:
            raise RowRefused("one team against itself, under two names")
        return FixtureRecord(
            NO_ID,
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

    def _find(self, row: FixtureRecord, key: str | None) -> Meeting | None:
        if row.season_id is None:
            return None
        league = self._context.stored_league(row.league_id)
        return self._meetings.find(
            row.season_id,
            (row.home_id, row.away_id),
            self._told(row, key),
            meets_once=league is not None and league.meets_once,
        )

    def _told(self, row: FixtureRecord, key: str | None) -> Told:
        return told_of(
            row, self._context.file.number, None if key is None else (self._source_id, key)
        )

    def _meeting_of(self, row: FixtureRecord, fixture_id: int) -> Meeting:
        meetings = (
            self._meetings.of(row.season_id, (row.home_id, row.away_id))
            if row.season_id is not None
            else []
        )
        known = next((meeting for meeting in meetings if meeting.id == fixture_id), None)
        return known or meeting_of(row._replace(id=fixture_id))

    def new_id(self, row: FixtureRecord) -> int:
        """An unused id, hashed from the season, the pair and the count of meetings: the same on every machine."""
        pair = row.home_id, row.away_id
        if row.season_id is None:
            year, met = gmtime(row.kickoff_ts).tm_year, f"at {row.kickoff_ts}"
            return assigned_fixture_id(year, row.league_id, *pair, met)
        season = self._meetings.season(row.season_id)
        numbers = count(len(self._meetings.of(row.season_id, pair)))
        ids = (season.fixture_id(pair, number) for number in numbers)
        return next(
            each
            for each in ids
            if each not in self._meetings.pending_ids and not self._is_stored(each)
        )

    def _is_stored(self, fixture_id: int) -> bool:
        row = self._connection.execute(
            "select 1 from fixture where id = ?", (fixture_id,)
        ).fetchone()
        return row is not None

    def _id_of_key(self, key: str | None) -> int | None:
        if key is None:
            return None
        row = self._connection.execute(
            _ID_OF_KEY, {"source_id": self._source_id, "key": key}
        ).fetchone()
        return None if row is None else int(row[0])

    def _note_key(self, key: str | None, fixture_id: int) -> None:
        if key is not None:
            write_external_id(
                self._connection, ExternalId(self._source_id, "fixture", "", key, fixture_id)
            )


_ID_OF_KEY = """
    select entity_id from external_id
    where source_id = :source_id and kind = 'fixture' and scope = '' and key = :key
"""
