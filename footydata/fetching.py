"""Downloads named seasons from their public sites: politely, cached, asked for again only where they changed.

A file lies in the cache as the site gave it, with its ETag and Last-Modified beside it; the next fetch sends these
back and a file that did not change is not sent again.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import httpx

from footydata.contract.errors import FootydataError, RemoteRefused
from footydata.version import __version__

PAUSE = 1.0
"""Seconds between two requests to a site."""

TIMEOUT = 30.0
FIRST_YEAR, LAST_YEAR = 1990, 2100
USER_AGENT = f"footydata/{__version__} (a person's own use)"


class UnknownSeason(FootydataError):
    """A season text that is no season."""


class Address(NamedTuple):
    """A file of a site: its path below the site's base, and its name in the cache."""

    path: str
    cached: str


@dataclass(frozen=True, slots=True)
class Site:
    """A public site of season files.

    Attributes:
        name: the source that reads its files.
        base_url: where it is.
        address: league code and start year → the file; the year None where a file holds all seasons.
        leagues: an example of its codes, for help and errors.
        whole_leagues: codes whose one file holds all seasons.
    """

    name: str
    base_url: str
    address: Callable[[str, int | None], Address]
    leagues: str
    whole_leagues: frozenset[str] = frozenset()


def _football_data(league: str, start: int | None) -> Address:
    if start is None:
        return Address(f"new/{league}.csv", f"new/{league}.csv")
    season = f"{start % 100:02}{(start + 1) % 100:02}"
    return Address(f"mmz4281/{season}/{league}.csv", f"{season}/{league}.csv")


def _openfootball(league: str, start: int | None) -> Address:
    season = f"{start}-{((start or 0) + 1) % 100:02}"
    return Address(f"{season}/{league}.json", f"{season}/{league}.json")


SITES: dict[str, Site] = {
    site.name: site
    for site in (
        Site(
            "football-data",
            "https://www.football-data.co.uk",
            _football_data,
            "E0 E1 D1 SP1 I1 F1 N1 B1 P1 T1 G1 SC0, or BRA ARG USA … for all seasons at once",
            frozenset(
                {"ARG", "AUT", "BRA", "CHN", "DNK", "FIN", "IRL", "JPN", "MEX", "NOR", "POL", "ROU", "RUS", "SWE"}
                | {"SWZ", "USA"}
            ),
        ),
        Site(
            "openfootball",
            "https://raw.githubusercontent.com/openfootball/football.json/master",
            _openfootball,
            "en.1 en.2 de.1 es.1 it.1 fr.1 nl.1 pt.1 be.1 sco.1",
        ),
    )
}
"""Name → site."""


class Fetched(NamedTuple):
    """What came of one file: state is new, changed, unchanged or missing; path None where missing."""

    league: str
    season: str
    state: str
    path: Path | None


def start_year(season: str) -> int:
    """The year in which a season starts, of 2024, 24/25, 2024/25, 2024-25, 2024/2025 or 2425.

    Four digits that can be a year are one: 2021 is the season that starts in 2021.

    >>> start_year("24/25"), start_year("2024-25"), start_year("2425"), start_year("2021"), start_year("99/00")
    (2024, 2024, 2024, 2021, 1999)
    """
    digits = season.replace("/", "-").partition("-")
    start, end = digits[0], digits[2]
    if not end and len(start) == 4 and start.isdigit() and not FIRST_YEAR <= int(start) <= LAST_YEAR:
        start, end = start[:2], start[2:]
    if not (start.isascii() and start.isdigit() and len(start) in (2, 4)):
        raise UnknownSeason(f"{season!r} is no season; write 24/25, 2024-25 or 2024")
    year = int(start) if len(start) == 4 else int(start) + (1900 if int(start) >= 90 else 2000)
    if end and (not end.isdigit() or int(end) % 100 != (year + 1) % 100):
        raise UnknownSeason(f"{season!r} is no season: it must end a year after it starts")
    return year


def fetch(
    site: Site,
    leagues: Sequence[str],
    seasons: Sequence[str],
    *,
    cache: Path,
    client: httpx.Client,
    sleep: Callable[[float], None],
    pause: float = PAUSE,
    progress: Callable[[str], None] = lambda _: None,
) -> Iterator[Fetched]:
    """Download the files of the leagues and seasons, one after the other, with a pause between two requests.

    Raises UnknownSeason before anything is asked for, and RemoteRefused where the site is away or answers
    something else than a file; what came before lies in the cache.
    """
    wanted = list(_wanted(site, leagues, seasons))
    for place, (league, season, address) in enumerate(wanted):
        if place:
            sleep(pause)
        progress(f"{place + 1}/{len(wanted)} {site.name} {league} {season}".rstrip())
        state, path = _fetch_one(site, address, cache / site.name / address.cached, client)
        yield Fetched(league, season, state, path)


def _wanted(site: Site, leagues: Sequence[str], seasons: Sequence[str]) -> Iterable[tuple[str, str, Address]]:
    years = {season: start_year(season) for season in seasons}
    for league in leagues:
        if league in site.whole_leagues:
            yield league, "", site.address(league, None)
            continue
        if not years:
            raise UnknownSeason(f"{league} needs a season; add --season 24/25")
        for season, year in years.items():
            yield league, season, site.address(league, year)


def _fetch_one(site: Site, address: Address, cached: Path, client: httpx.Client) -> tuple[str, Path | None]:
    notes = cached.with_name(f"{cached.name}.headers")
    headers = {"User-Agent": USER_AGENT, **(_conditions(notes) if cached.is_file() else {})}
    url = f"{site.base_url}/{address.path}"
    try:
        response = client.get(url, headers=headers, timeout=TIMEOUT, follow_redirects=True)
    except httpx.HTTPError as error:
        raise RemoteRefused(f"{url} could not be reached: {error or type(error).__name__}; try again later") from error
    if response.status_code == 304:
        return "unchanged", cached
    if response.status_code == 404:
        return "missing", None
    if response.status_code != 200:
        raise RemoteRefused(f"{url} answered {response.status_code}; try again later")
    if _is_page(response):
        raise RemoteRefused(f"{url} answered a web page and not a file; the site may be down or have moved")
    was = cached.read_bytes() if cached.is_file() else None
    if was != response.content:
        _write_whole(cached, response.content)
    kept = {name: response.headers[name] for name in ("ETag", "Last-Modified") if name in response.headers}
    _write_whole(notes, json.dumps(kept).encode())
    return ("new" if was is None else "unchanged" if was == response.content else "changed"), cached


def _conditions(notes: Path) -> dict[str, str]:
    try:
        kept = json.loads(notes.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    names = {"ETag": "If-None-Match", "Last-Modified": "If-Modified-Since"}
    return {names[name]: value for name, value in kept.items() if name in names}


def _is_page(response: httpx.Response) -> bool:
    start = response.content[:200].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    return start.startswith((b"<!doctype", b"<html")) or response.headers.get("Content-Type", "").startswith(
        "text/html"
    )


def _write_whole(path: Path, content: bytes) -> None:
    """Write beside and rename, so that an interrupted download leaves no half file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.part")
    beside.write_bytes(content)
    beside.replace(path)
