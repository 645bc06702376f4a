"""Fetching from a public site, played by a server on loopback."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import httpx
import pytest

from footydata.cli.main import _run
from footydata.contract.errors import RemoteRefused
from footydata.fetching import SITES, Fetched, UnknownSeason, fetch

CSV = (
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n"
    "E0,16/08/2024,Man United,Fulham,1,0,H\n"
    "E0,17/08/2024,Ipswich,Liverpool,0,2,A\n"
)


@dataclass
class PublicSite:
    """A site on loopback: what it has by path, and what was asked of it."""

    url: str = ""
    files: dict[str, str] = field(default_factory=dict)
    page: bool = False
    status: int = 200
    asked: list[tuple[str, str | None]] = field(default_factory=list)


@pytest.fixture
def site() -> Iterator[PublicSite]:
    state = PublicSite(files={"/mmz4281/2425/E0.csv": CSV, "/new/BRA.csv": CSV})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            condition = self.headers.get("If-None-Match")
            state.asked.append((self.path, condition))
            body = "<html>Down for maintenance</html>" if state.page else state.files.get(self.path, "")
            etag = f'"{len(body)}"'
            status = state.status if body else 404
            self.send_response(304 if status == 200 and condition == etag else status)
            self.send_header("ETag", etag)
            self.end_headers()
            if status == 200 and condition != etag:
                self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    yield state
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def ask(site: PublicSite, tmp_path: Path) -> Iterator[Callable[..., list[Fetched]]]:
    with httpx.Client() as client:

        def asked(leagues: list[str], seasons: list[str], sleeps: list[float] | None = None) -> list[Fetched]:
            where = replace(SITES["football-data"], base_url=site.url)
            slept = [] if sleeps is None else sleeps
            return list(fetch(where, leagues, seasons, cache=tmp_path / "cache", client=client, sleep=slept.append))

        yield asked


def test_a_file_is_downloaded_as_the_site_gives_it(ask: Callable[..., list[Fetched]]) -> None:
    (told,) = ask(["E0"], ["24/25"])
    assert told.state == "new"
    assert told.path is not None
    assert told.path.read_text() == CSV


def test_an_unchanged_file_is_not_sent_again(ask: Callable[..., list[Fetched]], site: PublicSite) -> None:
    ask(["E0"], ["24/25"])
    (told,) = ask(["E0"], ["24/25"])
    assert told.state == "unchanged"
    assert site.asked[1] == ("/mmz4281/2425/E0.csv", f'"{len(CSV)}"')


def test_a_changed_file_takes_its_place(ask: Callable[..., list[Fetched]], site: PublicSite) -> None:
    ask(["E0"], ["24/25"])
    site.files["/mmz4281/2425/E0.csv"] = CSV + "E0,18/08/2024,Chelsea,Man City,0,2,A\n"
    (told,) = ask(["E0"], ["24/25"])
    assert told.state == "changed"


def test_there_is_a_pause_between_two_requests(ask: Callable[..., list[Fetched]]) -> None:
    sleeps: list[float] = []
    ask(["E0", "E1"], ["24/25", "23/24"], sleeps)
    assert sleeps == [1.0, 1.0, 1.0]


def test_a_country_s_file_needs_no_season(ask: Callable[..., list[Fetched]], site: PublicSite) -> None:
    ask(["BRA"], [])
    assert site.asked == [("/new/BRA.csv", None)]


def test_a_season_that_the_site_lacks_is_missing(ask: Callable[..., list[Fetched]]) -> None:
    assert [(told.state, told.path) for told in ask(["E9"], ["24/25"])] == [("missing", None)]


def test_a_web_page_is_not_a_file(ask: Callable[..., list[Fetched]], site: PublicSite) -> None:
    site.page = True
    with pytest.raises(RemoteRefused, match="a web page"):
        ask(["E0"], ["24/25"])


def test_a_failing_site_is_named_with_its_answer(ask: Callable[..., list[Fetched]], site: PublicSite) -> None:
    site.status = 503
    with pytest.raises(RemoteRefused, match="answered 503"):
        ask(["E0"], ["24/25"])


@pytest.mark.parametrize("season", ["24/26", "some day", "", "24/25/26"])
def test_a_season_that_is_none_is_refused_before_anything_is_asked(
    ask: Callable[..., list[Fetched]], site: PublicSite, season: str
) -> None:
    with pytest.raises(UnknownSeason):
        ask(["E0"], [season])
    assert site.asked == []


def run(site: PublicSite, tmp_path: Path, *more: str) -> int:
    where = ["--cache", str(tmp_path / "cache"), "--base-url", site.url, "--pause", "0"]
    return _run(["fetch", str(tmp_path / "football.db"), "football-data", *where, *more])


def test_the_command_downloads_and_loads(site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(site, tmp_path, "--league", "E0", "--season", "24/25", "--format", "csv") == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("E0,24/25,new,")
    with closing(sqlite3.connect(tmp_path / "football.db")) as connection:
        assert connection.execute("select count(*) from fixture").fetchone() == (2,)


def test_the_command_names_what_is_missing(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, tmp_path, "--league", "E0,E9", "--season", "24/25") == 1
    assert "E9 24/25" in capsys.readouterr().err


def test_the_command_says_when_the_site_is_away(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    away = replace_url(site)
    assert run(away, tmp_path, "--league", "E0", "--season", "24/25") == 3
    assert "could not be reached" in capsys.readouterr().err


def replace_url(site: PublicSite) -> PublicSite:
    """The same site at a port where nothing listens."""
    return replace(site, url="http://127.0.0.1:9")
