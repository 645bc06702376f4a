"""Downloads seasons from public sites, with pauses, a cache and conditional requests, and loads them.

The cache has each file as the site sent it, with its ETag in a file beside it, so that an unchanged file is not sent again. A download is checked before it replaces the cached file: a site
that is down may send anything.
"""

import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple, Required, TypedDict, Unpack
from urllib.parse import urlsplit

from footydata.football.errors import FootydataError, InvalidArgument, RemoteRefused
from footydata.football.records import FetchedSeason
from footydata.ingest.files import load
from footydata.ingest.report import FileReport, ImportResult, LoadReport
from footydata.service.client.http import Bounds, Http
from footydata.sources.cells import season_key
from footydata.sources.parsed import (
    SHOWN,
    BadRow,
    Refusal,
    Remark,
    SkippedFile,
    UnreadableFile,
    shown,
)
from footydata.sources.protocol import Sources, why_unread
from footydata.store import loads
from footydata.version import __version__

PAUSE = 1.0
"""Seconds between two requests to a site."""

TIMEOUT = 60.0
"""Seconds for a whole file."""

FIRST_YEAR, LAST_YEAR = 1990, 2100
"""The years of seasons on the sites: four digits that are none of these are two years."""

USER_AGENT = f"footydata/{__version__} (a person's own use)"

