"""footydata update: loads, fetches and pulls again everything in a database; made for a scheduler."""

import os
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

from footydata.faces.cli.arguments import Cache, command, writing
from footydata.faces.cli.clock import now
from footydata.faces.cli.fetch import default_cache
from footydata.faces.cli.load_report import print_counts, remarks, remarks_json, stored_lines
from footydata.faces.cli.printing import (
    DONE,
    NOT_AS_ASKED,
    REMOTE_REFUSED,
    Output,
    say,
    say_lines,
)
from footydata.football.errors import FootydataError, RemoteRefused
from footydata.football.wording import plural
from footydata.forecast.lazy_pricing import refresh_lines
from footydata.frames.progress import Progress
from footydata.ingest import mirroring
from footydata.ingest.deriving import ONE_CLUB
from footydata.ingest.fetching import PAUSE, SITES, fetch_seasons
from footydata.ingest.files import load
from footydata.ingest.planning import PlannedFile
from footydata.ingest.report import LoadReport
from footydata.service.client.conversation import API_KEY_VARIABLE, BASE_URL_VARIABLE, root_of
from footydata.sources.tables.table_map import league_named
from footydata.store import loads
from footydata.views.arguments import Says


@dataclass(slots=True)
class _Result:
    """The result: counts, what is missing or refused, and which remote services failed.

    loaded: all loads as one. new, changed: of pulls. notes: of pulls, in words.
    """

    loaded: LoadReport = field(default_factory=LoadReport)
    files: int = 0
    downloads: int = 0
    services: int = 0
    new: int = 0
    changed: int = 0
    missing: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, report: LoadReport) -> None:
        self.loaded.files += report.files
        self.loaded.healed += report.healed
        self.loaded.replace(report)
        for file in report.files:
            if file.state == "refused":
                reasons = [refusal.reason for refusal in file.result.refusals]
                self.missing.append(f"{file.file}: {reasons[0] if reasons else 'refused'}")

    def by_name(self, database: Path) -> dict[str, Any]:
        """The result by name, without the remarks on rows."""
        loaded = self.loaded
        united = [f"{ONE_CLUB}: {each.words}" for each in loaded.united]
        return {
            "files": self.files,
            "downloads": self.downloads,
            "services": self.services,
            "new": self.new + loaded.fixtures_new,
            "changed": self.changed + loaded.fixtures_changed,
            "conflicting": loaded.fixtures_conflicting,
            "refused": loaded.rows_refused,
            "missing": self.missing,
            "failed": self.failed,
            "united": united + [note for note in self.notes if note.startswith(ONE_CLUB)],
            "notes": [*stored_lines(loaded, database), *self.notes],
        }


@command()
def update(
    database: Path,
    *,
    cache: Cache = None,
    correct: Annotated[
        bool, Says("Let files and downloads correct finished fixtures; all are read again.")
    ] = False,
    out: Output,
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
        with out.progress() as line:
            _load_files(connection, result, line, correct=correct)
            _fetch(connection, result, line, cache=cache, correct=correct)
            _pull(connection, result, line)
        counts = result.by_name(database)
        refresh_lines(connection, rows_changed=counts["new"] + counts["changed"], now=now())
    lines = remarks(result.loaded, "--format json gives them all")
    say_lines((*counts["notes"], *lines, *result.missing, *result.failed), err=True)
    if out.is_table:
        say(f"{database.name}: {_line(counts)}")
    else:
        print_counts({**counts, "remarks": remarks_json(result.loaded)}, out)
    if result.failed:
        return REMOTE_REFUSED
    return NOT_AS_ASKED if result.missing else DONE


def _line(counts: Mapping[str, Any]) -> str:
    """The result in one line."""
    summary = ", ".join(
        plural(counts[name], name.removesuffix("s"))
        for name in ("files", "downloads", "services")
        if counts[name]
    )
    words = (
        f"{plural(counts['new'], 'new fixture')}, {counts['changed']:,} changed, {plural(counts['refused'], 'row')} refused",
        f"{plural(counts['conflicting'], 'row')} conflicting" if counts["conflicting"] else "",
        f"{len(counts['missing'])} missing or refused" if counts["missing"] else "",
        f"{len(counts['failed'])} failed" if counts["failed"] else "",
        f"{plural(len(counts['united']), 'club')} of two names united" if counts["united"] else "",
    )
    return f"{summary or 'nothing to ask for'}: {'; '.join(filter(None, words))}"


def _load_files(
    connection: sqlite3.Connection, result: _Result, line: Progress, *, correct: bool
) -> None:
    """Load changed files again."""

    def kind(file: loads.LoadedFile) -> tuple[str, str]:
        return file.source, file.league or ""

    for (source, league), group in groupby(
        sorted(loads.loaded_files(connection), key=kind), key=kind
    ):
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
            key = league_named(league) if league else None
            report = load(
                connection, [], files=files, source=source, league=key, correct=correct, now=now()
            )
            result.add(report)


def _fetch(
    connection: sqlite3.Connection,
    result: _Result,
    line: Progress,
    *,
    cache: Path | None,
    correct: bool,
) -> None:
    """Download changed seasons again, and load them."""
    seasons = groupby(
        loads.fetched_seasons(connection), key=lambda row: (row.site, row.base_url, row.season)
    )
    for place, ((site, base_url, season), group) in enumerate(seasons):
        if place:
            time.sleep(PAUSE)
        leagues = [row.league for row in group]
        result.downloads += len(leagues)
        fetched, failure, report = fetch_seasons(
            connection,
            replace(SITES[site], base_url=base_url),
            leagues,
            [season] if season else [],
            now=now(),
            sleep=time.sleep,
            cache=cache or default_cache(),
            correct=correct,
            progress=line.show,
        )
        result.missing += [
            f"{base_url} {one.league} {one.season}".rstrip() + " is not there any more"
            for one in fetched
            if one.state == "missing"
        ]
        result.add(report)
        result.failed += [] if failure is None else [str(failure)]


def _pull(connection: sqlite3.Connection, result: _Result, line: Progress) -> None:
    """Pull the services again, with the options of earlier pulls."""
    api_key = os.environ.get(API_KEY_VARIABLE, "")
    base_url = os.environ.get(BASE_URL_VARIABLE)
    # A database made by somebody else may name any service, which must not be sent the key.
    only = loads.without_user(root_of(base_url)) if base_url else None
    for service in loads.pulled_services(connection):
        if service.root != only or not api_key:
            why = f"set {BASE_URL_VARIABLE}={service.root} and {API_KEY_VARIABLE} to a key of it"
            if only not in (None, service.root):
                why = f"{BASE_URL_VARIABLE} names another service"
            result.missing.append(f"{service.root} was not asked: {why}")
            continue
        result.services += 1
        try:
            with closing(mirroring.Remote(service.root, api_key)) as remote:
                report = mirroring.pull(
                    connection,
                    remote,
                    mirroring.PullOptions.from_options(service.options),
                    progress=lambda step: line.show(
                        f"{step.done}/{step.total} requests, {step.what}"
                    ),
                )
            result.new += report.fixtures_new
            result.changed += report.fixtures_changed
            result.notes += report.notes
        except RemoteRefused as error:
            result.failed.append(str(error))
        except (FootydataError, ValueError) as error:
            result.missing.append(f"{service.root}: {error}")
