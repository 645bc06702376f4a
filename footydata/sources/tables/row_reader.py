"""Reads the rows under a header by columns: a fixture from each, and a Refusal for each row or cell that can't be taken."""

from collections.abc import Iterator, Set
from contextlib import suppress
from datetime import tzinfo
from functools import cache
from itertools import islice
from math import inf
from zoneinfo import ZoneInfo

from footydata.football.errors import InvalidArgument
from footydata.football.records import KnockoutRecord
from footydata.football.register import country_words, normalised
from footydata.football.register.leagues import (
    FIRST_MONTH,
    WITHIN,
    calendar_of,
    registered_league,
    registered_league_called,
)
from footydata.football.terms import DAY, Status
from footydata.football.wording import some_of
from footydata.sources.cells import State, season_key
from footydata.sources.days import (
    AMBIGUOUS,
    DayOrder,
    FoundOrder,
    WrittenDay,
    WrittenMoment,
    day_in_season,
    kickoff_at,
    order_of,
    written_clock,
    written_moment,
)
from footydata.sources.parsed import (
    NO_COUNTRY,
    NO_DAY,
    NO_FIGURES,
    NO_GOALS,
    NO_ID,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    UNKNOWN_COUNTRY,
    BadRow,
    Claims,
    Figures,
    LeagueKey,
    ParsedFixture,
    Refusal,
    Remark,
    SeasonKey,
    TeamKey,
    shown,
)
from footydata.sources.tables.chunks import Chunk, TakenColumns
from footydata.sources.tables.columns import Header, is_header_of_fixtures
from footydata.sources.tables.meanings import IGNORE
from footydata.sources.tables.table import MOST_COLUMNS, Row, TextTable, misfit, unique
from footydata.sources.tables.table_map import OPEN, TableMap, league_named

CHUNK = 400
"""Rows that are read at once: about a season, so that a file takes a few times its size in memory."""

_COMING = State(Status.SCHEDULED)
_NO_END = KnockoutRecord(NO_ID)

_TEXTS = ("league", "country", "season", "kickoff", "date", "time")
"""Meanings whose text every row is read by."""
LISTED = 12
"""How many of the columns that are not read are named."""


class Ignored(Exception):
    """A row of a competition that the map leaves out."""


