"""footydata update: loads, fetches and pulls again everything in a database; made for a scheduler."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from footydata.faces.cli.arguments import Cache, command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.fetch import default_cache, fetched_until_failure
from footydata.faces.cli.load_report import remarks, remarks_json, stored_lines
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    REMOTE_REFUSED,
    print_json,
    print_rows,
    say,
    say_lines,
)
from footydata.football.errors import FootydataError, RemoteRefused
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.frames.progress import Progress
from footydata.ingest import mirroring
from footydata.ingest.deriving import ONE_CLUB
from footydata.ingest.fetching import SITES, fetch, site_http
from footydata.ingest.files import load
from footydata.ingest.mirroring import PullOptions
from footydata.ingest.planning import PlannedFile
from footydata.ingest.report import LoadReport
from footydata.service.client.conversation import API_KEY_VARIABLE, BASE_URL_VARIABLE, root_of
from footydata.sources.tables.table_map import league_named
from footydata.store.write.loads import (
    LoadedFile,
    PulledService,
    fetched_seasons,
    loaded_files,
    pulled_services,
    without_user,
)
from footydata.views.arguments import Says

LoadAgain: TypeAlias = Callable[..., None]
"""Loads paths, with the options of importing.files.load, and adds the report to the result."""

PAUSE = 1.0
"""Seconds between two requests to a public site."""


@dataclass(slots=True)
class _Result:
    """The result: counts, what is missing or refused, and which remote services failed.

    loaded: all loads as one. new, changed: of pulls too. notes: of loads and pulls, in words.
    """

    loaded: LoadReport = field(default_factory=LoadReport)
    files: int = 0
    downloads: int = 0
    services: int = 0
    new: int = 0
    changed: int = 0
    missing: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    united: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, report: LoadReport, database: Path) -> None:
        self.loaded.files += report.files
        self.united += [f"{ONE_CLUB}: {each.words}" for each in report.united]
        self.notes += stored_lines(report, database)
        self.new += report.fixtures_new
        self.changed += report.fixtures_changed
        for file in report.files:
            if file.state == "refused":
                reasons = [refusal.reason for refusal in file.result.refusals]
                self.missing.append(f"{file.file}: {reasons[0] if reasons else 'refused'}")

    @property
    def counts(self) -> dict[str, object]:
        """The result by name."""
        refused, conflicting = self.loaded.rows_refused, self.loaded.fixtures_conflicting
        return {
            **{name: getattr(self, name) for name in self.__slots__[1:6]},
            "conflicting": conflicting,
            "refused": refused,
            **{name: getattr(self, name) for name in self.__slots__[6:]},
            "remarks": remarks_json(self.loaded),
        }

    @property
    def line(self) -> str:
        """The result in one line."""
        asked = ((self.files, "file"), (self.downloads, "download"), (self.services, "service"))
        summary = ", ".join(plural(count, word) for count, word in asked if count)
        refused, conflicting = self.loaded.rows_refused, self.loaded.fixtures_conflicting
        parts = {
            f"{plural(self.new, 'new fixture')}, {self.changed:,} changed, {plural(refused, 'row')} refused": True,
            f"{plural(conflicting, 'row')} conflicting": conflicting,
            f"{len(self.missing)} missing or refused": self.missing,
            f"{len(self.failed)} failed": self.failed,
            f"{plural(len(self.united), 'club')} of two names united": self.united,
        }
        words = "; ".join(part for part, is_any in parts.items() if is_any)
        return f"{summary or 'nothing to ask for'}: {words}"


@command()
def update(
    database: Path,
    *,
    cache: Cache = None,
    correct: Annotated[
        bool, Says("Let files and downloads correct finished fixtures; all are read again.")
    ] = False,
    format: str,
    quiet: bool,
) -> int:
    """Renew DB: load its changed files again, download changed seasons, and pull its service.

    Only the service that FOOTYDATA_BASE_URL names is pulled, with the key in FOOTYDATA_API_KEY and the options of the
    last pulls. What is missing and what the loads and pulls have to say (rows refused, figures that contradict stored
    ones) is named on stderr; the result is one line on stdout. Exit code 1: something is missing or was refused; 3: a
    site or service refused or could not be reached, and all else was done.

    \b
    Examples:
      footydata update football.db
      footydata update football.db --correct
      footydata update football.db --format json --quiet
    """
    result = _Result()
    with writing(database) as connection:

        def load_again(paths: list[Path], **options: Any) -> None:
            result.add(load(connection, paths, correct=correct, now=now(), **options), database)

        with Progress(quiet=quiet) as line:
            _load_files(connection, load_again, result, line)
            _fetch(connection, load_again, result, line, cache=cache or default_cache())
            _pull(connection, result, line)
        refresh_lines(connection, rows_changed=result.new + result.changed, now=now())
    _print(result, database, format)
    if result.failed:
        return REMOTE_REFUSED
    return NOT_AS_ASKED if result.missing else DONE


def _print(result: _Result, database: Path, format: str) -> None:
    lines = remarks(result.loaded, "--format json gives them all")
    say_lines((*result.notes, *lines, *result.missing, *result.failed), err=True)
    if format == "json":
        print_json(result.counts, indent=None)
    elif format == "csv":
        values = {
            name: len(each) if isinstance(each, list) else each
            for name, each in result.counts.items()
        }
        print_rows(tuple(values), [tuple(values.values())], format=format)
    else:
        say(f"{database.name}: {result.line}")


def _load_files(
    connection: sqlite3.Connection,
    load: LoadAgain,
    result: _Result,
    line: Progress,
) -> None:
    """Load changed files again."""

    def kind(file: LoadedFile) -> tuple[str, str]:
        return file.source, file.league or ""

    for (source, league), group in groupby(sorted(loaded_files(connection), key=kind), key=kind):
        files: list[PlannedFile] = []
        for file in group:
            path = Path(file.path)
            result.files += 1
            if path.is_file():
                files.append(PlannedFile(file.place, file.place, path))
            else:
                result.missing.append(
                    f"{file.path} is not there any more; 'footydata loads DB' lists it"
                )
        if files:
            line.show(f"{plural(len(files), 'file')} of {source}")
            load([], files=files, source=source, league=league_named(league) if league else None)


def _fetch(
    connection: sqlite3.Connection,
    load: LoadAgain,
    result: _Result,
    line: Progress,
    *,
    cache: Path,
) -> None:
    """Download changed seasons again, and load them."""
    seasons = fetched_seasons(connection)
    with closing(site_http()) as http:
        for place, (key, group) in enumerate(
            groupby(seasons, key=lambda row: (row.site, row.base_url, row.season))
        ):
            site_name, base_url, season = key
            if place:
                time.sleep(PAUSE)
            site = replace(SITES[site_name], base_url=base_url)
            leagues = [row.league for row in group]
            result.downloads += len(leagues)
            season_names = [season] if season else []
            downloads = fetch(
                site,
                leagues,
                season_names,
                cache=cache,
                http=http,
                sleep=time.sleep,
                progress=line.show,
            )
            fetched, failure = fetched_until_failure(downloads)
            for one in fetched:
                if one.path is None:
                    why = f": {one.refusal.reason}" if one.refusal else " is not there any more"
                    result.missing.append(f"{base_url} {one.league} {one.season}".rstrip() + why)
            paths = [one.path for one in fetched if one.path is not None]
            if paths:
                load(paths, source=site_name, kind="fetch")
            if failure is not None:
                result.failed.append(str(failure))


def _pull(connection: sqlite3.Connection, result: _Result, line: Progress) -> None:
    """Pull the services again, with the options of earlier pulls."""
    api_key = os.environ.get(API_KEY_VARIABLE, "")
    for service in _allowed(pulled_services(connection), result, api_key=api_key):
        result.services += 1
        try:
            with mirroring.Remote(service.root, api_key) as remote:
                report = mirroring.pull(
                    connection,
                    remote,
                    PullOptions.from_options(service.options),
                    progress=lambda step: line.show(
                        f"{step.done}/{step.total} requests, {step.what}"
                    ),
                )
            result.new += report.fixtures_new
            result.changed += report.fixtures_changed
            result.united += [note for note in report.notes if note.startswith(ONE_CLUB)]
            result.notes += report.notes
        except RemoteRefused as error:
            result.failed.append(str(error))
        except (FootydataError, ValueError) as error:
            result.missing.append(f"{service.root}: {error}")


def _allowed(
    services: list[PulledService], result: _Result, *, api_key: str
) -> Iterator[PulledService]:
    """The services that are sent the key: only the one that the environment names.

    A database made by somebody else may name any service, which must not be sent the key.
    """
    base_url = os.environ.get(BASE_URL_VARIABLE)
    only = without_user(root_of(base_url)) if base_url else None
    for service in services:
        if api_key and service.root == only:
            yield service
        elif only in (None, service.root):
            variables = f"{BASE_URL_VARIABLE}={service.root} and {API_KEY_VARIABLE} to a key of it"
            result.missing.append(f"{service.root} was not asked: set {variables}")
        else:
            result.missing.append(
                f"{service.root} was not asked: {BASE_URL_VARIABLE} names another service"
            )
