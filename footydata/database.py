"""Database: the door for notebooks. Thin: it opens the file, resolves names and hands on to the rooms."""

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, Unpack

from footydata import frames
from footydata.choices import (
    ExportFormat,
    GroupName,
    HalfName,
    MarketName,
    MethodName,
    Narrowing,
    OneOrMany,
    PartName,
    RatingName,
    SideName,
    TableTypeName,
    VenueName,
    narrowing,
)
from footydata.contract.errors import FixtureNotFound
from footydata.contract.languages import ENGLISH
from footydata.contract.markets import MARKETS
from footydata.contract.terms import Side, Status, TableType
from footydata.moments import Moment, end_named
from footydata.outlook_frames import OutlookFrames
from footydata.queries import leagues as leagues_of
from footydata.queries.asked import NotATable, language, narrowed, one_of, several
from footydata.queries.bookmakers import find_bookmaker
from footydata.queries.counts import BY, NotAGroup, averages
from footydata.queries.fixtures import FixtureFilter, fixture_by_id, fixture_ids, fixtures
from footydata.queries.further_figures import figures_named
from footydata.queries.reasons import why_no_figure, why_no_fixtures
from footydata.queries.standings import all_standings, standings
from footydata.queries.team_matches import team_matches
from footydata.refreshing import refresh_lines
from footydata.rows import FixtureRow
from footydata.rules.settlement import market_of
from footydata.store.snapshots import DatabaseFile, of_one_snapshot
from footydata.tables import TableHalf, Venue

if TYPE_CHECKING:
    import pandas as pd

    from footydata.exporting import Written
    from footydata.frames.one_fixture import OneFixture
    from footydata.importing.files import LoadReport
    from footydata.importing.taking_away import TakenAway


