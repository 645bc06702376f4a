"""Matches parsed fixtures with stored ones: the same pair at the same venue in one season, and near in time."""

from time import gmtime

from footydata.football.records import ExternalId, FixtureRecord
from footydata.football.register.calendars import WITHIN
from footydata.football.register.leagues import registered_league, side_of
from footydata.football.register.naming import assigned_fixture_id
from footydata.football.register.referees import referee_name
from footydata.football.register.teams import OF_NATIONS
from footydata.football.terms import DAY, OWN_IDS_FROM, Status
from footydata.ingest.context import ImportContext, Meeting, Pair, StoredSource
from footydata.ingest.identity.exchanging import can_exchange, exchanged
from footydata.ingest.identity.resolve import AGAIN, Resolver, RowRefused
from footydata.rules.same_club import SAME_DAY
from footydata.sources.parsed import NO_ID, ParsedFixture
from footydata.store.write.changing_ids import change_id
from footydata.store.writing import write_external_id

MOVED_WITHIN = 60 * DAY
"""How many seconds an unfinished fixture may move if a pair meets more than once at a venue."""

SEASONS_REMEMBERED = 500
"""How many seasons are cached, the oldest dropped first: some 50 MB at most."""


class Meetings:
    """The meetings of every pair, by season, read when first asked for; a cache of the context.

    Each row of a file is a different fixture: a meeting that the file already had matches again only on its day, or on
    the next where a pair meets once.

    Attributes:
        pending_ids: ids of fixtures that are not written yet.
        season_parts: season id → the parts that its fixtures' ids are hashed from.
    """

    def __init__(self, context: ImportContext) -> None:
        self._context = context
        self._seasons: dict[int, dict[Pair, list[Meeting]]] = {}
        self.pending_ids: set[int] = set()
        self.season_parts: dict[int, tuple[int, str] | tuple[int]] = {}

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

    def forget(self, season_id: int) -> None:
        """Forget a season, whose fixtures have changed."""
        self._seasons.pop(season_id, None)

    def find(
        self,
        season_id: int,
        pair: Pair,
        kickoff_ts: int,
        *,
        in_table: bool,
        meets_once: bool,
        key: str | None = None,
    ) -> Meeting | None:
        """The meeting that a fixture with this kickoff is, None for a new one.

        meets_once: whether a pair meets only once at a venue in a season of the league. key: the source's own id of
        the fixture.
        """
        meetings = self.of(season_id, pair)
        if not meets_once:
            # Internationals of one pair are played on consecutive days, and in 1974 twice on one.
            meetings = [one for one in meetings if self._is_free(one, kickoff_ts, key)]
        if not meetings:
            return None
        nearest = min(
            meetings, key=lambda meeting: (abs(meeting.kickoff_ts - kickoff_ts), meeting.id)
        )
        if not self._may_be(nearest, kickoff_ts, in_table=in_table, meets_once=meets_once):
            return None
        nearest.file, nearest.day_in_file, nearest.key = (
            self._context.file.number,
            kickoff_ts // DAY,
            key,
        )
        return nearest

    def find_exchanged(self, season_id: int, pair: Pair, kickoff_ts: int) -> Meeting | None:
        """The meeting of a day that other files have with its sides exchanged, None if there is none or several.

        Of two kickoffs without a time the day is the same; a time may be of the next day in UTC.
        """
        meetings = [
            one
            for one in self.of(season_id, (pair[1], pair[0]))
            if one.file != self._context.file.number
            and abs(one.kickoff_ts - kickoff_ts)
            <= (SAME_DAY if (one.kickoff_ts % DAY or kickoff_ts % DAY) else 0)
        ]
        if len(meetings) != 1:
            return None
        meetings[0].file, meetings[0].day_in_file = self._context.file.number, kickoff_ts // DAY
        return meetings[0]

    def add(self, season_id: int, pair: Pair, meeting: Meeting, key: str | None = None) -> None:
        """Add a new fixture of the file that is being read; key: the source's own id of it."""
        meeting.file, meeting.day_in_file, meeting.key = (
            self._context.file.number,
            meeting.kickoff_ts // DAY,
            key,
        )
        self.of(season_id, pair).append(meeting)

    def _is_free(self, meeting: Meeting, kickoff_ts: int, key: str | None) -> bool:
        """Whether no row of the file was this meeting, but one of the same day and key, there or as stored."""
        if (
            meeting.file == self._context.file.number
            and key is not None
            and meeting.key not in (None, key)
        ):
            return False
        is_same_day = kickoff_ts // DAY in (meeting.day_in_file, meeting.kickoff_ts // DAY)
        return is_same_day or meeting.file != self._context.file.number

    def _may_be(
        self, meeting: Meeting, kickoff_ts: int, *, in_table: bool, meets_once: bool
    ) -> bool:
        distance = abs(meeting.kickoff_ts - kickoff_ts)
        if distance <= SAME_DAY:
            return True
        if meeting.in_table != in_table or meeting.file == self._context.file.number:
            return False
        return meets_once or (meeting.is_open and distance <= MOVED_WITHIN)

    def _read(self, season_id: int) -> dict[Pair, list[Meeting]]:
        season: dict[Pair, list[Meeting]] = {}
        rows = self._context.connection.execute(
            """select id, home_id, away_id, kickoff_ts, status, in_table from fixture
            where season_id = :season_id order by kickoff_ts, id""",
            {"season_id": season_id},
        )
        for row_id, home_id, away_id, kickoff_ts, status, in_table in rows:
            meeting = Meeting(row_id, kickoff_ts, status != Status.FINISHED, bool(in_table))
            season.setdefault((home_id, away_id), []).append(meeting)
        return season


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

    def match(self, parsed: ParsedFixture) -> tuple[ParsedFixture, FixtureRecord, Meeting, bool]:
        """The parsed fixture, its row with ids, its meeting, and whether it is a new fixture.

        If a fixture of nations is stored with its sides exchanged, all are in the order of the stored one.
        Raises RowRefused.
        """
        row = self._row(parsed)
        stored_id = parsed.id if parsed.id is not None else self._id_of_key(parsed.key)
        if stored_id is not None and (
            stored_id in self._meetings.pending_ids or self._is_stored(stored_id)
        ):
            if self._is_exchanged(parsed, row, stored_id):
                parsed = exchanged(parsed)
                row = self._row(parsed)
            return parsed, row._replace(id=stored_id), self._meeting_of(row, stored_id), False
        meeting = self._find(row, parsed.key)
        if meeting is None and (other := self._find_exchanged(parsed, row)) is not None:
            meeting, parsed = other, exchanged(parsed)
            row = self._row(parsed)
        if meeting is not None and parsed.id is not None and meeting.id >= OWN_IDS_FROM:
            change_id(self._connection, "fixture", meeting.id, parsed.id)
            meeting.id = parsed.id
        if meeting is not None and parsed.id in (None, meeting.id):
            self._note_key(parsed.key, meeting.id)
            return parsed, row._replace(id=meeting.id), meeting, False
        row = row._replace(id=parsed.id or self.new_id(row))
        self._meetings.pending_ids.add(row.id)
        meeting = Meeting.of(row)
        if row.season_id is not None:
            self._meetings.add(row.season_id, (row.home_id, row.away_id), meeting, parsed.key)
        self._note_key(parsed.key, row.id)
        return parsed, row, meeting, True

    def _find_exchanged(self, parsed: ParsedFixture, row: FixtureRecord) -> Meeting | None:
        """The meeting of nations that is stored with its sides exchanged, None if there is none."""
        if row.season_id is None or not can_exchange(parsed) or not self._is_of_nations(parsed):
            return None
        return self._meetings.find_exchanged(
            row.season_id, (row.home_id, row.away_id), row.kickoff_ts
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
            row.kickoff_ts,
            in_table=bool(row.in_table),
            meets_once=league is not None and league.meets_once,
            key=key,
        )

    def _meeting_of(self, row: FixtureRecord, fixture_id: int) -> Meeting:
        meetings = (
            self._meetings.of(row.season_id, (row.home_id, row.away_id))
            if row.season_id is not None
            else []
        )
        known = next((meeting for meeting in meetings if meeting.id == fixture_id), None)
        return known or Meeting.of(row._replace(id=fixture_id))

    def new_id(self, row: FixtureRecord) -> int:
        """An unused id, hashed from the season, the pair and the count of meetings: the same on every machine."""
        if row.season_id is None:
            year, *parts = gmtime(row.kickoff_ts).tm_year, f"at {row.kickoff_ts}"
        else:
            year, *distinguishing = self._season_parts(row.season_id)
            met = len(self._meetings.of(row.season_id, (row.home_id, row.away_id)))
            parts = [f"meeting {met}", *distinguishing]
        pair = (row.home_id, row.away_id)
        attempts = (
            assigned_fixture_id(year, row.league_id, *pair, *parts, *again) for again in AGAIN
        )
        return next(
            each
            for each in attempts
            if each not in self._meetings.pending_ids and not self._is_stored(each)
        )

    def _season_parts(self, season_id: int) -> tuple[int, str] | tuple[int]:
        """The start year of a season, and its label if another season of the league may start in that year."""
        known = self._meetings.season_parts.get(season_id)
        if known is None:
            label, year, country, name = self._connection.execute(
                _SEASON, {"id": season_id}
            ).fetchone()
            league = registered_league(country, name)
            is_usual = (len(label) == len("2016")) == (
                league is not None and league.calendar == WITHIN
            )
            known = self._meetings.season_parts[season_id] = (year,) if is_usual else (year, label)
        return known

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


_SEASON = """
    select season.label, season.start_year, league.country_code, league.name
    from season join league on league.id = season.league_id where season.id = :id
"""
_ID_OF_KEY = """
    select entity_id from external_id
    where source_id = :source_id and kind = 'fixture' and scope = '' and key = :key
"""