_CODE = re.compile(r"\w+(?:[.-]\w+)*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Site:
    """A public site of season files.

    Attributes:
        name: the source that reads its files.
        base_url: where it is.
        file: one of a season, on the site and in the cache; year, yy and next_yy are 2024, 24 and 25 of 24/25.
        leagues: examples of its codes, for help and errors.
        whole_file: the file of all seasons of a league, on the site and in the cache; such a code is of three letters.
    """

    name: str
    base_url: str
    file: str
    leagues: str
    whole_file: str = ""


SITES: dict[str, Site] = {
    site.name: site
    for site in (
        Site(
            "football-data",
            "https://www.football-data.co.uk",
            "mmz4281/{yy}{next_yy}/{league}.csv",
            "E0 E1 D1 SP1 I1 F1 N1 B1 P1 T1 G1 SC0, or BRA ARG USA … for all seasons at once",
            "new/{league}.csv",
        ),
        Site(
            "openfootball",
            "https://raw.githubusercontent.com/openfootball/football.json/master",
            "{year}-{next_yy}/{league}.json",
            "en.1 en.2 de.1 es.1 it.1 fr.1 nl.1 pt.1 be.1 sco.1",
        ),
    )
}
"""Name → site."""


class FetchOptions(TypedDict, total=False):
    """How files are downloaded: into which cache, how to wait, the seconds between two requests, whom to tell."""

    cache: Required[Path]
    sleep: Required[Callable[[float], None]]
    pause: float
    progress: Callable[[str], None]


class Fetched(NamedTuple):
    """The result of downloading one file.

    Attributes:
        league, season: as they were asked for; season '' if the file has all seasons.
        state: new, changed, unchanged, missing or refused.
        name: of the file, as loads name it.
        path: in the cache, None if it is missing or refused; an earlier download is left as it was.
        refusal: why it was refused, None if it was not.
    """

    league: str
    season: str
    state: str
    name: str
    path: Path | None
    refusal: Refusal | None = None


class FetchReport(NamedTuple):
    """The result of fetching seasons.

    Attributes:
        downloads: one a file, in the order of the requests.
        failure: that ended them, None if none did.
        load: of the files, those that were refused included.
    """

    downloads: list[Fetched]
    failure: RemoteRefused | None
    load: LoadReport


def start_year(season: str) -> int:
    """The start year of a season given as 2024, 24/25, 2024/25, 2024-25, 2024/2025 or 2425.

    Four digits are a year if they can be: 2021 is the season that starts in 2021. Raises InvalidArgument.

    >>> start_year("24/25"), start_year("2024-25"), start_year("2425"), start_year("2021"), start_year("55/56")
    (2024, 2024, 2024, 2021, 1955)
    """
    try:
        year = season_key(season).start_year
        if len(season) == 4 and not FIRST_YEAR <= year <= LAST_YEAR:
            year = season_key(f"{season[:2]}/{season[2:]}").start_year
    except BadRow:
        words = "write 24/25, 2024-25 or 2024; it ends a year after it starts"
        raise InvalidArgument(
            f"{season!r} is not a season; {words}", parameter="season", value=season
        ) from None
    return year


def site_http() -> Http:
    """Connections to a public site, with the limits for its files."""
    return Http({"User-Agent": USER_AGENT}, Bounds(TIMEOUT))


def fetch(
    site: Site,
    leagues: Sequence[str],
    seasons: Sequence[str],
    *,
    http: Http,
    **options: Unpack[FetchOptions],
) -> Iterator[Fetched]:
    """Download the files of the leagues and seasons, one after the other.

    Raises InvalidArgument before the first request, and RemoteRefused if the site can't be reached or
    answers with an error; the files until then are in the cache.
    """
    files = list(_files(site, leagues, seasons))
    folder = options["cache"] / site.name / _folder_of(site.base_url)
    for place, (league, season, name) in enumerate(files):
        if place:
            options["sleep"](options.get("pause", PAUSE))
        if progress := options.get("progress"):
            progress(f"{place + 1}/{len(files)} {site.name} {league} {season}".rstrip())
        state, refusal = _downloaded(site, f"{site.base_url}/{name}", folder / name, http)
        path = None if state in ("missing", "refused") else folder / name
        yield Fetched(league, season, state, "/".join(name.split("/")[-2:]), path, refusal)


def fetch_seasons(
    connection: sqlite3.Connection,
    site: Site,
    leagues: Sequence[str],
    seasons: Sequence[str],
    *,
    now: int,
    correct: bool = False,
    **options: Unpack[FetchOptions],
) -> FetchReport:
    """Download seasons of a site, and load them; those until a failure too."""
    downloads: list[Fetched] = []
    failure = None
    with closing(site_http()) as http:
        try:
            downloads.extend(fetch(site, leagues, seasons, http=http, **options))
        except RemoteRefused as error:
            failure = error
    found = {one.path: one for one in downloads if one.path is not None}
    loads.write_fetched_seasons(
        connection,
        [FetchedSeason(site.name, site.base_url, one.league, one.season) for one in found.values()],
    )
    report = LoadReport()
    if found:
        report = load(
            connection, [*found], source=site.name, kind="fetch", correct=correct, now=now
        )
    for one in downloads:
        if one.refusal is not None:
            result = ImportResult()
            result.refuse(one.refusal)
            report.files.append(FileReport(one.name, site.name, "refused", result))
    return FetchReport(downloads, failure, report)


def _folder_of(base_url: str) -> str:
    """The cache folder of one address, so that mirrors are never confused.

    >>> _folder_of("https://www.football-data.co.uk")
    'www.football-data.co.uk-26ca0260'
    """
    host = re.sub(r"[^a-z0-9.-]", "-", urlsplit(base_url).hostname or "")
    return f"{host}-{blake2b(base_url.encode(), digest_size=4).hexdigest()}"


def _files(
    site: Site, leagues: Sequence[str], seasons: Sequence[str]
) -> Iterator[tuple[str, str, str]]:
    """League, season and name of each file."""
    years = {season: start_year(season) for season in seasons}
    for league in leagues:
        if not _CODE.fullmatch(league):
            raise InvalidArgument(
                f"{league!r} is not a league code of {site.name}; codes there: {site.leagues}",
                parameter="league",
                value=league,
            )
        if site.whole_file and re.fullmatch("[A-Z]{3}", league):
            yield league, "", site.whole_file.format(league=league)
            continue
        if not years:
            raise InvalidArgument(
                f"{league} needs a season; add --season 24/25", parameter="season", value=None
            )
        for season, year in years.items():
            yy, next_yy = f"{year % 100:02}", f"{(year + 1) % 100:02}"
            name = site.file.format(league=league, year=year, yy=yy, next_yy=next_yy)
            yield league, season, name


def _downloaded(site: Site, url: str, cached: Path, http: Http) -> tuple[str, Refusal | None]:
    """Ask for a file, and store it, as a whole or not at all, if it is a file of the site. Raises RemoteRefused.

    Returns its state as in Fetched, and why it is refused.
    """
    etag_file = cached.with_name(f"{cached.name}.etag")
    before = cached.read_bytes() if cached.is_file() else None
    has_etag = before is not None and etag_file.is_file()
    try:
        reply = http.get(url, {"If-None-Match": etag_file.read_text()} if has_etag else {})
    except FootydataError as error:
        raise RemoteRefused(f"{error}; try again later") from error
    if reply.status == 304 and before is not None:
        return "unchanged", None
    if reply.status == 404:
        return "missing", None
    if reply.status != 200:
        raise RemoteRefused(f"{url} answered {reply.status}; try again later")
    cached.parent.mkdir(parents=True, exist_ok=True)
    beside = cached.with_name(f"part-{os.getpid()}-{cached.name}")
    try:
        beside.write_bytes(reply.body)
        refusal = _why_refused(site, beside, reply.body)
        if refusal is not None:
            return "refused", refusal
        # The stored ETag is that of the file that is replaced.
        etag_file.unlink(missing_ok=True)
        beside.replace(cached)
    finally:
        beside.unlink(missing_ok=True)
    if etag := reply.headers.get("etag"):
        etag_file.write_text(etag)
    return "new" if before is None else "unchanged" if before == reply.body else "changed", None


def _why_refused(site: Site, path: Path, content: bytes) -> Refusal | None:
    """Why a download is no file of its site, None if it is."""
    source = Sources(site.name).of(path)
    if source is None:
        is_page = re.search(rb"<!doctype|<html|<head|<body", content[:1_000], re.IGNORECASE)
        reason = "a web page" if is_page else why_unread(path)
        return Refusal(
            reason, text=shown(content[:SHOWN].decode("utf-8", "replace").strip()) or None
        )
    refusal = Refusal("nothing in it")
    try:
        for record in source.records(path):
            if not isinstance(record, Refusal | Remark):
                return None
            refusal = record if isinstance(record, Refusal) else refusal
    except UnreadableFile as error:
        return error.refusal()
    except SkippedFile as error:
        return Refusal(str(error))
    return refusal
