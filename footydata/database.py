"""Database, the class for notebooks: it opens the file, resolves names, and calls the modules that do the work."""

import reprlib
import sqlite3
import time
import weakref
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from types import TracebackType
from typing import Self
from warnings import warn

from footydata.football.declared_types import (
    ExportFormat,
    OneOrMany,
    checked,
)
from footydata.football.errors import InvalidArgument
from footydata.football.terms import TableType
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.frames import columnar, pages
from footydata.frames.export import FORMATS, LeftOutWarning, Written, export, export_narrowing
from footydata.frames.own_frames import bets_frame, table_of
from footydata.frames.own_sql import query_frame
from footydata.frames.progress import Progress
from footydata.frames.team_fixtures import TEAM_FIXTURE_COLUMNS, team_fixtures
from footydata.frames.viewed import Frame, as_read, to_frame, viewed
from footydata.ingest.files import load as load_paths
from footydata.ingest.planning import read_one
from footydata.ingest.report import LoadReport
from footydata.ingest.unloading import Deleted, load_to_unload, remove, unload
from footydata.sources.tables import TABLE
from footydata.sources.tables.reading import Reading, TableNotAgreed
from footydata.sources.tables.table_map import TableMap, league_named, map_from
from footydata.store.file.backups import back_up, back_up_before
from footydata.store.file.transactions import DatabaseFile
from footydata.store.read.seasons.leagues import (
    league_and_season,
)
from footydata.store.typed_names import one_of
from footydata.views import SEASON_VIEWS
from footydata.views.averages import averages_columns, averages_view, counts_columns
from footydata.views.bets import BET_COLUMNS
from footydata.views.bracket import BRACKET_COLUMNS, bracket_view
from footydata.views.contents import (
    BOOKMAKER_COLUMNS,
    LOAD_COLUMNS,
    bookmakers_view,
    loads_view,
)
from footydata.views.fixtures import FIXTURE_COLUMNS, fixtures_view
from footydata.views.lines import FAIR_LINE_COLUMNS, lines_view
from footydata.views.one_fixture import fixture_view, head_to_head_view, preview_view
from footydata.views.outlook import CURRENT_RATING_COLUMNS, RATING_COLUMNS, ratings_view
from footydata.views.quality import (
    DIFFERING_VALUE_COLUMNS,
    DISAGREEMENT_COLUMNS,
    SOURCE_VALUE_COLUMNS,
    disagreements_view,
    sources_view,
)
from footydata.views.recorded import (
    EVENT_COLUMNS,
    FIGURE_COLUMNS,
    MOVEMENT_COLUMNS,
    ODDS_COLUMNS,
    STATISTICS_COLUMNS,
    TICK_COLUMNS,
    events_view,
    figures_view,
    odds_history_view,
    odds_movement_view,
    odds_view,
    statistics_view,
)
from footydata.views.seasons import PROJECTION_COLUMNS, project_view
from footydata.views.tables import (
    ALL_STANDINGS_COLUMNS,
    GOES_THROUGH_COLUMN,
    POSITION_COLUMNS,
    STAGE_COLUMN,
    TABLE_COLUMNS,
    all_standings_view,
    positions_view,
    table_view,
)
from footydata.views.teams import (
    LEAGUE_COLUMNS,
    MATCH_COLUMNS,
    TEAM_COLUMNS,
    leagues_view,
    referees_columns,
    referees_view,
    resolve_teams_view,
    teams_view,
)

# isort: split
# [[[cog
# from footydata.views import SEASON_VIEWS
# for name in sorted({of.view.split(":")[0] for of in SEASON_VIEWS.values()}):
#     cog.outl(f"from footydata.views import {name} as of_{name}")
# cog.outl()
# ]]]
from footydata.views import teams as of_teams

# [[[end]]]


def _check_agreed(report: LoadReport) -> None:
    """Raises TableNotAgreed if a load has a table that nobody agreed to."""
    if report.open_tables:
        raise TableNotAgreed(report.open_tables[0][1], report)


NOT_FETCHED = 'attrs["not_fetched"]: the fixtures of which no source that was loaded has any.'


def check_database(db: object) -> None:
    """Raise InvalidArgument for anything but a Database."""
    if not isinstance(db, Database):
        raise InvalidArgument(
            f'db {reprlib.repr(db)} is not a Database; open one: fd.Database("football.db")',
            parameter="db",
            value=db,
        )


