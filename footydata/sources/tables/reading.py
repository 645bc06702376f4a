"""Reads the rows of a table by its map: a fixture from each, and a Refusal for each row or cell that can't be taken."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import timedelta, tzinfo
from zoneinfo import ZoneInfo

from footydata.football.errors import InvalidArgument
from footydata.football.moments import day_of, midnight_of
from footydata.football.records import KnockoutRecord, VenueRecord
from footydata.football.register.calendars import WITHIN, calendar_of, start_year_of
from footydata.football.register.countries import country_words
from footydata.football.register.leagues import (
    league_of_code,
    registered_league,
    registered_league_called,
)
from footydata.football.register.naming import normalised
from footydata.football.terms import Part, Status
from footydata.sources.cells import moment_at, read_name
from footydata.sources.day_orders import AMBIGUOUS, DayOrder
from footydata.sources.filled_parts import filled_parts
from footydata.sources.parsed import (
    NO_ID,
    UNKNOWN_COUNTRY,
    Figures,
    LeagueKey,
    ParsedFixture,
    Refusal,
    SeasonKey,
    TeamKey,
    league_named,
)
from footydata.sources.refusing import NO_COUNTRY, NO_DAY, NO_TIME, SAME_TEAM, BadRow
from footydata.sources.tables.profiles import is_blank, read_numbered, two_teams
from footydata.sources.tables.quotes import TableQuotes
from footydata.sources.tables.row_cells import BAD_TEXT, ERRORS, RowCells
from footydata.sources.tables.row_scores import ScoreReader
from footydata.sources.tables.states import state_of
from footydata.sources.tables.table_map import TableMap
from footydata.sources.tables.written_moments import WrittenMoment, written_clock, written_moment
from footydata.sources.v1_pages import season_key

NOT_OF_SEASON = "a day that is not of the season"

NEAR = timedelta(days=31)
"""By how much a season that a map names may begin sooner, or end later, than by the calendar."""


class RowReader:
    """Reads the rows under one header."""

    def __init__(
        self,
        names: Sequence[str],
        table_map: TableMap,
        order: DayOrder,
        league_of_load: LeagueKey | None = None,
    ) -> None:
        """league_of_load: the competition of rows that do not name a known one, if the load was given one."""
        self._cells = RowCells(names, table_map)
        self._map = table_map
        self._order = order
        self._league_of_load = league_of_load
        self._zone: tzinfo | None = ZoneInfo(table_map.zone) if table_map.zone else None
        self._scores = ScoreReader(self._cells, table_map.scores)
        self._quotes = TableQuotes(self._cells.odds, names, table_map) if self._cells.odds else None
        self._venue = self._cells.of(VenueRecord._fields[1:])
        self._teams: dict[str, TeamKey] = {}
        self._leagues: dict[tuple[str, str, int | None], LeagueKey] = {}
        self._seasons: dict[tuple[LeagueKey, str], SeasonKey | None] = {}

    @property
    def keeps_ids(self) -> bool:
        """Whether the rows are those of a frame of fixtures."""
        return self._cells.keeps_ids

    @property
    def refused(self) -> list[Refusal]:
        """What was set aside of the row that was read last."""
        return self._cells.refused

    @property
    def has_final_scores(self) -> bool:
        """Whether the goals of a row so far were taken for its final score, of ninety minutes or more."""
        return self._scores.has_final_scores

    def written_day(self, number: int, values: list[str]) -> Iterator[tuple[str, WrittenMoment]]:
        """The text of a row's day, and what is written in it; nothing if it is no day, or a moment in unix seconds."""
        self._cells.begin(number, values)
        text = self._day_text()
        moment = written_moment(text)
        if moment is not None and moment.seconds is None:
            yield text, moment

    def _day_text(self) -> str:
        """The kickoff of a row, or its day where that is empty."""
        kickoff = self._cells.raw("kickoff")
        return self._cells.raw("date") if is_blank(kickoff) else kickoff

    def competition_and_result(self) -> tuple[str, bool]:
        """Competition and season in the row of the last `written_day`, as written, and whether it has a result."""
        has_result = any(not is_blank(self._cells.raw(name)) for name in ("home_goals", "score"))
        return " ".join(map(self._cells.raw, ("country", "league", "season"))), has_result

    def read(self, number: int, values: list[str]) -> ParsedFixture:
        """The fixture of a row. Raises BadRow if the row can't be taken."""
        cells = self._cells
        cells.begin(number, values)
        league = self._league()
        home, away = self._sides()
        if home == away:
            raise BadRow(SAME_TEAM, home.name)
        kickoff_ts, time_known = self._kickoff()
        season = self._season(self._likely(league))
        self._check_season(season, self._likely(league), kickoff_ts)
        figures, knockout = self._scores.figures(self._likely(league))
        status, detail = self._status(figures, knockout)
        odds, refused = (
            self._quotes.read(cells.values, number) if self._quotes is not None else ((), [])
        )
        cells.refused += refused
        fixture = ParsedFixture(
            league,
            season,
            home,
            away,
            kickoff_ts,
            Part.BASE,
            time_known=time_known,
            status=status,
            state_detail=detail,
            esports=bool(cells.flag("esports")),
            round=self._round(),
            stage=cells.words("stage"),
            in_table=cells.flag("in_table") is not False,
            figures=figures,
            referee=cells.words("referee"),
            statistics=self._scores.statistics(),
            odds=odds,
            key=cells.words("key") or cells.text("fixture_id"),
            id=cells.id("fixture_id"),
            line=number,
            further=self._scores.further(),
            knockout=knockout,
            venue=self._read_venue(),
        )
        return fixture._replace(parts=Part.BASE | filled_parts(fixture))

    def _sides(self) -> tuple[TeamKey, TeamKey]:
        """Raises BadRow."""
        cells = self._cells
        if cells.has("teams"):
            parted = two_teams(cells.raw("teams"))
            if parted is None:
                raise BadRow("two teams that can't be told apart", cells.raw("teams"))
            return self._team(parted[0]), self._team(parted[1])
        home, away = self._team(cells.raw("home")), self._team(cells.raw("away"))
        if not cells.keeps_ids:
            return home, away
        return home._replace(id=cells.id("home_id")), away._replace(id=cells.id("away_id"))

    def _team(self, text: str) -> TeamKey:
        known = self._teams.get(text)
        if known is None:
            name = read_name(text)
            if name.startswith(ERRORS):
                raise BadRow(f"the name of a team is {BAD_TEXT}", text)
            known = self._teams[text] = TeamKey(name)
        return known

    def _league(self) -> LeagueKey:
        """The competition of a row; without one, that of the map or of the load. Raises BadRow."""
        cells = self._cells
        texts = cells.text("league") or "", cells.text("country") or "", cells.id("league_id")
        known = self._leagues.get(texts)
        if known is None:
            known = self._leagues[texts] = self._read_league(*texts)
        return known

    def _read_league(self, name: str, country: str, league_id: int | None) -> LeagueKey:
        if not name:
            if self._cells.has("league") and self._map.league is None:
                raise BadRow("the competition is missing")
            return (
                LeagueKey(UNKNOWN_COUNTRY, "")
                if self._map.league is None
                else league_named(self._map.league)
            )
        if coded := league_of_code(name):
            return LeagueKey(*coded)
        if not country:
            with suppress(InvalidArgument):
                return league_named(name)
            registered = registered_league_called(name)
            return (
                LeagueKey(registered.country, registered.name)
                if registered
                else LeagueKey(UNKNOWN_COUNTRY, name)
            )
        code = country_words().get(normalised(country), "")
        if not code:
            raise BadRow(NO_COUNTRY, country)
        return LeagueKey(code, name, league_id)

    def _likely(self, league: LeagueKey) -> LeagueKey:
        """The competition that a row is of if its own is not known: that of the load."""
        return (
            self._league_of_load
            if self._league_of_load and league.country == UNKNOWN_COUNTRY
            else league
        )

    def _season(self, league: LeagueKey) -> SeasonKey | None:
        """The season of a row, None for that of its day. Raises BadRow.

        A single year of a competition whose seasons have two is left to the day: of it, sources name either.
        """
        text = self._cells.text("season") or self._map.season
        if text is None:
            return None
        known = (league, text)
        if known not in self._seasons:
            season = season_key(text)
            is_year = "/" not in season.label
            is_left = (
                is_year
                and not self._cells.keeps_ids
                and calendar_of(league.country, league.name) != WITHIN
            )
            self._seasons[known] = None if is_left else season
        season_or_none = self._seasons[known]
        return season_or_none and season_or_none._replace(id=self._cells.id("season_id"))

    def _check_season(self, season: SeasonKey | None, league: LeagueKey, kickoff_ts: int) -> None:
        """Raises BadRow for a day outside the season that the map gives to all rows, by the calendar of the league."""
        if self._map.season is None or season is None:
            return
        day = day_of(kickoff_ts)
        years = {day.year - 1, day.year}
        if registered_league(league.country, league.name) is not None:
            years = {
                start_year_of(league.country, league.name, day + shift)
                for shift in (-NEAR, timedelta(), NEAR)
            }
        if season.start_year not in years:
            raise BadRow(f"{NOT_OF_SEASON} {season.label}", day.isoformat())

    def _kickoff(self) -> tuple[int, bool]:
        """The kickoff, and whether its time is known. Raises BadRow."""
        cells, text = self._cells, self._day_text()
        moment = written_moment(text)
        if moment is None:
            raise BadRow(NO_DAY, text)
        if moment.seconds is not None:
            return moment.seconds, True
        written, day = moment.day, self._order.read(moment.day)
        of_order = written.exchanged if self._order is DayOrder.MONTH_FIRST else written.plain
        if self._map.days is not None and written.is_ordered and of_order is None:
            raise BadRow(f"a day that is not {self._map.days}, as the map says", text)
        if day is None:
            raise BadRow(AMBIGUOUS if self._order is DayOrder.ONE_WAY else NO_DAY, text)
        clock = moment.clock
        if clock is None and (time := cells.text("time")) is not None:
            clock = written_clock(time)
            if clock is None:
                cells.set_aside(NO_TIME, "time", time)
        zone = self._zone if clock is None or clock.offset is None else clock.offset
        if clock is None or zone is None or cells.flag("time_known") is False:
            return midnight_of(day), False
        return moment_at(day, (clock.hour, clock.minute), zone), True

    def _round(self) -> int | None:
        text = self._cells.text("round")
        if text is None:
            return None
        round_number = read_numbered(text)
        if round_number is None:
            self._cells.set_aside("no number of a round", "round", text)
        return round_number

    def _status(
        self, figures: Figures, knockout: KnockoutRecord | None
    ) -> tuple[Status, str | None]:
        ends = () if knockout is None else (knockout.extra_home_goals, knockout.final_home_goals)
        is_played = any(goals is not None for goals in (figures.home_goals, *ends))
        usual = Status.FINISHED if is_played else Status.SCHEDULED
        text, detail = self._cells.text("status"), self._cells.words("state_detail")
        if text is None:
            return usual, detail
        state = state_of(text)
        if state is None:
            self._cells.set_aside("a status that is not known", "status", text)
            return usual, detail
        return state.status, detail or state.detail

    def _read_venue(self) -> VenueRecord | None:
        if not self._venue:
            return None
        neutral = self._cells.flag("neutral")
        texts = {name: self._cells.words(name) for name in self._venue if name != "neutral"}
        if neutral is None and not any(texts.values()):
            return None
        return VenueRecord(NO_ID, **texts, neutral=None if neutral is None else int(neutral))
