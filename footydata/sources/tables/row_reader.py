"""Reads the rows under a header by columns: a fixture from each, and a Refusal for each row or cell that can't be taken."""

from collections.abc import Iterator, Mapping, Sequence, Set
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
from footydata.sources.cells import (
    AMBIGUOUS,
    DayOrder,
    FoundOrder,
    WrittenDay,
    order_of,
    season_key,
)
from footydata.sources.parsed import (
    NO_FIGURES,
    NO_ID,
    UNKNOWN_COUNTRY,
    Claims,
    Figures,
    LeagueKey,
    ParsedFixture,
    Refusal,
    Remark,
    SeasonKey,
    TeamKey,
)
from footydata.sources.refusing import (
    NO_COUNTRY,
    NO_DAY,
    NO_GOALS,
    ONE_SIDES_GOALS,
    SAME_TEAM,
    BadRow,
    shown,
)
from footydata.sources.tables.chunks import Chunk, TakenColumns
from footydata.sources.tables.columns import Header, is_header_of_fixtures, unique
from footydata.sources.tables.meanings import IGNORE
from footydata.sources.tables.table import Row, TextTable, misfit, width_of
from footydata.sources.tables.table_map import OPEN, TableMap, league_named
from footydata.sources.tables.written_cells import (
    State,
    WrittenMoment,
    day_in_season,
    kickoff_at,
    written_clock,
    written_moment,
)

CHUNK = 400
"""Rows that are read at once: about a season, so that a file takes a few times its size in memory."""

_COMING = State(Status.SCHEDULED)

LISTED = 12
"""How many of the columns that are not read are named."""


class Ignored(Exception):
    """A row of a competition that the map leaves out."""


