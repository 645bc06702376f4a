"""Database, the class for notebooks: it opens the file, resolves names, and calls the modules that do the work."""

import sqlite3
import time
from collections.abc import Callable
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar
from warnings import warn

from footydata.database.fixtures import FixtureFrames
from footydata.database.names import NameFrames
from footydata.database.outlook import OutlookFrames
from footydata.database.prices import PriceFrames
from footydata.database.tables import TableFrames
from footydata.football.choices import (
    ExportFormat,
    OneOrMany,
)
from footydata.football.declared_types import checked
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.store.file.snapshots import of_one_snapshot
from footydata.store.read.fixtures.asked import one_of
from footydata.store.read.seasons import leagues as leagues_of

if TYPE_CHECKING:
    from footydata.frames.export import Written
    from footydata.ingest.deleting import Deleted
    from footydata.ingest.report import LoadReport


DatabaseT = TypeVar("DatabaseT", bound=type)


def _with_checked_doors(opened: DatabaseT) -> DatabaseT:
    """The class, with public methods that raise InvalidArgument for arguments of types that they don't declare."""
    for name in dir(opened):
        method = getattr(opened, name)
        if isfunction(method) and (name == "__init__" or not name.startswith("_")):
            setattr(opened, name, checked(method))
    return opened


@_with_checked_doors
class Database(FixtureFrames, PriceFrames, TableFrames, OutlookFrames, NameFrames):
    """A football database, read as DataFrames.

    Opens the file at the path and migrates an older one; a file that can't be written is opened for reading. If there
    is none, the first load makes it, and reading raises DatabaseMissing. Each call is of the file that is then at the
    path, even where it was replaced, and reads one snapshot, even while another program writes. A name that matches
    nothing is an error; an empty frame says why in attrs["reason"].
    clock: gives the present in unix seconds; tests may fix it.
    """

    @classmethod
    def sample(cls, path: str | Path, *, now: int | None = None) -> Self:
        """Build the sample database (fictional leagues around `now`, in unix seconds) at the path and open it.

        Raises DatabaseError if the file exists.
        """
        moment = int(time.time()) if now is None else now
        # In a checkout the builder is in a folder outside the package, so it is imported by name.
        import_module("footydata.faces.sample.build").build(path, now=moment)
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
        """The open connection, for SQL of your own; it only reads if the file can't be written."""
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

        Another footydata file is united with this one: each load of it becomes a load of this one.
        source: the name of the source, None to recognise it. strict: store nothing if anything is refused.
        correct: finished fixtures may be corrected. league: COUNTRY/NAME, the competition of files that do not name a
        known one. The fair lines of coming fixtures are computed again if anything changed.
        Raises NotFound, InvalidArgument, ReadOnlyDatabase.
        """
        from footydata.ingest.files import load
        from footydata.ingest.identity.league_names import league_named

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

    def unload(self, load_id: int, *, backup: bool = True) -> "Deleted":
        """Delete what only this load gave; the values that it replaced are listed, and not restored.

        backup: copy the file first; the log names the copy. Raises NotFound, InvalidArgument.
        """
        from footydata.ingest.unloading import load_to_unload, unload

        # Checked first, so that no copy is made in vain.
        load_to_unload(self._connection, load_id)
        return self._delete(f"unload-{load_id}", lambda opened: unload(opened, load_id), backup=backup)

    def remove(self, *, league: int | str, season: int | str | None = None, backup: bool = True) -> "Deleted":
        """Delete a league, or one season of it, and the clubs that nothing else needs.

        backup: as of unload. Raises LeagueNotFound, SeasonNotFound, AmbiguousName.
        """
        from footydata.ingest.removing import remove

        league_id = leagues_of.find_league(self._connection, league).id
        season_id = leagues_of.season_meant(self._connection, league_id, season).id if season is not None else None
        return self._delete("remove", lambda opened: remove(opened, league_id, season_id), backup=backup)

    def _delete(self, what: str, act: "Callable[[sqlite3.Connection], Deleted]", *, backup: bool) -> "Deleted":
        from footydata.store.file.copies import back_up_before

        with self._file.writing() as connection:
            if backup:
                back_up_before(connection, what)
            deleted = act(connection)
            refresh_lines(connection, rows_changed=deleted.rows_changed, now=self._now())
        return deleted

    def backup(self, path: str | Path, *, force: bool = False) -> None:
        """Copy one snapshot of the database to a file; the copy is complete or not there.

        force: replace a file at the path. Raises BackupFailed.
        """
        from footydata.store.file.backups import back_up

        back_up(self.path, Path(path), force=force)

    @of_one_snapshot
    def export(
        self,
        folder: str | Path,
        *,
        format: ExportFormat = "parquet",
        league: OneOrMany[int | str] | None = None,
        season: OneOrMany[int | str] | None = None,
        safe_csv: bool = False,
    ) -> "list[Written]":
        """Write every table to a new folder, with the columns of the frames; gives what was written, by table.

        league, season: only these. Files are divided by the season's start year and the country. An interrupted export
        is resumed. Of several leagues, one without any of the given seasons is left out, with a LeftOutWarning.
        safe_csv: in CSV, put an apostrophe before each text that a spreadsheet would take for a formula.
        Raises FolderInUse, PartlyExported.
        """
        from footydata.frames.export import FORMATS, LeftOutWarning, export, export_narrowing

        asked = export_narrowing(self._connection, league=league, season=season)
        kind = one_of("format", format, FORMATS)
        for sentence in asked.left_out:
            warn(f"{sentence}; it is left out", LeftOutWarning, 3)
        return export(
            self._connection,
            Path(folder),
            format=kind,
            now=self._now(),
            asked=asked.filter,
            safe_csv=safe_csv and kind == "csv",
        )
