"""Fetching from a public site, played by a server on loopback."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from footydata.faces.cli.main import _run
from footydata.football.errors import InvalidArgument, RemoteRefused
from footydata.ingest.fetching import SITES, Fetched, fetch, site_http

CSV = (
    "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\n"
    "E0,16/08/2024,Man United,Fulham,1,0,H\n"
    "E0,17/08/2024,Ipswich,Liverpool,0,2,A\n"
)


@dataclass
class PublicSite:
    """A site on loopback: what it has by path, and what was asked of it.

    Attributes: etag: where it is not the length. broken: the path that fails.
    """

    url: str = ""
    files: dict[str, str] = field(default_factory=dict)
    etag: str = ""
    status: int = 200
    broken: str = ""
    location: str = ""
    type: str = "text/csv"
    asked: list[tuple[str, str | None]] = field(default_factory=list)


@contextmanager
def public_site() -> Iterator[PublicSite]:
    """A running site with one season and one country."""
    state = PublicSite(files={"/mmz4281/2425/E0.csv": CSV, "/new/BRA.csv": CSV})

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            condition = self.headers.get("If-None-Match")
            state.asked.append((self.path, condition))
            body = state.files.get(self.path)
            etag = state.etag or f'"{len(body or "")}"'
            status = 404 if body is None else 503 if self.path == state.broken else state.status
            self.send_response(304 if status == 200 and condition == etag else status)
            self.send_header("ETag", etag)
            self.send_header("Content-Type", state.type)
            if state.location:
                self.send_header("Location", state.location)
            self.end_headers()
            if body and status == 200 and condition != etag:
                self.wfile.write(body.encode())

        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture
def site() -> Iterator[PublicSite]:
    with public_site() as running:
        yield running


@pytest.fixture
def ask(site: PublicSite, tmp_path: Path) -> Iterator[Callable[..., list[Fetched]]]:
    with closing(site_http()) as http:

        def asked(
            leagues: list[str], seasons: list[str], sleeps: list[float] | None = None
        ) -> list[Fetched]:
            where = replace(SITES["football-data"], base_url=site.url)
            slept = [] if sleeps is None else sleeps
            return list(
                fetch(
                    where, leagues, seasons, cache=tmp_path / "cache", http=http, sleep=slept.append
                )
            )

        yield asked


def test_a_file_is_downloaded_as_the_site_gives_it(ask: Callable[..., list[Fetched]]) -> None:
    (fetched,) = ask(["E0"], ["24/25"])
    assert fetched.state == "new"
    assert fetched.path is not None
    assert fetched.path.read_text() == CSV


def test_an_unchanged_file_is_not_sent_again(
    ask: Callable[..., list[Fetched]], site: PublicSite
) -> None:
    ask(["E0"], ["24/25"])
    (fetched,) = ask(["E0"], ["24/25"])
    assert fetched.state == "unchanged"
    assert site.asked[1] == ("/mmz4281/2425/E0.csv", f'"{len(CSV)}"')


def test_a_changed_file_takes_its_place(
    ask: Callable[..., list[Fetched]], site: PublicSite
) -> None:
    ask(["E0"], ["24/25"])
    site.files["/mmz4281/2425/E0.csv"] = CSV + "E0,18/08/2024,Chelsea,Man City,0,2,A\n"
    (fetched,) = ask(["E0"], ["24/25"])
    assert fetched.state == "changed"


def test_there_is_a_pause_between_two_requests(ask: Callable[..., list[Fetched]]) -> None:
    sleeps: list[float] = []
    ask(["E0", "E1"], ["24/25", "23/24"], sleeps)
    assert sleeps == [1.0, 1.0, 1.0]


def test_a_country_s_file_needs_no_season(
    ask: Callable[..., list[Fetched]], site: PublicSite
) -> None:
    ask(["BRA"], [])
    assert site.asked == [("/new/BRA.csv", None)]


def test_a_season_that_the_site_lacks_is_missing(ask: Callable[..., list[Fetched]]) -> None:
    assert [(fetched.state, fetched.path) for fetched in ask(["E9"], ["24/25"])] == [
        ("missing", None)
    ]


E0 = "/mmz4281/2425/E0.csv"
PAGE = (
    "<!-- moved --><html><head><title>Down</title></head><body>Down for maintenance</body></html>"
)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("Service temporarily unavailable", "no source knows this kind of file"),
        ("", "an empty file"),
        (PAGE, "a web page"),
        (
            CSV.partition("\n")[0] + "\n",
            "no row under a header of football-data.co.uk's main format",
        ),
        (
            CSV.partition("\n")[0] + ",B365H\n",
            "no row under a header of football-data.co.uk's main format",
        ),
        (CSV.replace("HomeTeam", "Home side"), "no source knows this kind of file"),
    ],
    ids=[
        "status page",
        "empty",
        "web page",
        "header alone",
        "no rows",
        "another header",
    ],
)
def test_what_is_no_file_of_the_site_leaves_the_cache_as_it_was(
    ask: Callable[..., list[Fetched]], site: PublicSite, body: str, reason: str
) -> None:
    (good,) = ask(["E0"], ["24/25"])
    site.files[E0], site.etag = body, '"rubbish"'
    (fetched,) = ask(["E0"], ["24/25"])
    assert (fetched.state, fetched.path) == ("refused", None)
    assert fetched.refusal is not None
    assert fetched.refusal.reason == reason
    site.files[E0], site.etag = CSV, ""
    assert [again.state for again in ask(["E0"], ["24/25"])] == ["unchanged"]
    assert site.asked[-1] == (E0, f'"{len(CSV)}"')
    assert good.path is not None
    assert good.path.read_text() == CSV
    assert sorted(path.name for path in good.path.parent.iterdir()) == ["E0.csv", "E0.csv.etag"]


def test_what_is_no_file_of_the_site_is_asked_for_again_where_nothing_came_before(
    ask: Callable[..., list[Fetched]], site: PublicSite
) -> None:
    site.files[E0] = PAGE
    assert [fetched.state for fetched in ask(["E0"], ["24/25"])] == ["refused"]
    assert [fetched.state for fetched in ask(["E0"], ["24/25"])] == ["refused"]
    assert site.asked == [(E0, None), (E0, None)]


def test_what_one_mirror_gave_is_not_taken_for_another_s(
    ask: Callable[..., list[Fetched]], site: PublicSite, tmp_path: Path
) -> None:
    ask(["E0"], ["24/25"])
    with public_site() as other:
        other.files[E0] = CSV.replace("2,A", "3,A")
        other.etag = f'"{len(CSV)}"'
        with closing(site_http()) as http:
            where = replace(SITES["football-data"], base_url=other.url)
            (fetched,) = fetch(
                where, ["E0"], ["24/25"], cache=tmp_path / "cache", http=http, sleep=lambda _: None
            )
        assert other.asked == [(E0, None)]
    assert fetched.state == "new"
    assert fetched.path is not None
    assert "3,A" in fetched.path.read_text()


def test_a_redirect_is_followed(ask: Callable[..., list[Fetched]], site: PublicSite) -> None:
    with public_site() as other:
        site.status, site.location = 302, f"{other.url}{E0}"
        assert [fetched.state for fetched in ask(["E0"], ["24/25"])] == ["new"]


@pytest.mark.parametrize(
    "location", ["", E0, "ftp://127.0.0.1/E0.csv"], ids=["nowhere", "itself", "another protocol"]
)
def test_a_redirect_that_leads_nowhere_is_said(
    ask: Callable[..., list[Fetched]], site: PublicSite, location: str
) -> None:
    site.status, site.location = 301, location
    with pytest.raises(RemoteRefused, match=r"answered 301|redirects|protocol"):
        ask(["E0"], ["24/25"])


def test_a_304_that_was_not_asked_for_is_an_error(
    ask: Callable[..., list[Fetched]], site: PublicSite
) -> None:
    site.status = 304
    with pytest.raises(RemoteRefused, match="answered 304"):
        ask(["E0"], ["24/25"])


@pytest.mark.parametrize("league", ["../E0", "E0/../..", "", "E0?x=1", "..", "É0"])
def test_a_league_that_can_be_none_is_refused_before_anything_is_asked(
    ask: Callable[..., list[Fetched]], site: PublicSite, league: str
) -> None:
    with pytest.raises(InvalidArgument, match="is not a league code of football-data"):
        ask([league], ["24/25"])
    assert site.asked == []


def test_a_failing_site_is_named_with_its_answer(
    ask: Callable[..., list[Fetched]], site: PublicSite
) -> None:
    site.status = 503
    with pytest.raises(RemoteRefused, match="answered 503"):
        ask(["E0"], ["24/25"])


@pytest.mark.parametrize("season", ["24/26", "some day", "", "24/25/26"])
def test_a_season_that_is_none_is_refused_before_anything_is_asked(
    ask: Callable[..., list[Fetched]], site: PublicSite, season: str
) -> None:
    with pytest.raises(InvalidArgument):
        ask(["E0"], [season])
    assert site.asked == []


def run(site: PublicSite, tmp_path: Path, *more: str) -> int:
    where = ["--cache", str(tmp_path / "cache"), "--base-url", site.url, "--pause", "0"]
    return _run(["fetch", str(tmp_path / "football.db"), "football-data", *where, *more])


def test_the_command_downloads_and_loads(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(site, tmp_path, "--league", "E0", "--season", "24/25", "--format", "csv") == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("E0,24/25,new,")
    with closing(sqlite3.connect(tmp_path / "football.db")) as connection:
        assert connection.execute("select count(*) from fixture").fetchone() == (2,)


def test_the_command_says_why_a_download_was_refused(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.files["/mmz4281/2425/E1.csv"] = "Service temporarily unavailable"
    report = tmp_path / "report.csv"
    options = ["--league", "E0,E1", "--season", "24/25", "--format", "csv", "--report", str(report)]
    assert run(site, tmp_path, *options) == 1
    fetched = capsys.readouterr()
    assert [line.split(",")[:3] for line in fetched.out.splitlines()[1:]] == [
        ["E0", "24/25", "new"],
        ["E1", "24/25", "refused"],
    ]
    refusal = (
        "refused 2425/E1.csv: no source knows this kind of file (Service temporarily unavailable)"
    )
    assert refusal in [line.strip() for line in fetched.err.splitlines()]
    assert "refused,2425/E1.csv,,,no source knows this kind of file" in report.read_text()
    with closing(sqlite3.connect(tmp_path / "football.db")) as connection:
        assert connection.execute("select count(*) from fixture").fetchone() == (2,)


def test_the_command_says_which_rows_of_a_download_were_refused(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.files[E0] = CSV + "E0,18/08/2024,,Man City,0,2,A\n"
    assert run(site, tmp_path, "--league", "E0", "--season", "24/25") == 0
    assert "refused E0.csv:4: a team is missing" in capsys.readouterr().err


SEASON = {
    "name": "English Premier League 2024/25",
    "matches": [
        {
            "date": "2024-08-16",
            "team1": "Manchester United FC",
            "team2": "Fulham FC",
            "score": {"ft": [1, 0]},
        }
    ],
}


def test_the_command_fetches_openfootball_too(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.files["/2024-25/en.1.json"] = json.dumps(SEASON)
    where = ["--cache", str(tmp_path / "cache"), "--base-url", site.url, "--pause", "0"]
    options = [*where, "--league", "en.1", "--season", "2024-25"]
    assert _run(["fetch", str(tmp_path / "football.db"), "openfootball", *options]) == 0
    with closing(sqlite3.connect(tmp_path / "football.db")) as connection:
        assert connection.execute("select home_goals, away_goals from fixture").fetchall() == [
            (1, 0)
        ]
    site.files["/2024-25/en.1.json"] = json.dumps(SEASON)[:-20]
    assert _run(["fetch", str(tmp_path / "football.db"), "openfootball", *options]) == 1
    assert "refused 2024-25/en.1.json: not JSON, or cut short" in capsys.readouterr().err


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
    assert "no answer from http://127.0.0.1:9/mmz4281/2425/E0.csv: " in capsys.readouterr().err


def test_what_came_before_the_site_went_away_is_loaded(
    site: PublicSite, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site.files["/mmz4281/2324/E0.csv"] = ""
    site.broken = "/mmz4281/2324/E0.csv"
    assert run(site, tmp_path, "--league", "E0", "--season", "24/25,23/24") == 3
    fetched = capsys.readouterr()
    assert "2324/E0.csv answered 503; try again later" in fetched.err
    assert "2 rows read = 2 new" in fetched.err


def replace_url(site: PublicSite) -> PublicSite:
    """The same site at a port where nothing listens."""
    return replace(site, url="http://127.0.0.1:9")
