"""footydata update: loads, fetches and pulls again everything in a database; made for a scheduler."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from footydata.faces.cli.arguments import Cache, command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.fetch import default_cache, fetched_until_failure
from footydata.faces.cli.load_report import remarks_json, row_remarks, stored_lines
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    REMOTE_REFUSED,
    ProgressLine,
    print_json,
    print_rows,
    say,
)
from footydata.football.errors import FootydataError, RemoteRefused
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.ingest import mirroring
from footydata.ingest.deriving import ONE_CLUB
from footydata.ingest.fetching import SITES, fetch, site_http
from footydata.ingest.files import load
from footydata.ingest.mirroring import PullOptions
from footydata.ingest.planning import PlannedFile, digest_of_file
from footydata.ingest.report import LoadReport
from footydata.service.client.conversation import API_KEY_VARIABLE, BASE_URL_VARIABLE, root_of
from footydata.sources.protocol import Source
from footydata.sources.registry import sources_named
from footydata.sources.tables.table_map import league_named
from footydata.store.file.sqlite_files import is_sqlite_file
from footydata.store.write.loads import (
    LoadedFile,
    PulledService,
    digest_of,
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

    conflicting: rows that differ from what is stored and changed nothing. notes: of loads and pulls, in words.
    remarks: refusals and conflicts of loads, as rows; remark_lines: the same for people.
    """

    files: int = 0
    downloads: int = 0
    services: int = 0
    new: int = 0
    changed: int = 0
    conflicting: int = 0
    refused: int = 0
    missing: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    united: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    remarks: list[dict[str, Any]] = field(default_factory=list)
    remark_lines: list[str] = field(default_factory=list)

    def add(self, report: LoadReport, database: Path) -> None:
        self.united += [f"{ONE_CLUB}: {each.words}" for each in report.united]
        self.notes += [
            *stored_lines(report, database),
            *(f"skipped {file}: {why}" for file, why in report.skipped),
        ]
        self.remarks += remarks_json(report)
        self.remark_lines += row_remarks(report, "--format json gives them all")
        self.new += report.fixtures_new
        self.changed += report.fixtures_changed
        self.conflicting += report.fixtures_conflicting
        for file in report.files:
            if file.state == "refused":
                reasons = [refusal.reason for refusal in file.result.refusals]
                self.missing.append(f"{file.file}: {reasons[0] if reasons else 'refused'}")
        self.refused += report.rows_refused

    @property
    def line(self) -> str:
        """The result in one line."""
        counts = ((self.files, "file"), (self.downloads, "download"), (self.services, "service"))
        summary = (
            ", ".join(plural(count, word) for count, word in counts if count)
            or "nothing to ask for"
        )
        parts = [
            f"{plural(self.new, 'new fixture')}, {self.changed:,} changed, {plural(self.refused, 'row')} refused"
        ]
        parts += [f"{plural(self.conflicting, 'row')} conflicting"] if self.conflicting else []
        parts += [f"{len(self.missing)} missing or refused"] if self.missing else []
        parts += [f"{len(self.failed)} failed"] if self.failed else []
        parts += [f"{plural(len(self.united), 'club')} of two names united"] if self.united else []
        return f"{summary}: {'; '.join(parts)}"


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

        with ProgressLine(quiet=quiet) as line:
            _load_files(connection, load_again, result, line, correct=correct)
            _fetch(connection, load_again, result, line, cache=cache or default_cache())
            _pull(connection, result, line)
        refresh_lines(connection, rows_changed=result.new + result.changed, now=now())
    _print(result, database, format)
    if result.failed:
        return REMOTE_REFUSED
    return NOT_AS_ASKED if result.missing else DONE


def _print(result: _Result, database: Path, format: str) -> None:
    for words in (*result.notes, *result.remark_lines, *result.missing, *result.failed):
        say(words, err=True)
    counts = {name: each for name, each in asdict(result).items() if name != "remark_lines"}
    if format == "json":
        print_json(counts, indent=None)
    elif format == "csv":
        values = {
            name: len(each) if isinstance(each, list) else each for name, each in counts.items()
        }
        print_rows(tuple(values), [tuple(values.values())], format=format)
    else:
        say(f"{database.name}: {result.line}")


def _load_files(
    connection: sqlite3.Connection,
    load: LoadAgain,
    result: _Result,
    line: ProgressLine,
    *,
    correct: bool,
) -> None:
    """Load changed files again, all of them if they may correct."""

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
        changed = _changed(connection, source, files) if league and not correct else files
        if changed:
            line.show(f"{plural(len(changed), 'file')} of {source}")
            load([], files=changed, source=source, league=league_named(league) if league else None)


def _changed(
    connection: sqlite3.Connection, source: str, files: list[PlannedFile]
) -> list[PlannedFile]:
    """The files whose content has changed; with a named league, load would read every file again."""
    reader = _source_named(source)
    return [
        one
        for one in files
        if is_sqlite_file(one.path)
        or digest_of(connection, source, one.address) != digest_of_file(one.path, reader)
    ]


def _source_named(name: str) -> Source | None:
    """The source that a file was read by; None if it has none, as a table, or its package is not there any more."""
    with suppress(FootydataError):
        return next(iter(sources_named(name)), None)
    return None


def _fetch(
    connection: sqlite3.Connection,
    load: LoadAgain,
    result: _Result,
    line: ProgressLine,
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


def _pull(connection: sqlite3.Connection, result: _Result, line: ProgressLine) -> None:
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