class Database:
    """A football database, read as DataFrames.

    Opens the file at the path; one that can't be written is opened for reading. If there is none, the first load makes
    it, and reading raises DatabaseMissing. Each call is of the file that is then at the path, even where it was
    replaced, and reads one snapshot, even while another program writes. A name that matches nothing is an error; an
    empty frame says why in attrs["reason"]. Raises UnknownSchema for the file of another version of footydata.
    clock: returns the present in unix seconds; tests may fix it. read_only: never write the file.
    """

    @checked
    def __init__(
        self, path: str | Path, *, clock: Callable[[], float] = time.time, read_only: bool = False
    ) -> None:
        self.path = Path(path)
        self._clock = clock
        self._file = DatabaseFile(self.path, only_reads=read_only).opened()

    @classmethod
    @checked
    def sample(cls, path: str | Path | None = None, *, now: int | None = None) -> Self:
        """Build the sample database (fictional leagues around `now`, in unix seconds) at the path and open it.

        Without a path it is in a temporary folder, which goes with the object. Raises DatabaseError if the file exists.
        """
        folder = mkdtemp(prefix="footydata-") if path is None else None
        path = path or Path(str(folder), "sample.db")
        moment = int(time.time()) if now is None else now
        # In a checkout the builder is in a folder outside the package, so it is imported by name.
        import_module("footydata.faces.sample.build").build(path, now=moment)
        database = cls(path, clock=lambda: moment if now is not None else time.time())
        if folder is not None:
            weakref.finalize(database, rmtree, folder, ignore_errors=True)
        return database

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Database({str(self.path)!r})"

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection, for SQL of your own; it only reads if the file can't be written."""
        return self._file.connection

    @property
    def now(self) -> int:
        """The present by its clock, in unix seconds."""
        return int(self._clock())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    @checked
    def load(
        self,
        *paths: str | Path,
        source: str | None = None,
        strict: bool = False,
        dry_run: bool = False,
        correct: bool = False,
        league: str | None = None,
        map: str | Path | Mapping[str, object] | TableMap | None = None,
        yes: bool = False,
    ) -> LoadReport:
        """Load files or folders; the report accounts for every row, and names what was refused by file and row.

        source: the name of the source, None to recognise it. strict: store nothing if anything is refused.
        dry_run: store nothing at all; the report tells what a load would do. correct: finished fixtures may be
        corrected. league: COUNTRY/NAME, the competition of files that do not name a known one. map: how a table is
        read that no source knows, as `read_table(...).map`, a TOML file or a dictionary; see `load_frame`. yes: load
        such a table without a map where nothing is open or doubtful. The fair lines of coming fixtures are computed
        again if anything changed.
        Raises NotFound, InvalidArgument, ReadOnlyDatabase, and TableNotAgreed for a table that no source knows, after
        the other files were stored.
        """
        maps = () if map is None else (map_from(map, has_league=league is not None),)
        now = self.now
        opened = self._file.trying() if dry_run else self._file.writing()
        with opened as connection, Progress() as progress:
            report = load_paths(
                connection,
                [Path(path) for path in paths],
                source=source,
                strict=strict,
                dry_run=dry_run,
                correct=correct,
                league=None if league is None else league_named(league),
                table_maps=maps,
                agrees=yes,
                progress=progress.of,
                now=now,
            )
            if not dry_run:
                refresh_lines(connection, rows_changed=report.rows_changed, now=now)
        _check_agreed(report)
        return report

    @checked
    def load_frame(
        self,
        frame: object,
        *,
        map: str | Path | Mapping[str, object] | TableMap | None = None,
        league: str | None = None,
        name: str = "frame",
        strict: bool = False,
        correct: bool = False,
        yes: bool = False,
    ) -> LoadReport:
        """Load a frame of fixtures: pandas, Polars, Arrow, a DuckDB relation; one row per fixture.

        What `fixtures()` returns goes back in, with ids that are assigned again. Another frame needs a map: column →
        what it means, as {"date": "date", "hg": "home_goals"}, a document with the settings of a map too, or
        `read_table(frame).map`. `footydata guide own-file` has the words of a map.
        league: COUNTRY/NAME, where no column tells it. name: of the frame in `loads()`. strict, correct, yes: as in
        `load`. Raises InvalidArgument, TableNotAgreed and ReadOnlyDatabase.
        """
        table = table_of(frame)
        maps = () if map is None else (map_from(map, has_league=league is not None),)
        now = self.now
        with self._file.writing() as connection:
            report = load_paths(
                connection,
                [],
                source=TABLE,
                opened={Path(name): [table]},
                strict=strict,
                correct=correct,
                league=None if league is None else league_named(league),
                table_maps=maps,
                agrees=yes,
                now=now,
            )
            refresh_lines(connection, rows_changed=report.rows_changed, now=now)
        _check_agreed(report)
        if report.count("refused") and not report.rows_read:
            reasons = "; ".join(refusal.reason for _, refusal in report.refusals)
            raise InvalidArgument(
                f"the frame can't be read: {reasons}", parameter="frame", value=None
            )
        return report

    @checked
    def read_table(
        self, table: object, *, league: str | None = None, sheet: str | None = None
    ) -> Reading:
        """What is understood of a table that no source knows, a file or a frame; nothing is stored.

        It prints itself. Its `map` has what each column means, and its `outcome` says whether that is clear, to be
        looked at, open, or no table of fixtures. league: COUNTRY/NAME, where no column tells it. sheet: of a workbook;
        None for the first one with fixtures.
        Raises NotFound, InvalidArgument, and FootydataError if the file can't be read.
        """
        key = None if league is None else league_named(league)
        connection = self.connection if self.path.exists() else None
        what = Path(table) if isinstance(table, str | Path) else table_of(table)
        return read_one(connection, what, league=key, sheet=sheet)

    @checked
    def unload(
        self,
        load_id: int | None = None,
        *,
        league: int | str | None = None,
        season: int | str | None = None,
        backup: bool = True,
    ) -> Deleted:
        """Take a load back, or a league or one season of it: unload(3), unload(league="E0", season="25/26").

        Of a load, what only it gave goes, and the values that it replaced stand again. A league goes with the clubs
        that nothing else needs.
        backup: copy the file first; the log names the copy. Raises NotFound, LeagueNotFound, SeasonNotFound,
        AmbiguousName, InvalidArgument.
        """
        league_id, season_id = league_and_season(self.connection, league, season)
        if (load_id is None) == (league_id is None):
            raise InvalidArgument(
                "unload takes the id of a load, as in unload(3), or a league",
                parameter="load_id",
                value=load_id,
            )
        if load_id is not None:
            # SQLite takes a number of NumPy for bytes.
            load_id = int(load_id)
            # Checked first, so that no copy is made in vain.
            load_to_unload(self.connection, load_id)
        with self._file.writing() as connection:
            if backup:
                back_up_before(connection, "unload" if load_id is None else f"unload-{load_id}")
            if league_id is not None:
                deleted = remove(connection, league_id, season_id)
            elif load_id is not None:
                deleted = unload(connection, load_id)
            refresh_lines(connection, rows_changed=deleted.rows_changed, now=self.now)
        return deleted

    @checked
    def backup(self, path: str | Path, *, force: bool = False) -> None:
        """Copy one snapshot of the database to a file; the copy is complete or not there.

        force: replace a file at the path. Raises BackupFailed.
        """
        back_up(self.path, Path(path), force=force)

    @checked
    def export(
        self,
        folder: str | Path,
        *,
        format: ExportFormat = "parquet",
        league: OneOrMany[int | str] | None = None,
        season: OneOrMany[int | str] | None = None,
        safe_csv: bool = False,
        force: bool = False,
    ) -> list[Written]:
        """Write every table to a new folder, with the columns of the frames; returns what was written, by table.

        league, season: only these. Files are divided by the season's start year and the country. Of several leagues, one without any of the given seasons is left out, with a LeftOutWarning.
        safe_csv: in CSV, put an apostrophe before each text that a spreadsheet would take for a formula.
        force: replace an earlier export in the folder, once the new one is complete; files of others stay an error.
        Raises FolderInUse, PartlyExported.
        """
        kind = one_of("format", format, FORMATS)
        with self._file.reading() as connection:
            narrowing = export_narrowing(connection, league=league, season=season)
            for sentence in narrowing.left_out:
                # Of the caller, whom `checked` is between.
                warn(f"{sentence}; it is left out", LeftOutWarning, 3)
            return export(
                connection,
                Path(folder),
                format=kind,
                now=self.now,
                filters=narrowing.filter,
                safe_csv=safe_csv and kind == "csv",
                force=force,
            )

    fixtures = viewed(
        fixtures_view,
        to_frame,
        Frame(FIXTURE_COLUMNS),
        about="""
        where: figures and numbers, compared, added and subtracted, joined by and, or, not and parentheses; the newest
        first. `footydata guide commands` lists the figures; each that it names is a column. A fixture with an unknown
        figure fulfils neither a condition on it nor the opposite. attrs with where: matching: how many fixtures fulfil
        it; figures_known_of: of how many the figures are known. Raises InvalidArgument and what the names raise.
        """,
        columnar=columnar.all_fixtures,
    )

    fixture = viewed(
        fixture_view,
        pages.one_fixture,
        returns="OneFixture",
        about='It prints as a page; db.fixture(1)["home"] is one value. Raises FixtureNotFound.',
    )
    events = viewed(
        events_view,
        to_frame,
        Frame(EVENT_COLUMNS),
        about=f"{NOT_FETCHED} The others without a row had no event.",
    )
    statistics = viewed(
        statistics_view,
        to_frame,
        Frame(STATISTICS_COLUMNS),
        about=NOT_FETCHED,
    )
    figures = viewed(
        figures_view,
        to_frame,
        Frame(FIGURE_COLUMNS),
        about=f'attrs["units"]: figure → its unit. {NOT_FETCHED} Raises InvalidArgument.',
    )

    team_fixtures = viewed(
        team_fixtures,
        as_read,
        Frame(TEAM_FIXTURE_COLUMNS),
        about="Raises InvalidArgument, and as fixtures does.",
    )

    averages = viewed(
        averages_view,
        to_frame,
        Frame(averages_columns("team"), "One row per team and figure."),
        Frame(averages_columns("league"), "One row per league and figure.", 'by="league"'),
        Frame(averages_columns("referee"), "One row per referee and figure.", 'by="referee"'),
        Frame(
            averages_columns("team", has_line=True),
            "One row per team, with the overs and unders of the figure.",
            "line=9.5",
        ),
        Frame(counts_columns("team"), "One row per team.", 'market="corner"'),
        Frame(counts_columns("referee"), "One row per referee.", 'market="corner", by="referee"'),
        about="""
        figure: any that `fixtures(where=)` knows for both sides; goals, corners and cards if neither figure nor market is
        named. fixtures: those of which it is known. attrs["left_out"]: the name of each that has fewer than min_fixtures
        → its fixtures; attrs["notes"]: where rows count several competitions, which ones.
        Raises InvalidArgument, and as fixtures does.
        """,
    )

    referees = viewed(
        referees_view,
        to_frame,
        Frame(referees_columns(()), "One row per referee and country."),
        Frame(
            referees_columns(("season",)), "One row per referee, league and season.", 'by="season"'
        ),
        about="Raises InvalidArgument, NotFound, and as fixtures does.",
    )
    odds = viewed(
        odds_view,
        to_frame,
        Frame(ODDS_COLUMNS),
        about=NOT_FETCHED,
        columnar=columnar.odds,
    )
    odds_movement = viewed(
        odds_movement_view,
        to_frame,
        Frame(MOVEMENT_COLUMNS),
        about=NOT_FETCHED,
    )
    odds_history = viewed(
        odds_history_view,
        to_frame,
        Frame(TICK_COLUMNS),
        about="Raises InvalidArgument, NotFound.",
    )

    fair_lines = viewed(
        lines_view,
        to_frame,
        Frame(FAIR_LINE_COLUMNS),
        about="""
        One row per fixture and market. attrs["refused"]: league and figure → why there is no line, if too little is
        known; attrs["newest_result_days"]: league → how old its newest result is.
        """,
        name="fair_lines",
    )

    ladder = viewed(columnar.ladder, as_read)
    in_play = viewed(columnar.in_play, as_read, Frame(columnar.IN_PLAY_COLUMNS))
    bets = viewed(bets_frame, as_read, Frame(BET_COLUMNS), name="bets")

    standings = viewed(
        table_view,
        to_frame,
        Frame(
            TABLE_COLUMNS[TableType.TOTAL],
            "One row per team: points. In a season of groups the first column is `stage`, the group that the table is of.",
        ),
        Frame(
            (STAGE_COLUMN, *TABLE_COLUMNS[TableType.TOTAL], GOES_THROUGH_COLUMN),
            "One row per third of a group. All tables of a season with such thirds have these columns.",
            'stage="Third places"',
        ),
        Frame(TABLE_COLUMNS[TableType.CORNER], "One row per team: corners.", 'type="corner"'),
        Frame(TABLE_COLUMNS[TableType.CARD], "One row per team: cards.", 'type="card"'),
        about="""
        Of a season that is played in groups, the tables of all groups, stage by stage, with a column `stage` first;
        where thirds of groups go on, their table follows (stage "Third places"), with a column `goes_through` last.

        attrs: title; country, league and season by name; zones: zone → its first and last place; decisions: the points
        taken or given; notes; doubts; known, played: of how many fixtures the table has the figures, and how many are
        finished; left_out: stage → why it has no table. A notebook shows them beside the table.
        Raises StandingsNotAvailable, SeasonNotFound, LeagueNotFound, InvalidArgument.
        """,
        name="standings",
        html=pages.table_page,
    )

    bracket = viewed(
        bracket_view,
        to_frame,
        Frame(BRACKET_COLUMNS),
        about="""
        through is empty while a tie is open, and where doubt says why nobody can be said to go through.
        attrs: title; winner of the final, None if it is not known; country, league, season by name; doubts.
        Raises NotFound if the season has no knock-out round, SeasonNotFound, LeagueNotFound.
        """,
    )

    positions = viewed(
        positions_view,
        to_frame,
        Frame(POSITION_COLUMNS[TableType.TOTAL]),
        about="""
        attrs["left_out"]: the days or rounds with too little known for a table; attrs["without_table"]: group → why it
        has none. Raises as standings does.
        """,
    )
    all_standings = viewed(
        all_standings_view,
        to_frame,
        Frame(ALL_STANDINGS_COLUMNS),
        about="""
        attrs["doubts"]: country, league, season and group as one text → why its table may be wrong; only tables with
        doubts.
        """,
    )

    # [[[cog
    # from footydata.views import SEASON_VIEWS
    # for name, of in SEASON_VIEWS.items():
    #     module, view = of.view.split(":")
    #     cog.outl(f"{name} = viewed(\n    of_{module}.{view},\n    to_frame,")
    #     for columns, *texts in of.frames:
    #         words = [repr(one) if '"' in one else f'"{one}"' for one in texts if one]
    #         cog.outl("    Frame(\n        " + ",\n        ".join([f"of_{module}.{columns}", *words]) + ",\n    ),")
    #     cog.outl(f'    about=SEASON_VIEWS["{name}"].about,\n    name="{name}",\n)')
    # ]]]
    players = viewed(
        of_teams.players_view,
        to_frame,
        Frame(
            of_teams.SCORER_COLUMNS,
            "One row per player and team that scored.",
        ),
        Frame(
            of_teams.PLAYER_CARD_COLUMNS,
            "One row per player and team with a card.",
            'of="cards"',
        ),
        about=SEASON_VIEWS["players"].about,
        name="players",
    )
    # [[[end]]]

    ratings = viewed(
        ratings_view,
        to_frame,
        Frame(CURRENT_RATING_COLUMNS, "One row per team."),
        Frame(RATING_COLUMNS, "One row per team and fixture.", "history=True"),
        about="Raises LeagueNotFound, AmbiguousName, InvalidArgument.",
    )

    preview = viewed(
        preview_view,
        pages.one_preview,
        returns="FixturePreview",
        about="Raises FixtureNotFound, InvalidArgument.",
    )

    project = viewed(
        project_view,
        to_frame,
        Frame(PROJECTION_COLUMNS),
        about="""
        One row per team, as it is in the table now. runs: each ending is drawn from a fit of the league's past scores.
        attrs: notes (what is not known), as_of, runs, model, fixtures_used, to_come; league and season by name.
        Raises StandingsNotAvailable, SeasonNotFound, LeagueNotFound, InvalidArgument, TooFewFixtures.
        """,
    )

    head_to_head = viewed(
        head_to_head_view,
        to_frame,
        Frame(FIXTURE_COLUMNS),
        about="""
        attrs["record"]: the first team's name, "drawn" and the second's → how many they won, drew and won; where both
        have one name, each is followed by its id.
        Raises TeamNotFound, AmbiguousName, InvalidArgument.
        """,
    )
    leagues = viewed(leagues_view, to_frame, Frame(LEAGUE_COLUMNS))
    teams = viewed(
        teams_view,
        to_frame,
        Frame(TEAM_COLUMNS),
        about="Raises LeagueNotFound, SeasonNotFound, AmbiguousName.",
    )
    resolve_teams = viewed(
        resolve_teams_view,
        to_frame,
        Frame(MATCH_COLUMNS),
        about="Raises LeagueNotFound, AmbiguousName, NotFound, InvalidArgument.",
    )
    bookmakers = viewed(bookmakers_view, to_frame, Frame(BOOKMAKER_COLUMNS))
    sources = viewed(
        sources_view,
        to_frame,
        Frame(SOURCE_VALUE_COLUMNS),
        about='attrs["summary"]: how many values differ. Raises FixtureNotFound.',
    )
    disagreements = viewed(
        disagreements_view,
        to_frame,
        Frame(DISAGREEMENT_COLUMNS, "One row per season, figure and two sources that give it."),
        Frame(
            DIFFERING_VALUE_COLUMNS,
            "One row per value in which two sources differ.",
            'by="fixture"',
        ),
        about="Raises InvalidArgument, NotFound, LeagueNotFound, SeasonNotFound, AmbiguousName.",
    )
    loads = viewed(loads_view, to_frame, Frame(LOAD_COLUMNS))
    query = viewed(query_frame, as_read, name="query")
