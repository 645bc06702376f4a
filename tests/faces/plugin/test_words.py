"""The pages in words: a day, a fixture, a league and a team of a football file, as a browser gets them."""

import asyncio
import base64
import hashlib
import re
import shutil
import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote, urlencode

import datasette_footydata
import pytest
from datasette.app import Datasette
from datasette.plugins import pm

import footydata as fd
from footydata.faces.drawing.views import NAMES
from footydata.faces.pages.words import answers
from footydata.store.file.opening import open_database
from footydata.views import SEASON_VIEWS
from tests.conftest import NOW
from tests.ingest.leagues_of_sources import KNOWN, csv_of, json_of, season_of
from tests.store.read.league import SmallLeague

if not pm.is_registered(datasette_footydata):
    pm.register(datasette_footydata, name="footydata")

EVIL = "<b>Evil</b> & \u202eFC"


class Site:
    """The sample with a team of a bad name, a cup decided after ninety minutes, and a fixture of which little is known.

    Attributes: path: of the file. live, cup, bare, coming: ids of fixtures. page: path → the response, asked for once.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with closing(sqlite3.connect(path)) as connection, connection:

            def one(sql: str) -> int:
                return int(connection.execute(sql).fetchone()[0])

            of_crown = "league_id = (select id from league where name = 'Crown League')"
            self.live = one(f"select min(id) from fixture where status = 'live' and {of_crown}")
            self.coming = one(
                f"select min(id) from fixture where kickoff_ts > {NOW} and {of_crown}"
            )
            self.bare = one(f"select min(id) from fixture where status = 'finished' and {of_crown}")
            self.cup = one(
                "select min(fixture.id) from fixture join league on league.id = league_id where not has_standings "
                "and status = 'finished' and home_goals = 1 and away_goals = 1"
            )
            self.evil = one(f"select home_id from fixture where id = {self.live}")
            self.league = one(f"select league_id from fixture where id = {self.live}")
            self.cups = one(f"select league_id from fixture where id = {self.cup}")
            connection.execute("update team set name = ? where id = ?", [EVIL, self.evil])
            connection.execute("delete from knockout where fixture_id = ?", [self.cup])
            connection.execute(
                "insert into knockout (fixture_id, extra_home_goals, extra_away_goals) values (?, 2, 1)",
                [self.cup],
            )
            for table in ("event", "odds", "odds_tick", "statistics"):
                connection.execute(f"delete from {table} where fixture_id = ?", [self.bare])
        self._datasette = datasette_of(path)
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self._datasette.invoke_startup())
        self._pages: dict[str, object] = {}

    def page(self, path: str):
        if path not in self._pages:
            self._pages[path] = self.asked(path)
        return self._pages[path]

    def asked(self, path: str, *, method: str = "GET", zone: str = ""):
        cookies = {"cookie": f"footydata_zone={quote(zone, safe='')}"} if zone else {}
        return self._loop.run_until_complete(
            self._datasette.client.request(method, path, headers=cookies)
        )

    def text(self, path: str) -> str:
        """The words of a page, its main part alone."""
        page = self.page(path)
        assert page.status_code == 200, page.text
        main = page.text[page.text.index("<main") : page.text.index("</main>")]
        return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())

    def close(self) -> None:
        self._loop.close()


def datasette_of(*paths: Path, **settings: object) -> Datasette:
    return Datasette([str(path) for path in paths], settings=settings)


@pytest.fixture(scope="module", autouse=True)
def _fixed_clock():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answers, "time", SimpleNamespace(time=lambda: NOW))
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory, sample):
    made = Site(Path(shutil.copy(sample, tmp_path_factory.mktemp("words") / "football.db")))
    yield made
    made.close()


@pytest.mark.parametrize(
    ("zone", "title"),
    [
        ("Pacific/Auckland", "Sun 15 Mar 2026, today"),
        ("UTC", "Sat 14 Mar 2026, today"),
        ("../Nowhere", "Sat 14 Mar 2026, today"),
    ],
)
def test_a_day_begins_where_the_reader_is(site, zone, title):
    page = site.asked("/", zone=zone).text
    assert title in page
    assert ("the day is that of UTC" in page) == title.startswith("Sat")


def test_the_first_page_is_today_with_the_live_fixtures_first(site):
    text = site.text("/")
    assert text.startswith("Sat 14 Mar 2026, today")
    assert re.search(r"\d+ fixtures, \d+ live\. Times are UTC \.", text)
    live, rest = (
        text.split("Live", 1)[1]
        .split("England · Crown League", 1)[1]
        .split("England · Crown League", 1)
    )
    assert re.search(r"74' .* 2-1 Hallowby Town half-time 2-0 · corners 5-6", live)
    assert "FT Eastholt Rangers 1-1 Northfell United" in rest
    assert "17:00 Wexcombe Orient v Ravensholt City 1.66 4.29 4.62" in rest
    with fd.Database(site.path) as db:
        default = db.query("select name from bookmaker where is_default")["name"][0]
    assert (
        f"Lines and prices are those of {default}, or of another bookmaker where it has none."
        in text
    )
    assert text.index("Fri 13 Mar") < text.index("Sun 15 Mar")
    assert "England : Crown League , Lantern Cup" in text


async def test_an_empty_file_says_so(tmp_path):
    open_database(tmp_path / "empty.db").close()
    pages = datasette_of(tmp_path / "empty.db")
    await pages.invoke_startup()
    day, names = [
        (await pages.client.get(path)).text for path in ("/", "/empty/-/find?q=kingsvale")
    ]
    assert "This file has no fixtures yet: load some with &#39;footydata load&#39;." in day
    assert "0 fixtures" not in day
    assert "This file has no teams yet: load some with &#39;footydata load&#39;." in names


def test_a_minute_that_may_be_later_is_explained(site, sample, tmp_path):
    assert "≥" not in site.text("/")
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("delete from odds_tick")
    without_ticks = Site(path)
    text = without_ticks.text("/")
    assert "A minute after ≥ is the last one recorded; it may be later." in text
    assert re.search(r"≥\d+'", text)
    without_ticks.close()


def test_a_day_without_fixtures_says_so_and_leads_to_the_nearest(site):
    text = site.text("/football/-/day/1999-01-01")
    assert "No fixture is stored of Fri 1 Jan 1999" in text
    assert "Lines and prices" not in text
    assert re.search(r"Days with fixtures: none before, 20\d\d-\d\d-\d\d after\.", text)


def test_e_football_is_listed_apart(site):
    assert "Esports" not in site.text("/")
    esports = site.text("/football/-/day/2026-03-14?esports=1")
    assert esports.startswith("Sat 14 Mar 2026, today, e-football")
    assert "Esports Volta League" in esports


@pytest.mark.parametrize("day", ["1850-01-01", "2199-12-31"])
def test_the_first_and_last_days_lead_to_no_day_beyond(site, day):
    days = site.page(f"/football/-/day/{day}").text.split('class="days"')[1].split("</nav>")[0]
    links = re.findall(r'href="([^"]+)"', days)
    assert [link for link in links if site.page(link).status_code != 200] == []
    assert f"/football/-/day/{day}" in links


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_pages_in_words_are_only_read(site, method):
    for path in ("/", f"/football/-/team/{site.evil}", "/-/footydata/guide"):
        response = site.asked(path, method=method)
        assert response.status_code == 405, path
        assert response.headers["allow"] == "GET, HEAD"


def test_a_fixture_is_told_in_words(site):
    text = site.text(f"/football/-/fixture/{site.live}")
    assert text.startswith("England · Crown League · 25/26 · round 23")
    assert (
        "2-1 Hallowby Town Live, 74' · half-time 2-0 Sat 14 Mar 2026 , 14:00 UTC · referee A. Pemberley"
        in text
    )
    assert "5 Corners 6 4-3" in text
    assert "1' Goal 1-0 Isaac Norcross , home side" in text
    assert "half-time 2-0" in text
    assert re.search(r"Places # team P .* Pts form 7 <b>Evil", text)
    assert "Sources Only sample gives this fixture; there is nothing to compare." in text


def test_odds_stand_by_market_and_bookmaker_with_their_movement(site):
    page = site.page(f"/football/-/fixture/{site.live}").text
    market = page.split('id="market-corner_line"')[1].split("</details>")[0]
    words = " ".join(re.sub(r"<[^>]*>", " ", market).split())
    assert (
        "> Corner line · over/under bookmaker opening closing in play move Kestrel 10.5 1.96 1.85 10 1.86 1.95 13.25"
    ) in words
    assert re.search(
        r'aria-label="line at Kestrel from Mon 9 Mar, 14:00 to Sat 14 Mar, 13:58 UTC: 10.5 to 10, between',
        market,
    )
    assert re.search(r'<path d="M0 [\d.]+H\d+V[\d.]+', market)


def test_the_ladder_stands_below_the_main_line(sample, tmp_path):
    path = Path(shutil.copy(sample, tmp_path / "football.db"))
    with closing(sqlite3.connect(path)) as connection, connection:
        sql = """insert into odds_line select fixture_id, bookmaker_id, market, 'closing', 12.5, 2.9, 1.4 from odds
            where market = 'corner_line' and closing_line is not null"""
        connection.execute(sql)
        row = "select max(fixture_id) from odds_line"
        fixture = connection.execute(row).fetchone()[0]
    site = Site(path)
    market = site.page(f"/football/-/fixture/{fixture}").text.split('id="market-corner_line"')[1]
    words = " ".join(re.sub(r"<[^>]*>", " ", market.split("</details>")[0]).split())
    assert "12.5 2.90 1.40" in words
    site.close()


@pytest.mark.parametrize(
    "change",
    [
        "update odds set closing_line = 2.33 where market = 'goal_line' and fixture_id = :id",
        "update odds set closing_line = -2.25 where market = 'goal_line' and fixture_id = :id",
        "update fixture set home_goals = -1 where id = :id",
    ],
    ids=["between quarters", "a total below zero", "goals below zero"],
)
def test_a_market_that_cannot_be_settled_says_so(sample, tmp_path, change):
    site = Site(Path(shutil.copy(sample, tmp_path / "football.db")))
    with closing(sqlite3.connect(site.path)) as connection, connection:
        (finished,) = connection.execute(
            "select max(fixture_id) from odds join fixture on fixture.id = fixture_id "
            "where market = 'goal_line' and status = 'finished'"
        ).fetchone()
        connection.execute(change, {"id": finished})
    market = site.page(f"/football/-/fixture/{finished}").text.split('id="market-goal_line"')[1]
    assert "can&#39;t be settled" in market.split("</summary>")[0]
    site.close()


def test_a_coming_fixture_shows_what_was_known_before_it(site):
    text = site.text(f"/football/-/fixture/{site.coming}")
    assert " v " in text
    assert (
        "Figures and timeline No figures before the kickoff. No timeline before the kickoff. Odds"
        in text
    )
    assert "Forms team at last W D L goals corners cards" in text


def test_the_form_has_a_letter_for_goals_that_are_not_known(sample, tmp_path):
    site = Site(Path(shutil.copy(sample, tmp_path / "football.db")))
    with closing(sqlite3.connect(site.path)) as connection, connection:
        (last,) = connection.execute(
            "select max(id) from fixture where status = 'finished' and home_id = "
            "(select home_id from fixture where id = ?)",
            [site.coming],
        ).fetchone()
        connection.execute(
            "update fixture set home_goals = null, away_goals = null where id = ?", [last]
        )
    assert re.search(r"home( [WDL])+ \? ", site.text(f"/football/-/fixture/{site.coming}"))
    site.close()


def test_a_team_counts_its_last_fixtures_though_the_goals_of_some_are_not_known(sample, tmp_path):
    site = Site(Path(shutil.copy(sample, tmp_path / "football.db")))
    with closing(sqlite3.connect(site.path)) as connection, connection:
        connection.execute(
            "update fixture set home_goals = null, away_goals = null where id in (select id from fixture where "
            "status = 'finished' and ? in (home_id, away_id) order by kickoff_ts desc limit 2)",
            [site.evil],
        )
    text = site.text(f"/football/-/team/{site.evil}")
    assert re.search(r"Form at last W D L goals corners cards all( [WDL]){8} \? \? \d", text)
    site.close()


def test_an_earlier_meeting_without_known_goals_is_listed(sample, tmp_path):
    site = Site(Path(shutil.copy(sample, tmp_path / "football.db")))
    with closing(sqlite3.connect(site.path)) as connection, connection:
        later, earlier, home, away = connection.execute(
            "select later.id, earlier.id, home.name, away.name from fixture as later join fixture as earlier "
            "on earlier.home_id = later.away_id and earlier.away_id = later.home_id "
            "and earlier.kickoff_ts < later.kickoff_ts join team as home on home.id = earlier.home_id "
            "join team as away on away.id = earlier.away_id where earlier.status = 'finished' limit 1"
        ).fetchone()
        connection.execute(
            "update fixture set home_goals = null, away_goals = null where id = ?", [earlier]
        )
        connection.execute("delete from knockout where fixture_id = ?", [earlier])
    assert f"{home} {away}" in site.text(f"/football/-/fixture/{later}").split("Meetings")[1]
    site.close()


def test_a_part_that_is_missing_says_why(site):
    text = site.text(f"/football/-/fixture/{site.bare}")
    assert re.search(r"(have no timeline of it|No timeline of this fixture was loaded)\.", text)
    assert re.search(r"(have no odds of it|No odds of this fixture were loaded)\.", text)


def test_extra_time_is_written_as_people_do(site):
    page = site.page(f"/football/-/fixture/{site.cup}").text
    assert '<span class="score is-long">1-1 (2-1 aet)</span>' in page
    assert "1-1 (2-1 aet)" in page.split("</title>")[0]


def test_a_league_has_its_tables_and_fixtures(site):
    with fd.Database(site.path) as db:
        for type in ("total", "corner", "card"):
            expected = [*db.standings("Crown League", type=type, at="2026-03-14T15:30")["team"]]
            page = site.page(f"/football/-/league/{site.league}?type={type}").text
            table = page.split('class="standings"')[1].split("</table>")[0]
            assert re.findall(r'<th scope="row"><a [^>]*>([^<]*)', table)[1:3] == expected[1:3]
            assert len(re.findall(r'<th scope="row">', table)) == len(expected)
    text = site.text(f"/football/-/league/{site.league}")
    assert "Hallowby Town: 3 points taken (2026-01-13: Late filing of the club's accounts)" in text
    assert text.index("Next fixtures Sat 14 Mar 17:00 Wexcombe Orient v") < text.index(
        "Last fixtures Sat 14 Mar"
    )


def test_a_league_has_its_table_at_home_and_of_first_halves(site):
    with fd.Database(site.path) as db:
        at = "2026-03-14T15:30"
        for part in (
            {"venue": "home"},
            {"venue": "away", "half": "first"},
            {"type": "corner", "half": "first"},
        ):
            expected = [*db.standings("Crown League", at=at, **part)["team"]]
            page = site.page(f"/football/-/league/{site.league}?{urlencode(part)}").text
            table = page.split('class="standings"')[1].split("</table>")[0]
            assert re.findall(r'<th scope="row"><a [^>]*>([^<]*)', table)[:3] == expected[:3]
    nav = page.split('aria-label="Fixtures that count"')[1].split("</nav>")[0]
    assert re.findall(r'aria-current="page">([^<]*)', nav) == ["all fixtures", "first half"]
    assert "type=corner&amp;venue=home&amp;half=first" in nav


@pytest.mark.parametrize("name", SEASON_VIEWS)
def test_a_view_of_a_season_is_a_tab_of_its_league(site, name):
    with fd.Database(site.path, clock=lambda: NOW, read_only=True) as db:
        frame = getattr(db, name)("Crown League")
    path = f"/football/-/league/{site.league}?type={name}"
    page = site.page(path).text
    assert page.split('class="standings"')[1].split("</table>")[0].count("<tr>") - 1 == len(frame)
    assert [doubt for doubt in frame.attrs["doubts"] if doubt not in site.text(path)] == []
    assert f'aria-current="page">{name.capitalize()}</a>' in page
    assert 'aria-label="Fixtures that count"' not in page


def test_names_are_looked_for_on_every_page(site):
    for path in (
        "/",
        *(
            f"/football/-/{each}"
            for each in (f"league/{site.league}", f"fixture/{site.live}", "find")
        ),
    ):
        page = site.page(path).text
        assert page.count('role="search"') == 1
        assert page.index('role="search"') < page.index("<h1")


def test_a_season_is_named_by_its_label(site):
    assert site.text(f"/football/-/league/{site.league}?season=24/25").startswith(
        "England Crown League 24/25"
    )


def test_a_cup_has_its_bracket_with_the_days_of_ties_to_come(site):
    text = site.text(f"/football/-/league/{site.cups}")
    assert re.search(r"Bracket round of 16 .* Hallowby Town ✓ Gadsmoor Wanderers 2-5", text)
    assert "Doubtful : round of 16" in text
    assert re.search(r"semi-final .* Eastholt Rangers Stoneferry Harriers Thu 19 Mar", text)


def test_a_bracket_leads_to_its_fixtures(site):
    bracket = site.page(f"/football/-/league/{site.cups}").text.split("<h2>Bracket")[1]
    tie = bracket.split("Hallowby Town")[1].split("</tr>")[0]
    with closing(sqlite3.connect(site.path)) as connection:
        (fixture,) = connection.execute(
            "select fixture.id from fixture join team on team.id = home_id "
            "where name = 'Hallowby Town' and home_goals = 2 and away_goals = 5"
        ).fetchone()
    assert f'<a href="/football/-/fixture/{fixture}">2-5</a>' in tie


def test_a_team_has_its_form_averages_and_fixtures(site):
    text = site.text(f"/football/-/team/{site.evil}")
    assert re.search(r"Form at last W D L goals corners cards all L L W D W D D L L W \d", text)
    assert text.index("Next fixtures Tue 24 Mar 15:00 Merrowdale v") < text.index(
        "Last fixtures Sat 14 Mar 74'"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ROVERS", "Teams Larkhollow Rovers England"),
        ("lantern", "Leagues Lantern Cup England"),
        ("arkhol", "No team or league is called so"),
        ("lar", "Teams Larkhollow Rovers"),
        ("cup", "Leagues Lantern Cup England"),
        (
            "Larkholow Rovers",
            "No team or league is called so; similar names: Teams Larkhollow Rovers England",
        ),
        ("Lantren Cup", "similar names: Leagues Lantern Cup England"),
        ("larkholow", "similar names: Teams Larkhollow Rovers England"),
        ("xyzxyz", "No team or league is called so, or similarly."),
        ("a" * 5000, f"Names with '{'a' * 100}' No team"),
        ("", "Type a part of a team's or league's name."),
        ("<i>", "<i>"),
    ],
)
def test_teams_and_leagues_are_found_by_name(site, text, words):
    assert words in site.text(f"/football/-/find?{urlencode({'q': text})}")


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("fixture/5", "No fixture has the id 5."),
        ("fixture/x", "No fixture has the id 'x'; ids are whole numbers."),
        ("fixture", "No fixture has the id ''"),
        ("fixture/99999999999999999999", "ids are whole numbers"),
        ("league/5", "No league has the id 5."),
        (
            "league/{league}?type=goals",
            f"There is no table of type 'goals'; there are {', '.join(NAMES)}.",
        ),
        (
            "league/{league}?type=corners",
            '<a href="/football/-/league/{league}">The newest season of this league</a>',
        ),
        (
            "league/{league}?venue=neutral",
            "There is no table of venue 'neutral'; there are all, home, away.",
        ),
        (
            "league/{league}?half=second",
            "There is no table of half 'second'; there are full, first.",
        ),
        ("league/{league}?season=1999", "Crown League has no season '1999'; there are: "),
        ("team/5", "No team has the id 5."),
        ("day/14.3.2026", "'14.3.2026' is no day; write it as 2026-03-14."),
        ("day/0001-01-01", "days from 1850-01-01 to"),
        (
            "day/2026-03-14?esports=true",
            "Esports is 1 for e-football and 0 for football, not 'true'.",
        ),
        (f"league/{'9' * 5000}?season=1", "ids are whole numbers"),
        (f"team/{'9' * 3000}", f"No team has the id '{'9' * 40}'; ids"),
    ],
)
def test_what_is_not_there_is_a_page_in_words(site, path, words):
    page = site.page(f"/football/-/{path.format(league=site.league)}")
    assert page.status_code == 404
    assert words.format(league=site.league) in unescape(page.text)
    assert '<a href="/">' in page.text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("league/{league}?seasn=24/25", "'seasn' is no part"),
        ("league/{league}?seasn=24/25", "did you mean season?"),
        ("fixture/{live}?type=card", "there are none"),
        ("day/2026-03-14?league=39&esports=0", "'league' is no part"),
    ],
)
def test_a_page_refuses_what_its_address_does_not_have(site, path, words):
    page = site.page(f"/football/-/{path.format(league=site.league, live=site.live)}")
    assert page.status_code == 404
    assert words in unescape(page.text)


def test_names_are_text(site):
    for path in (
        "/",
        *(f"/football/-/{each}" for each in (f"fixture/{site.live}", f"team/{site.evil}")),
    ):
        page = site.page(path).text
        assert "<b>" not in page
        assert "\u202e" not in page
        assert "&lt;b&gt;Evil&lt;/b&gt; &amp; \\u202eFC" in page
    assert "home=%3Cb%3EEvil" in page


def test_every_kind_of_link_leads_somewhere(site):
    paths = {"/"} | {
        f"/football/-/{each}" for each in (f"fixture/{site.live}", f"team/{site.evil}")
    }
    paths |= {f"/football/-/league/{site.league}", f"/football/-/league/{site.cups}"}
    links = {
        unescape(link)
        for path in paths
        for link in re.findall(r'href="(/[^"]*)"', site.page(path).text)
    }
    by_kind = {re.sub(r"=[^&]*|[\d-]{2,}", "", link): link for link in sorted(links)}
    assert len(by_kind) > 15
    assert {link for link in by_kind.values() if site.page(link).status_code != 200} == set()


def test_only_a_page_of_what_is_played_may_ask_for_more(site):
    live, finished = (site.page(f"/football/-/fixture/{each}") for each in (site.live, site.bare))
    assert live.headers["content-security-policy"].endswith("; connect-src 'self'")
    assert "connect-src" not in finished.headers["content-security-policy"]
    assert "fetch" not in finished.text
    for page in (live, finished):
        (script,) = re.findall(r"<script>(.*?)</script>", page.text, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{digest}'" in page.headers["content-security-policy"]
        assert "default-src 'none'" in page.headers["content-security-policy"]
        assert not re.search(r"\son\w+=|javascript:|https?://", page.text)


def test_datasettes_tables_are_a_link_away_and_lead_back(site):
    assert '<a href="/football">Tables</a>' in site.page("/").text
    assert '<a href="/">Pages in words</a>' in site.page("/football").text
    for kind, key in (("fixture", site.live), ("league", site.league), ("team", site.evil)):
        assert f'href="/football/{kind}/{key}"' in site.page(f"/football/-/{kind}/{key}").text
        assert (
            f'<a href="/football/-/{kind}/{key}">in words</a>'
            in site.page(f"/football/{kind}/{key}").text
        )


@pytest.fixture
def england(tmp_path):
    """A file of a season of twenty clubs, with goals and corners."""
    (tmp_path / "E0.csv").write_text(
        csv_of(season_of([f"Club {name}" for name in "ABCDEFGHIJKLMNOPQRST"]))
    )
    with fd.Database(tmp_path / "england.db") as db:
        db.load(tmp_path / "E0.csv")
    with closing(sqlite3.connect(tmp_path / "england.db")) as connection, connection:
        connection.execute("update fixture set home_corners = 5, away_corners = 4")
    return tmp_path / "england.db"


async def test_a_column_of_which_nothing_is_known_is_left_out(england):
    pages = datasette_of(england)
    await pages.invoke_startup()
    (league,) = (await pages.client.get("/england/league.json?_shape=arrayfirst&_col=id")).json()
    page = (await pages.client.get(f"/england/-/league/{league}?type=corner")).text
    head = page.split('class="standings"')[1].split("</thead>")[0]
    assert re.findall(r">([^<\n]+)</th>", head) == [
        "#",
        "Team",
        "P",
        "For",
        "Ag",
        "+/-",
        "For/g",
        "Ag/g",
        "Pts",
    ]


async def test_a_table_says_what_its_places_decide(england):
    pages = datasette_of(england)
    await pages.invoke_startup()
    (league,) = (await pages.client.get("/england/league.json?_shape=arrayfirst&_col=id")).json()
    points = (await pages.client.get(f"/england/-/league/{league}")).text
    assert re.findall(r'class="is-zone-end"><td>(\d+)', points) == ["1", "4", "5", "6", "7", "17"]
    assert (
        "Relegation: 18 to 20; lines stand where the title, places in Europe or relegation are decided."
        in points
    )
    at_home = (await pages.client.get(f"/england/-/league/{league}?venue=home")).text
    assert "is-zone-end" not in at_home.split("<main")[1]
    assert "Relegation" not in at_home


async def test_a_table_that_a_cup_of_groups_lacks_says_why_and_leads_back(tmp_path):
    league = SmallLeague(tmp_path / "cup.db", has_standings=0)
    league.fixture("1-2 0:1", stage="Group A")
    league.fixture("3-4 1:0", stage="Group B")
    league.fixture("2-3 1:0", stage="Final")
    (league_id,) = league.connection.execute("select id from league").fetchone()
    league.connection.close()
    pages = datasette_of(tmp_path / "cup.db")
    await pages.invoke_startup()
    whole = (await pages.client.get(f"/cup/-/league/{league_id}")).text
    assert whole.count('class="standings"') == 2
    corners = (await pages.client.get(f"/cup/-/league/{league_id}?type=corner")).text
    assert "<h2>Bracket</h2>" in corners
    assert (
        "finished with known corners"
        in corners.split("<h2>Table</h2>")[1].split("<h2>Next fixtures")[0]
    )
    points = re.findall(r'href="([^"]+)"[^>]*>Points</a>', corners)
    assert [
        (await pages.client.get(unescape(link))).text.count('class="standings"') for link in points
    ] == [2]


async def test_doubts_are_told_with_what_each_source_says(database, tmp_path):
    season = season_of(KNOWN)
    other = [
        row._replace(score=(row.score[0] + place % 2, row.score[1]))
        for place, row in enumerate(season)
    ]
    (tmp_path / "E0.csv").write_text(csv_of(season))
    (tmp_path / "en.1.json").write_text(json_of(other, {}))
    path = tmp_path / "sources.db"
    with fd.Database(path) as db:
        db.load(tmp_path / "E0.csv", tmp_path / "en.1.json")
        fixture_id = int(db.disagreements(by="fixture")["fixture_id"].iloc[0])
    pages = datasette_of(Path(database), path)
    await pages.invoke_startup()
    page = (await pages.client.get(f"/sources/-/fixture/{fixture_id}")).text
    text = " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())
    assert (
        "1 value differs between football-data, openfootball. Doubtful: Goals football-data says "
        in text
    )
    assert ", which stands (most trusted) openfootball says " in text
    assert "Doubtful: of 1 fixture only the day is known" in text
    # Of several files each has a first page of its own, below Datasette's.
    first = (await pages.client.get("/")).text
    assert "<h1>Football</h1>" in first
    assert '<a href="/sources/-/day">sources</a>. ' in first
    assert (
        '<a href="/sources/-/day">Pages in words</a>' in (await pages.client.get("/sources")).text
    )
    assert (await pages.client.get("/nowhere/-/day")).status_code == 404


async def test_pages_stand_behind_the_prefix_of_the_server(site):
    pages = datasette_of(site.path, base_url="/sport/")
    await pages.invoke_startup()
    page = (await pages.client.get("/football/-/day/2026-03-14")).text
    links = re.findall(r'href="(/[^"]*)"', page)
    assert links
    assert [link for link in links if not link.startswith("/sport/")] == []


@pytest.mark.parametrize(
    ("table", "statuses"), [("odds", [403, 403, 403, 403]), ("event", [200, 200, 403, 403])]
)
async def test_who_may_not_see_a_table_sees_no_words_of_it(site, table, statuses):
    rights = {"databases": {"football": {"tables": {table: {"allow": False}}}}}
    try:
        pages = Datasette([str(site.path)], config=rights)
    except TypeError:
        pages = Datasette([str(site.path)], metadata=rights)
    await pages.invoke_startup()
    league = f"/football/-/league/{site.league}"
    paths = ("/", league, f"{league}?type=players", f"/football/-/fixture/{site.live}")
    assert [(await pages.client.get(path)).status_code for path in paths] == statuses