class RowReader:
    """Reads the rows under a header in chunks.

    Attributes:
        taken: the columns that are taken. order: of day and month; that of the map, else of all rows.
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
        self._table, self._header = table, header
        self._map, self._end = table_map, end
        self._of_map = None
        if table_map.league not in (None, OPEN):
            league = self._of_map = league_named(table_map.league)
        self._of_table = league or LeagueKey(UNKNOWN_COUNTRY, "")
        self.taken = TakenColumns(header.names, table_map)
        self._has_seasons = table_map.seasons == "column" and "season" in self.taken.places
        self._zone: tzinfo | None = ZoneInfo(table_map.zone) if table_map.zone else None
        self._moments = cache(self._moment)
        self._leagues = cache(self._league)
        self._seasons = cache(self._season)
        self.ignored = 0
        self.has_local_times = self.has_final_scores = False
        if self._map.days not in (None, OPEN):
            self.order = FoundOrder(DayOrder(self._map.days))
        else:
            rows = (row for row in self.rows() if isinstance(row, Row))
            self.order = order_of([dated for row in rows if (dated := self.dated(row))])

    def rows(self) -> Iterator[Row | Refusal]:
        """The rows; refused are those that do not fit the header, and those under another header."""
        header, names = self._header, frozenset(self._header.names)
        width = width_of(header.names)
        is_text = self._table.header is None and self._table.name is None
        other: int | None = None
        for row in self._table.rows():
            number = row.number if isinstance(row, Row) else row.line or 0
            if not header.last_row < number < self._end:
                continue
            if isinstance(row, Refusal):
                yield row
                continue
            if row.cells[0].strip() == header.names[0] and unique(row.cells) == header.names:
                continue
            why = misfit(row, width, may_be_narrower=not is_text)
            if other is not None:
                why = f"a row under another header, that of row {other}"
            elif (why and len(names.intersection(row.cells)) > 1) or (
                header.last_row and row.cells[0][:1].isalpha() and is_header_of_fixtures(row.cells)
            ):
                other, why = row.number, "another header in the middle of the table"
            yield Refusal(why, row.number, shown(row.cells)) if why else row

    def remarks(self, known: Set[str] | None = frozenset()) -> Iterator[Remark]:
        """Which columns are not read, but for known ones, and how days are, unless that is day first beyond doubt.

        known: columns that say nothing more; None for all.
        """
        named = set(self._header.names) if known is None else self._map.taken.keys() | known
        names = [name for name in self._header.names if name and name not in named]
        if names:
            more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
            yield Remark(f"columns that are not read: {shown(', '.join(names[:LISTED]))}{more}")
        order = self.order
        if order.why is not None and self._map.days in (None, OPEN):
            column = self._map.name_of("date") or self._map.name_of("kickoff")
            yield Remark(f"days are read {order.order.value}: {order.why}", column=column)

    def records(self) -> Iterator[ParsedFixture | Refusal]:
        """The fixture of each row, after what was set aside of it, with the refusals among them."""
        rows = self.rows()
        while chunk := list(islice(rows, CHUNK)):
            yield from self._read(chunk)

    def dated(self, row: Row) -> tuple[tuple[str, str], WrittenDay] | None:
        """Competition and season of a row, and its day as written; None without one, or if it is a moment."""
        raw, cells = self.taken.raw, row.cells
        text, season = raw("kickoff", cells) or raw("date", cells), raw("season", cells)
        moment = self._written(self._of_table, season, text)
        if moment is None or moment.seconds is not None:
            return None
        competition = f"{raw('country', cells)} {raw('league', cells)}".strip()
        return (competition, season), moment.day

    def _read(self, rows: Sequence[Row | Refusal]) -> Iterator[ParsedFixture | Refusal]:
        chunk = Chunk(self.taken, [row for row in rows if isinstance(row, Row)])
        place = -1
        for row in rows:
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
        league_text, country, season_text, kickoff, date_text, time = chunk.texts[place]
        league: LeagueKey = self._leagues(league_text, country)
        likely = league if league.country else self._of_table
        for team in chunk.sides[place]:
            if not isinstance(team, TeamKey):
                raise team or BadRow("a team is missing")
        home, away = chunk.sides[place]
        if home == away:
            raise BadRow(SAME_TEAM, home.name)
        kickoff_ts, time_known = self._moments(likely, season_text, kickoff or date_text, time)
        if time and not time_known and written_clock(time) is None:
            chunk.set_aside(place, "no time that can be read", "time", time)
        season: SeasonKey | None = None
        if self._has_seasons or ((season_text or self._map.season) and self._map.seasons != "day"):
            season = self._seasons(likely, season_text)
        state = chunk.states[place]
        on_penalties = state is not None and state.on_penalties
        weekday, result, half_result = chunk.claims[place]
        fields = {
            name: value
            for name, values in chunk.fields.items()
            if (value := values[place]) is not None
        }
        figures, knockout = self._goals(chunk, place, likely, state)
        if not fields.get("time_known", True):
            kickoff_ts, time_known = kickoff_ts // DAY * DAY, False
        if state is None:
            has_counts = bool(fields.get("further") or fields.get("statistics"))
            fields["status"] = self._status(figures, knockout, has_counts=has_counts)
        else:
            fields = {"state_detail": state.detail, **fields, "status": state.status}
        fields |= {
            "time_known": time_known,
            "figures": figures,
            "knockout": knockout,
            "claims": Claims(weekday, season, result, half_result, on_penalties),
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

    def _written(self, league: LeagueKey, season: str, text: str) -> WrittenMoment | None:
        """The moment of a text, of which a day without a year is of the season of its row; None if it has none."""
        moment = written_moment(text)
        if moment is not None:
            return moment
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
        moment = self._written(league, season, text)
        if moment is None:
            raise BadRow(NO_DAY, text)
        if moment.seconds is not None:
            return moment.seconds, True
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

    def _status(
        self, figures: Figures, knockout: KnockoutRecord | None, *, has_counts: bool
    ) -> Status:
        """Of a row that names no state: in a table without scores, one that has figures is of a finished fixture."""
        ends = () if knockout is None else (knockout.extra_home_goals, knockout.final_home_goals)
        is_played = any(goals is not None for goals in (figures.home_goals, *ends))
        if not self.taken.places.keys() & {"home_goals", "score", "result"}:
            is_played = is_played or has_counts or any(each is not None for each in figures)
        return Status.FINISHED if is_played else Status.SCHEDULED

    def _goals(
        self, chunk: Chunk, place: int, league: LeagueKey, state: State | None
    ) -> tuple[Figures, KnockoutRecord | None]:
        """The figures of ninety minutes, and what is known of a knock-out's end. Raises BadRow."""
        figures = chunk.fields["figures"][place]
        if state == _COMING and figures[:2] == (0, 0):
            # What programs write where nothing was counted yet.
            return NO_FIGURES, None
        end = chunk.end(place)
        home, away = figures.home_goals, figures.away_goals
        if (home is None) != (away is None):
            columns = self._map.name_of("home_goals"), self._map.name_of("away_goals")
            wrong = [each.text for each in chunk.aside.get(place, ()) if each.column in columns]
            raise BadRow(NO_GOALS, wrong[0]) if wrong else BadRow(ONE_SIDES_GOALS)
        if isinstance(score := chunk.of("score")[place], BadRow):
            raise score
        is_final = "extra_home_goals" not in end and self._may_have_extra_time(league, state, end)
        if home is not None and is_final:
            end["final_home_goals"], end["final_away_goals"] = home, away
            self.has_final_scores = True
            figures = figures._replace(home_goals=None, away_goals=None)
        return figures, KnockoutRecord(NO_ID, **end) if end else None

    def _may_have_extra_time(
        self, league: LeagueKey, state: State | None, end: Mapping[str, object]
    ) -> bool:
        """Whether extra time may be in the goals of a row: as the map says, else in cups, by the status or a shoot-out."""
        if self._map.scores is not None:
            return self._map.scores == "final"
        if "final_home_goals" in self.taken.places:
            # Beside a column of the final score, as in a frame of fixtures, the goals are those of ninety minutes.
            return False
        if (state is not None and state.has_extra_time) or "shootout_home_goals" in end:
            return True
        registered = registered_league(league.country, league.name)
        return registered is not None and not registered.has_standings