class Database(OutlookFrames):
    """A football database, read as DataFrames.

    Opens the file at the path, creates it if there is none, and migrates an older one; a file that can't be written
    is opened for reading. Each method reads one snapshot, even while another program writes. A name that fits
    nothing is an error; a frame that is empty says why in attrs["reason"].
    clock gives the present in unix seconds, so that tests can fix it.
    """

    def __init__(self, path: str | Path, *, clock: Callable[[], float] = time.time) -> None:
        self.path = Path(path)
        self._clock = clock
        self._file = DatabaseFile(self.path)

    @classmethod
    def sample(cls, path: str | Path, *, now: int | None = None) -> Self:
        """Build the sample database (fictional leagues around `now`, in unix seconds) at the path and open it.

        Raises DatabaseError where the file exists.
        """
        moment = int(time.time()) if now is None else now
        # The sample's builder lies outside the package in a checkout: it is found through the package's path.
        import_module("footydata.sample.build").build(path, now=moment)
        return cls(path, clock=lambda: moment if now is not None else time.time())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Database({str(self.path)!r})"

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for SQL of your own; read-only where the file can't be written."""
        return self._connection

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def load(
        self,
        *paths: str | Path,
        source: str | None = None,
        strict: bool = False,
        correct: bool = False,
        league: str | None = None,
    ) -> "LoadReport":
        """Load files or folders; the report accounts for every row, and names what was refused by file and row.

        league: COUNTRY/NAME, the competition of files that do not name a known one. Raises UnusableLeague.
        The fair lines of coming fixtures are computed again if anything changed. Raises ReadOnlyDatabase.
        """
        from footydata.importing.files import load
        from footydata.importing.places import league_named

        now = self._now()
        with self._file.writing() as connection:
            report = load(
                connection,
                [Path(path) for path in paths],
                source=source,
                strict=strict,
                correct=correct,
                league=None if league is None else league_named(league),
                now=now,
            )
            refresh_lines(connection, rows_changed=report.rows_changed, now=now)
        return report

    @of_one_snapshot
    def loads(self) -> "pd.DataFrame":
        """One row per load (a file, a downloaded file, a pull), the newest first; unload: yes, or why it can't be."""
        return frames.loads(self._connection)

    def unload(self, load_id: int, *, backup: bool = True) -> "TakenAway":
        """Take back what a load alone brought; what it replaced is listed and not put back.

        backup: a copy is made beside the file first, and the log names it. Raises NoSuchLoad, CannotUnload.
        """
        from footydata.importing.unloading import unload

        return self._taken_away(f"unload-{load_id}", lambda opened: unload(opened, load_id), backup=backup)

    def remove(self, *, league: int | str, season: int | str | None = None, backup: bool = True) -> "TakenAway":
        """Take a league away, or one season of it, with the clubs that nothing else needs.

        backup: as of unload. Raises LeagueNotFound, SeasonNotFound, AmbiguousName.
        """
        from footydata.importing.removing import remove

        league_id = leagues_of.find_league(self._connection, league).id
        season_id = leagues_of.season_meant(self._connection, league_id, season).id if season is not None else None
        return self._taken_away("remove", lambda opened: remove(opened, league_id, season_id), backup=backup)

    def _taken_away(self, what: str, act: "Callable[[sqlite3.Connection], TakenAway]", *, backup: bool) -> "TakenAway":
        from footydata.store.copies import back_up_before

        with self._file.writing() as connection:
            if backup:
                back_up_before(connection, what)
            taken = act(connection)
            refresh_lines(connection, rows_changed=taken.rows_changed, now=self._now())
        return taken

    def backup(self, path: str | Path, *, force: bool = False) -> None:
        """Copy the database to a file, as it is at one moment; force: a file that is there is replaced.

        Raises BackupFailed; the copy is whole or not there.
        """
        from footydata.store.backups import back_up

        back_up(self.path, Path(path), force=force)

    @narrowing
    @of_one_snapshot
    def fixtures(self, *, lang: str = ENGLISH, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per fixture by kickoff."""
        asked = narrowed(self._connection, **narrowed_to)
        return self._explained(frames.fixtures(self._connection, asked, lang=language(lang)), asked)

    @of_one_snapshot
    def fixture(self, fixture_id: int, *, lang: str = ENGLISH) -> "OneFixture":
        """One fixture with its events, statistics and odds; prints as a page. found["home"]: a column of it.

        Raises FixtureNotFound.
        """
        from footydata.frames.one_fixture import one_fixture
        from footydata.queries.preview import title_of

        row = self._fixture(fixture_id, lang=language(lang))
        ids = [row.id]
        return one_fixture(
            title_of(row),
            frames.fixture(row),
            events=frames.events(self._connection, ids),
            statistics=frames.statistics(self._connection, ids),
            odds=frames.odds(self._connection, ids, market=None, bookmaker=None),
        )

    @narrowing
    @of_one_snapshot
    def events(self, fixture_id: OneOrMany[int] | None = None, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per event of the chosen fixtures, in order."""
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.events(self._connection, ids), asked)

    @narrowing
    @of_one_snapshot
    def statistics(self, fixture_id: OneOrMany[int] | None = None, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per chosen fixture; <NA> where nothing is recorded."""
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.statistics(self._connection, ids), asked)

    @narrowing
    @of_one_snapshot
    def figures(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        figure: OneOrMany[str] | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per fixture, further figure (fouls, xg ...) and half. figure: one, several or, without it, all.

        Raises UnknownFigure.
        """
        wanted = figures_named(several(figure))
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.figures(self._connection, ids, wanted), asked)

    @narrowing
    @of_one_snapshot
    def odds(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        market: MarketName | None = None,
        bookmaker: str | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per fixture, bookmaker and market; with one market the columns are named by its selections."""
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.odds(self._connection, ids, market=market, bookmaker=bookmaker), asked)

    @narrowing
    @of_one_snapshot
    def odds_movement(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        market: MarketName | None = None,
        bookmaker: str | None = None,
        method: MethodName = "power",
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per step of a market between recorded quotes, opening to closing to in play, of the chosen fixtures.

        line: by how much it moved; chance_1 to chance_3: by how much the chances of the market's selections did at
        an unmoved line, their margin taken out by the method.
        """
        ids, asked = self._ids(fixture_id, narrowed_to)
        frame = frames.odds_movement(self._connection, ids, market=market, bookmaker=bookmaker, method=method)
        return self._explained(frame, asked)

    @narrowing
    @of_one_snapshot
    def team_fixtures(
        self,
        *,
        figures: OneOrMany[str] = ("goals", "corners", "cards"),
        rolling: OneOrMany[int] = (),
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per team and fixture: any figures for and against, and the team's averages before kickoff.

        rolling: how many fixtures before, of those asked for, an average is of; no look-ahead. Raises UnknownFigure,
        NotAWindow, and as fixtures does.
        """
        names = [str(name).casefold() for name in several(figures) or ()]
        asked = narrowed(self._connection, **narrowed_to)
        return self._explained(frames.rolling_frame(self._connection, asked, names, several(rolling) or []), asked)

    @narrowing
    @of_one_snapshot
    def averages(
        self,
        figure: OneOrMany[str],
        *,
        by: GroupName = "team",
        venue: SideName | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per team, league or referee (by) and figure: its averages a finished fixture, the highest first.

        figure: any that `find` knows for both sides: cards, fouls, half_corners, xg ... Of a team its own and its
        opponents', else home and away; both: the two together. fixtures: those of which it is known.
        Raises UnknownFigure, and as fixtures does.
        """
        names = [str(name).casefold() for name in several(figure) or ()]
        asked = narrowed(self._connection, **narrowed_to)
        group = one_of("by", by, BY, NotAGroup)
        side = None if venue is None else Side(one_of("venue", venue, tuple(Side), NotATable))
        rows = [averages(self._connection, name, asked, by=group, venue=side) for name in names]
        frame = frames.averages(names, rows, by=group)
        if frame.empty:
            frame.attrs["reason"] = why_no_figure(self._connection, asked, names)
        return frame

    @narrowing
    @of_one_snapshot
    def referees(self, *, by: OneOrMany[PartName] | None = None, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per referee and country, and per league or season where by names it: cards and fouls a fixture.

        Averages of finished fixtures, home's and away's apart, beside league_cards and league_fouls: those of the same
        seasons under all referees. cards_known, fouls_known: how many fixtures they rest on, which may be few.
        Raises NotAPart, RefereeNotFound, and as fixtures does.
        """
        asked = narrowed(self._connection, **narrowed_to)
        return self._explained(frames.referees(self._connection, asked, by=several(by) or []), asked)

    @of_one_snapshot
    def odds_history(self, fixture_id: int, market: MarketName, *, bookmaker: str | None = None) -> "pd.DataFrame":
        """One row per recorded tick of a market at a bookmaker, oldest first.

        Without a bookmaker, the default one; if that one did not record the market, the one with the most fixtures
        recorded in it.
        """
        return frames.odds_history(self._connection, self._fixture(fixture_id).id, bookmaker=bookmaker, market=market)

    @of_one_snapshot
    def leagues(self, *, lang: str = ENGLISH) -> "pd.DataFrame":
        """One row per league."""
        return frames.leagues(self._connection, lang=language(lang))

    @of_one_snapshot
    def teams(
        self, *, league: int | str | None = None, season: int | str | None = None, lang: str = ENGLISH
    ) -> "pd.DataFrame":
        """One row per team: all, or those of a league or of a season of it."""
        league_id, season_id = leagues_of.league_and_season(self._connection, league, season)
        return frames.teams(self._connection, league_id=league_id, season_id=season_id, lang=language(lang))

    @of_one_snapshot
    def resolve_teams(
        self, names: OneOrMany[int | str], *, league: int | str | None = None, country: str | None = None
    ) -> "pd.DataFrame":
        """One row per name, without doubles, in order: the team that it means and how it was matched, to join a CSV by.

        names: as any source, language or alias has them, an unambiguous part of a name, or an id. league, country (a
        name or a code): among whose teams. Where none or several fit, team_id is <NA> and suggestions names them.
        Raises LeagueNotFound, AmbiguousName, NoTeamsThere.
        """
        league_id, _ = leagues_of.league_and_season(self._connection, league, None)
        asked = several(names) or []
        return frames.team_matches(team_matches(self._connection, asked, league_id=league_id, country=country))

    @of_one_snapshot
    def bookmakers(self) -> "pd.DataFrame":
        """One row per bookmaker, the default first."""
        return frames.bookmakers(self._connection)

    @of_one_snapshot
    def standings(
        self,
        league: int | str,
        season: int | str | None = None,
        *,
        type: TableTypeName = "total",
        venue: VenueName = "all",
        half: HalfName = "full",
        at: Moment | None = None,
        round: int | None = None,
        last: int | None = None,
    ) -> "pd.DataFrame":
        """The table of a season, best first; the newest season with fixtures where none is named.

        type: total, corner or card; venue: all, home or away; half: full or first; at: as of the end of that day,
        or of that moment; round: up to that round; last: the last N fixtures of each team.
        Raises StandingsNotAvailable, SeasonNotFound, LeagueNotFound, NotATable.
        """
        for name, number in (("round", round), ("last", last)):
            if number is not None and number < 1:
                raise NotATable(f"{name} {number} is too low; it starts at 1")
        found = leagues_of.find_league(self._connection, league)
        table = standings(
            self._connection,
            league_id=found.id,
            season_id=leagues_of.season_meant(self._connection, found.id, season).id if season is not None else None,
            type=TableType(one_of("type", type, tuple(TableType), NotATable)),
            venue=one_of("venue", venue, tuple(Venue), NotATable),
            half=one_of("half", half, tuple(TableHalf), NotATable),
            at_ts=end_named(at),
            up_to_round=round,
            last=last,
            now=self._now(),
        )
        return frames.standings(table)

    @of_one_snapshot
    def all_standings(self) -> "pd.DataFrame":
        """The points tables of all seasons whose results are reliable, by season id, then position.

        attrs["doubts"]: (league, season) → why its table may be wrong, of those that may.
        """
        return frames.all_standings(all_standings(self._connection, now=self._now()))

    @narrowing
    @of_one_snapshot
    def fair_lines(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        markets: OneOrMany[MarketName] | None = None,
        bookmaker: str | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per fixture and market: our fair line and prices beside the recorded quote of a bookmaker.

        Past days too, each priced from what was known before it; the fixtures of the next two weeks where no day is
        given. markets: all eleven by default; there_price_*: our prices at the recorded line.
        attrs["refused"]: league and figure → why there is no line of it, where too little is known.
        Fair by a model of past counts alone; there is no evidence that betting on it makes a profit.
        """
        from footydata.pricing import AHEAD, PricedLine, flat, price

        now = self._now()
        ids = several(fixture_id)
        asked = FixtureFilter() if ids is not None else narrowed(self._connection, **narrowed_to)
        if ids is None and asked.start_ts is None and asked.end_ts is None:
            asked = replace(asked, start_ts=now, end_ts=now + AHEAD)
            if asked.statuses is None and asked.status is None:
                asked = replace(asked, status=Status.SCHEDULED)
        wanted = fixtures(self._connection, asked) if ids is None else [self._fixture(each) for each in ids]
        named = several(markets)
        priced = price(
            self._connection,
            wanted,
            now=now,
            markets=MARKETS if named is None else [market_of(name) for name in named],
            bookmaker=None if bookmaker is None else find_bookmaker(self._connection, bookmaker),
        )
        frame = frames.fair_lines([flat(row) for row in priced.comparisons], PricedLine._fields)
        frame.attrs["refused"] = dict(priced.refused)
        if wanted and frame.empty:
            frame.attrs["reason"] = "no market is asked for" if named == [] else priced.reason
        return self._explained(frame, asked)

    @of_one_snapshot
    def ratings(
        self,
        *,
        kind: RatingName = "elo",
        league: OneOrMany[int | str] | None = None,
        team: OneOrMany[int | str] | None = None,
        at: Moment | None = None,
    ) -> "pd.DataFrame":
        """One row per team and fixture, oldest first: how strong the team is after it.

        kind: elo (who won; an average team has 1500) or pi (by how many goals, home_rating and away_rating apart; an
        average team has 0). at: up to the end of that day. A rating rests on a team's fixtures in every competition;
        fixtures is how many those are.
        """
        from footydata.forecast.ratings import Rating
        from footydata.rating import NamedRating, NotARating, rated_fixtures

        asked = narrowed(self._connection, league=league, team=team)
        rows = rated_fixtures(
            self._connection,
            kind=Rating(one_of("kind", kind, tuple(Rating), NotARating)),
            league_ids=_ids_of(asked.league_id, asked.league_ids),
            team_ids=_ids_of(asked.team_id, asked.team_ids),
            end_ts=end_named(at) or self._now(),
        )
        return frames.ratings(list(rows), NamedRating._fields)

    @of_one_snapshot
    def ladder(self, fixture_id: int, market: MarketName) -> "pd.DataFrame":
        """One row per quarter line of a market of a fixture, lowest first: our fair prices of both sides, up to 15.

        Priced as fair_lines are. Raises FixtureNotFound, UnknownMarket, and NoLadder where the fixture can't be priced.
        """
        from footydata.pricing import fair_ladder

        row, wanted = self._fixture(fixture_id), market_of(market)
        return frames.ladder(fair_ladder(self._connection, row, wanted, now=self._now()), wanted)

    @of_one_snapshot
    def bets(self, bets: "str | Path | pd.DataFrame") -> "pd.DataFrame":
        """One row per bet of a CSV file or a frame with its columns, settled and set against the fair closing price.

        attrs["refused"]: the rows that could not be read as bets, with their reasons; attrs["remarks"]: bookmakers
        that the database does not know. closing_value: the price over the fair closing price, less one.
        row: the line of the file, or the row of the frame, from 1 on. Raises NoBook where it is no list of bets.
        """
        from footydata.betting import BetRow, flat, settle_book, settle_slips, slips_of

        if isinstance(bets, str | Path):
            book = settle_book(self._connection, Path(bets))
        else:
            book = settle_slips(
                self._connection, *slips_of(frames.cells_of(bets), [str(name) for name in bets.columns])
            )
        frame = frames.bets([flat(bet) for bet in book.bets], BetRow._fields)
        frame.attrs["refused"] = [tuple(row) for row in book.refused]
        frame.attrs["remarks"] = book.remarks
        if frame.empty:
            frame.attrs["reason"] = book.reason
        return frame

    @of_one_snapshot
    def export(
        self,
        folder: str | Path,
        *,
        format: ExportFormat = "parquet",
        league: OneOrMany[int | str] | None = None,
        season: OneOrMany[int | str] | None = None,
    ) -> "list[Written]":
        """Write every table to a new folder, in the schema of the frames; gives what was written, by table.

        Parted by the season's start year and the country, narrowed by league and season. An export that was broken
        off goes on where it stopped. Raises FolderInUse, PartlyExported.
        """
        from footydata.exporting import FORMATS, NotAFormat, export

        asked = replace(narrowed(self._connection, league=league, season=season), esports=None)
        kind = one_of("format", format, FORMATS, NotAFormat)
        return export(self._connection, Path(folder), format=kind, now=self._now(), narrowed=asked)

    @property
    def _connection(self) -> sqlite3.Connection:
        return self._file.connection

    def _now(self) -> int:
        return int(self._clock())

    def _ids(self, fixture_id: OneOrMany[int] | None, narrowed_to: Narrowing) -> tuple[Sequence[int], FixtureFilter]:
        """The ids of the fixtures asked for, and what they were narrowed to."""
        named = several(fixture_id)
        if named is not None:
            return [self._fixture(each).id for each in named], FixtureFilter()
        asked = narrowed(self._connection, **narrowed_to)
        return fixture_ids(self._connection, asked), asked

    def _explained(self, frame: "pd.DataFrame", asked: FixtureFilter) -> "pd.DataFrame":
        """The frame, with the reason where it is empty as no fixture is as asked."""
        if frame.empty and "reason" not in frame.attrs:
            frame.attrs["reason"] = why_no_fixtures(self._connection, asked)
        return frame

    def _fixture(self, fixture_id: int, *, lang: str = ENGLISH) -> FixtureRow:
        row = fixture_by_id(self._connection, fixture_id, lang=lang)
        if row is None:
            raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
        return row


def _ids_of(one: int | None, many: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The ids that a filter names, None where it names none."""
    return many if one is None else (one,)