class RowReader:
    """Reads the rows under a header in chunks.

    Attributes:
        header: above the rows. taken: the columns that are taken. order: of day and month; that of the map, else of all rows.
        ignored: the rows so far that the map leaves out. has_local_times: whether a time had no zone.
        has_final_scores: whether goals so far were taken for scores that may have extra time.
    """

    def __init__(
        self,
        table: TextTable,
        header: Header,
        table_map: TableMap,
        *,
        league: LeagueKey | None = None,
        end: float = inf,
    ) -> None:
        """league: that of the load. end: the row at which another table begins."""
        self._table, self.header = table, header
        self._map, self._end = table_map, end
        self._of_map = None
        if table_map.league not in (None, OPEN):
            league = self._of_map = league_named(table_map.league)
        self._of_table = league or LeagueKey(UNKNOWN_COUNTRY, "")
        self.taken = TakenColumns(header.names, table_map)
        known = self.taken.places.keys()
        self._has_seasons = table_map.seasons == "column" and "season" in known
        self._has_scores = bool(known & {"home_goals", "score", "result"})
        # Beside a column of the final score, as in a frame of fixtures, the goals are those of ninety minutes.
        beside_final = "ninety minutes" if "final_home_goals" in known else None
        self._scores = table_map.scores or beside_final
        self._zone: tzinfo | None = ZoneInfo(table_map.zone) if table_map.zone else None
        self._moments = cache(self._moment)
        self._leagues = cache(self._league)
        self._seasons = cache(self._season)
        self.ignored = 0
        self.has_local_times = self.has_final_scores = False
        self.order = (
            order_of([(key, day) for _, key, day in self.dated()])
            if table_map.days in (None, OPEN)
            else FoundOrder(DayOrder(table_map.days))
        )

    def rows(self) -> Iterator[Row | Refusal]:
        """The rows; refused are those that do not fit the header, and those under another header."""
        header, names = self.header, self.header.names
        width, places = len(names), self.taken.places
        days = [places[name] for name in ("kickoff", "date") if name in places]
        is_text = self._table.header is None and self._table.name is None
        other: int | None = None
        for row in self._table.rows():
            number = row.number if isinstance(row, Row) else row.line or 0
            if not header.last_row < number < self._end:
                continue
            if isinstance(row, Refusal):
                yield row
                continue
            cells, why = row.cells, None
            if cells[0].strip() == names[0] and unique(cells) == names:
                continue
            if len(cells) != width:
                why = misfit(row, width, may_be_narrower=not is_text)
            if other is not None:
                why = f"a row under another header, that of row {other}"
            elif (why and len({*names}.intersection(cells)) > 1) or (
                header.last_row
                and cells[0][:1].isalpha()
                and not any(written_moment(cells[day]) for day in days if day < len(cells))
                and is_header_of_fixtures(cells)
            ):
                other, why = number, "another header in the middle of the table"
            yield Refusal(why, number, shown(cells)) if why else row

    def dated(self) -> Iterator[tuple[Row, tuple[str, str], WrittenDay]]:
        """Each row that has a day, its competition and season, and the day as written."""
        names = "kickoff", "date", "season", "country", "league"
        # No row is as wide as a column that is missing here.
        places = [self.taken.places.get(name, MOST_COLUMNS) for name in names]
        for row in self.rows():
            if isinstance(row, Refusal):
                continue
            cells = row.cells
            kickoff, date, season, *competition = (
                cells[place].strip() if place < len(cells) else "" for place in places
            )
            text = kickoff or date
            moment = written_moment(text) or self._in_season(self._of_table, season, text)
            if moment is not None:
                yield row, (" ".join(competition).strip(), season), moment.day

    def remarks(self, known: Set[str] | None = frozenset()) -> Iterator[Remark]:
        """Which columns are not read, but for known ones, and how days are, unless that is day first beyond doubt.

        known: columns that say nothing more; None for all.
        """
        named = set(self.header.names) if known is None else self.taken.taken | known
        names = [shown(name) for name in self.header.names if name and name not in named]
        if names:
            yield Remark(f"columns that are not read: {some_of(names, LISTED)}")
        order = self.order
        if order.why is not None and self._map.days in (None, OPEN):
            column = self._map.name_of("date") or self._map.name_of("kickoff")
            yield Remark(f"days are read {order.order.value}: {order.why}", column=column)

    def records(self) -> Iterator[ParsedFixture | Refusal]:
        """The fixture of each row, after what was set aside of it, with the refusals among them."""
        rows = self.rows()
        while listed := list(islice(rows, CHUNK)):
            chunk = Chunk(self.taken, [row for row in listed if isinstance(row, Row)])
            place = -1
            for row in listed:
                if isinstance(row, Refusal):
                    yield row
                    continue
                place += 1
                try:
                    fixture = self._fixture(chunk, place)
                except BadRow as error:
                    yield error.refusal(row.number, row.cells)
                except Ignored:
                    self.ignored += 1
                else:
                    yield from chunk.aside.get(place, ())
                    yield fixture

    def _fixture(self, chunk: Chunk, place: int) -> ParsedFixture:
        """The fixture of a row of a chunk. Raises BadRow, and Ignored."""
        values = chunk.values
        name, country, season_text, kickoff, date, time = (
            values[meaning][place] or "" for meaning in _TEXTS
        )
        league: LeagueKey = self._leagues(name, country)
        likely = league if league.country else self._of_table
        for team in chunk.sides[place]:
            if not isinstance(team, TeamKey):
                raise team or BadRow("a team is missing")
        home, away = chunk.sides[place]
        if home == away:
            raise BadRow(SAME_TEAM, home.name)
        kickoff_ts, time_known = self._moments(likely, season_text, kickoff or date, time)
        if time and not time_known and written_clock(time) is None:
            chunk.set_aside(place, "no time that can be read", "time")
        season: SeasonKey | None = None
        if self._has_seasons or ((season_text or self._map.season) and self._map.seasons != "day"):
            season = self._seasons(likely, season_text)
        fields = {
            field: value
            for field, column in chunk.fields.items()
            if (value := column[place]) is not None
        }
        if not fields.get("time_known", True):
            kickoff_ts, time_known = kickoff_ts // DAY * DAY, False
        state = chunk.states[place]
        figures, knockout = self._goals(chunk, place, likely)
        if state is not None:
            fields = {"state_detail": state.detail, **fields, "status": state.status}
        else:
            end = knockout or _NO_END
            ends = figures.home_goals, end.extra_home_goals, end.final_home_goals
            is_played = any(goals is not None for goals in ends)
            if not self._has_scores:
                # In a table without scores a fixture that has figures is finished.
                has_counts = fields.get("further") or fields.get("statistics")
                is_played = is_played or has_counts or figures != NO_FIGURES
            if is_played and (text := chunk.wrong.get((place, "status"))):
                raise BadRow("a score beside a status that is not known", text)
            fields["status"] = Status.FINISHED if is_played else Status.SCHEDULED
        on_penalties = state is not None and state.on_penalties
        fields |= {
            "time_known": time_known,
            "figures": figures,
            "knockout": knockout,
            "claims": Claims(
                values["weekday"][place],
                season,
                values["result"][place],
                values["half_result"][place],
                on_penalties,
            ),
            "line": chunk.rows[place].number,
        }
        return ParsedFixture(league, season, home, away, kickoff_ts, **fields)

    def _league(self, name: str, country: str) -> LeagueKey:
        """The competition of a row; without one, that of the map or of the load. Raises BadRow, and Ignored."""
        if self._of_map is not None:
            return self._of_map
        if not name:
            if "league" in self.taken.places:
                raise BadRow("the competition is missing")
            return LeagueKey(UNKNOWN_COUNTRY, "")
        if given := self._map.leagues.get(name):
            if given == IGNORE:
                raise Ignored
            return league_named(given)
        with suppress(InvalidArgument):
            return league_named(name)
        if country:
            code = country_words().get(normalised(country), "")
            if not code:
                raise BadRow(NO_COUNTRY, country)
            return LeagueKey(code, name)
        registered = registered_league_called(name)
        if registered is None:
            return LeagueKey(UNKNOWN_COUNTRY, name)
        return LeagueKey(registered.country, registered.name)

    def _in_season(self, league: LeagueKey, season: str, text: str) -> WrittenMoment | None:
        """The day of a text without a year, by the season of its row; None if it is no day."""
        try:
            key = season_key(season or self._map.season or "")
        except BadRow:
            return None
        is_across = "/" in key.label
        first_month = FIRST_MONTH[calendar_of(league.country, league.name)] if is_across else 1
        day = day_in_season(text, (key.start_year, key.start_year + is_across), first_month)
        return None if day is None else WrittenMoment(day)

    def _moment(self, league: LeagueKey, season: str, text: str, time: str) -> tuple[int, bool]:
        """The kickoff, and whether its time is known. Raises BadRow."""
        moment = written_moment(text) or self._in_season(league, season, text)
        if moment is None:
            raise BadRow(NO_DAY, text)
        written, order = moment.day, self.order.order
        day = order.read(written)
        of_order = written.exchanged if order is DayOrder.MONTH_FIRST else written.plain
        if self._map.days is not None and written.is_ordered and of_order is None:
            raise BadRow(f"a day that is not {self._map.days}, as the map says", text)
        if day is None:
            raise BadRow(AMBIGUOUS if order is DayOrder.ONE_WAY else NO_DAY, text)
        clock = moment.clock or written_clock(time)
        kickoff, is_known = kickoff_at(day, clock, self._zone)
        self.has_local_times |= clock is not None and not is_known
        return kickoff, is_known

    def _season(self, league: LeagueKey, text: str) -> SeasonKey | None:
        """The season of a row, None for that of its day. Raises BadRow.

        A single year of a competition whose seasons have two is left to the day: of it, sources name either.
        """
        text = text or self._map.season or ""
        try:
            season = season_key(text)
        except BadRow:
            raise BadRow("no season that can be read", text) from None
        is_year = "/" not in season.label and not self._has_seasons
        is_across = calendar_of(league.country, league.name) != WITHIN
        return None if is_year and is_across else season

    def _goals(
        self, chunk: Chunk, place: int, league: LeagueKey
    ) -> tuple[Figures, KnockoutRecord | None]:
        """The figures of ninety minutes, and what is known of a knock-out's end. Raises BadRow."""
        figures, state = chunk.fields["figures"][place], chunk.states[place]
        home, away = figures[:2]
        if state == _COMING and (home, away) == (0, 0):
            # What programs write where nothing was counted yet.
            return NO_FIGURES, None
        end = chunk.end(place) if self.taken.ends else {}
        if (home is None) != (away is None):
            only = "home_goals" if home is None else "away_goals"
            wrong = chunk.wrong.get((place, only))
            raise BadRow(NO_GOALS, wrong) if wrong else BadRow(ONE_SIDES_GOALS)
        if isinstance(score := chunk.values["score"][place], BadRow):
            raise score
        are_final = self._scores == "final"
        if self._scores is None:
            # Extra time may be in the goals of a cup, and beside a state or a shoot-out that tells of it.
            registered = registered_league(league.country, league.name)
            is_cup = registered is not None and not registered.has_standings
            has_extra_time = state is not None and state.has_extra_time
            are_final = is_cup or has_extra_time or "shootout_home_goals" in end
        if home is not None and are_final and "extra_home_goals" not in end:
            end["final_home_goals"], end["final_away_goals"] = home, away
            self.has_final_scores = True
            figures = figures._replace(home_goals=None, away_goals=None)
        return figures, KnockoutRecord(NO_ID, **end) if end else None
