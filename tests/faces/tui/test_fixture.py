"""The screen of one fixture, and the lines that it draws."""

import re
import shutil
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from footydata.faces.drawing.fixture_page import corner_lines, fixture_page, timeline_lines
from footydata.faces.drawing.lines import Line, text_of, width_of
from footydata.faces.reading.fixture import FixtureContent, read_fixture
from footydata.faces.zone import ClockZone
from footydata.football.errors import FixtureNotFound
from footydata.football.records import EventRecord, FairLine, KnockoutRecord, OddsRecord
from footydata.football.terms import DAY, Part
from footydata.store.file.opening import open_read_only
from footydata.store.read.details import FigureRow
from footydata.store.rows import upsert
from tests.conftest import NOW

from .conftest import Browsing

FINISHED = (
    "select id from fixture where status = 'finished' and esports = 0 and league_id = 39 and home_goals > 0 "
    "and away_goals > 0 and home_red + away_red > 0 order by id limit 1"
)


def joined(lines: Iterable[Line]) -> str:
    return "\n".join(text_of(line).rstrip() for line in lines)


@pytest.fixture
def connection(sample: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_read_only(sample)) as opened:
        yield opened


@pytest.fixture
def finished(connection: sqlite3.Connection) -> FixtureContent:
    return read_fixture(connection, connection.execute(FINISHED).fetchone()[0], NOW)


def page(content: FixtureContent, width: int = 79) -> str:
    return joined(
        fixture_page(content, width, zone=ClockZone(UTC), now=content.fixture.kickoff_ts + 3_600)
    )


async def test_enter_opens_the_fixture_under_the_cursor(browsing: Browsing) -> None:
    async with browsing() as browser:
        home = browser.cursor_line.split()[2]
        await browser.press("enter")
        assert browser.lines[0].startswith(f" {home}")
        assert "[1 Timeline]" in browser.text
        await browser.press("q")
        assert browser.lines[0].startswith(" Sat 14 Mar 2026")


async def test_fixture_page_scrolls_to_its_end(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("enter", "o", "end")
        assert "Both teams to score" in browser.text
        await browser.press("pageup", "up", "home")
        assert browser.lines[8].startswith(" Match result")


async def test_b_key_shows_the_next_bookmaker(browsing: Browsing) -> None:
    async with browsing(height=70) as browser:
        await browser.press("enter", "3")
        assert browser.lines[9].startswith(" Kestrel")
        await browser.press("b", "b")
        assert browser.notifications.endswith("Lines of Bluebird.")
        assert browser.lines[9].startswith(" Bluebird")
        await browser.press("b", "b")
        assert browser.notifications.endswith("Lines of the default bookmaker.")
        assert browser.lines[9].startswith(" Kestrel")


@pytest.mark.parametrize(
    ("key", "title"), [("s", "[1 Points]"), ("S", "England · Crown League"), ("h", "fixtures")]
)
async def test_fixture_keys_open_its_table_season_and_teams(
    browsing: Browsing, key: str, title: str
) -> None:
    async with browsing() as browser:
        await browser.press("enter", key)
        assert title in browser.text
        await browser.press("escape")
        assert "[1 Timeline]" in browser.text


async def test_away_key_opens_the_away_team(browsing: Browsing) -> None:
    async with browsing(width=120) as browser:
        await browser.press("enter")
        away = browser.lines[0].split(" v ")[1].split("  ")[0].strip()
        await browser.press("a")
        assert browser.lines[0].startswith(f" {away} ")


async def test_fixture_page_is_redrawn_for_another_width(browsing: Browsing) -> None:
    async with browsing() as browser:
        await browser.press("enter")
        await browser.pilot.resize_terminal(130, 30)
        await browser.settle()
        assert "Figures" in browser.line_with(" Timeline ─")


async def test_kickoff_follows_the_zone(browsing: Browsing) -> None:
    async with browsing(zone=ZoneInfo("Asia/Tokyo")) as browser:
        await browser.press("enter")
        assert "local time, JST" in browser.lines[2]
        await browser.press("z")
        assert " UTC" in browser.lines[2]


async def test_deleted_fixture_is_reported(
    browsing: Browsing, sample: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    copy.write_bytes(sample.read_bytes())
    async with browsing(copy) as browser:
        with closing(sqlite3.connect(copy)) as writing:
            writing.execute("delete from fixture")
            writing.commit()
        await browser.press("enter")
        assert "no fixture has the id" in browser.text


def test_unknown_fixture_raises_an_error(connection: sqlite3.Connection) -> None:
    with pytest.raises(FixtureNotFound, match="no fixture has the id 5"):
        read_fixture(connection, 5, NOW)


def test_head_shows_league_round_kickoff_score_and_half_time(finished: FixtureContent) -> None:
    row = finished.fixture
    head = page(finished).splitlines()[:6]
    assert f"England · Crown League · {row.season} · round {row.round}" in head[0]
    assert " UTC" in head[1]
    assert f"{row.home}    {row.home_goals}-{row.away_goals}    {row.away}" in head[3]
    assert f"finished · half-time {row.half_home_goals}-{row.half_away_goals}" in head[4]


def test_timeline_counts_goals_and_ends_halves(finished: FixtureContent) -> None:
    row = finished.fixture
    lines = [text_of(line) for line in timeline_lines(finished, 79)]
    assert sum("Goal" in line for line in lines) == row.home_goals + row.away_goals
    assert any(f"Goal {row.home_goals}-{row.away_goals}" in line for line in lines)
    assert any(
        f"── half-time {row.half_home_goals}-{row.half_away_goals} ──" in line for line in lines
    )
    assert f"── full time {row.home_goals}-{row.away_goals} ──" in lines[-1]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (
            EventRecord(1, 1, "goal", 1, 45, 2, "home", 1, player="A. Striker"),
            "Goal 1-0 A. Striker  45+2'",
        ),
        (EventRecord(1, 1, "corner", 1, 7, None, "away", 1), "7'    Corner 1"),
        (
            EventRecord(1, 1, "yellow_card", 2, 60, None, "away", 1, player="B"),
            "60'   Yellow card B",
        ),
        (EventRecord(1, 1, "red_card", 2, 60, None, "away", player="B"), "60'   Red card B"),
        (
            EventRecord(1, 1, "missed_penalty", 2, 60, None, "away", player="B"),
            "60'   Penalty missed B",
        ),
        (
            EventRecord(1, 1, "substitution", 2, 60, None, "away", player_in="C", player_out="D"),
            "60'   C for D",
        ),
        (EventRecord(1, 1, "var_check", 2, 60, None, "away"), "60'   Var check"),
        (EventRecord(1, 1, "period_score", 1, home_score=2, away_score=0), "── half-time 2-0 ──"),
    ],
    ids=lambda value: value.type if isinstance(value, EventRecord) else "",
)
def test_timeline_describes_every_type_of_event(
    finished: FixtureContent, event: EventRecord, expected: str
) -> None:
    lines = timeline_lines(finished._replace(events=[event]), 79)
    assert expected in text_of(lines[1])


def test_substitutes_are_abbreviated_if_there_is_no_room(finished: FixtureContent) -> None:
    event = EventRecord(
        1,
        1,
        "substitution",
        2,
        60,
        None,
        "home",
        player_in="George Kettering",
        player_out="Toby Garside",
    )
    narrow = text_of(timeline_lines(finished._replace(events=[event]), 65)[1])
    assert "G. Kettering for T. Garside" in narrow


def test_figures_are_drawn_as_bars_of_both_sides(finished: FixtureContent) -> None:
    row = finished.fixture
    line = next(line for line in page(finished).splitlines() if "Corners" in line)
    assert line.split() == [
        str(row.home_corners),
        *(["━" * line.split("Corners")[0].count("━")] if row.home_corners else []),
        "Corners",
        *(["━" * line.split("Corners")[1].count("━")] if row.away_corners else []),
        str(row.away_corners),
        f"{row.half_home_corners}-{row.half_away_corners}",
    ]


@pytest.mark.parametrize("width", [40, 79, 99, 110, 119, 160])
def test_every_line_fits_the_terminal(finished: FixtureContent, width: int) -> None:
    ours = FairLine(
        1, "corner_line", 10.25, 1.98, 2.02, None, 5.6, 4.4, "total x split", 342, 1_773_500_000
    )
    lines = fixture_page(finished._replace(fair_lines=[ours]), width, zone=ClockZone(UTC), now=NOW)
    assert max(width_of(line) for line in lines) <= max(width, 79)


@pytest.mark.parametrize("width", [79, 119])
def test_market_shows_its_quotes_and_its_result(finished: FixtureContent, width: int) -> None:
    quotes = next(
        row for row in finished.odds if row.market == "goal_line" and row.bookmaker_id == 8
    )
    text = page(finished, width)
    assert f"{quotes.opening_line:g}" in text
    assert f"{quotes.closing_price_1:.2f}" in text
    goals = finished.fixture.home_goals + finished.fixture.away_goals
    side = "over" if goals > quotes.closing_line else "under"
    assert f"{side} " in text.split("Goal line")[1].split("Corner line")[0].replace(f"{side}  ", "")


def test_fair_line_stands_beside_recorded_lines(finished: FixtureContent) -> None:
    ours = FairLine(
        1, "corner_line", 10.25, 1.98, 2.02, None, 5.6, 4.4, "total x split", 342, 1_773_500_000
    )
    text = page(finished._replace(fair_lines=[ours]))
    assert "fair, by us 10.25 1.98 2.02" in " ".join(text.split())


def test_fair_line_stands_alone_without_a_bookmaker(finished: FixtureContent) -> None:
    ours = FairLine(
        1, "card_line", 4.25, 1.98, 2.02, None, 2.6, 1.4, "total x split", 342, 1_773_500_000
    )
    text = page(finished._replace(fair_lines=[ours], odds=[], bookmakers=[]))
    assert "fair, by us" in text
    assert " Card line · over/under ─" in text


def test_fixture_page_names_its_missing_parts(finished: FixtureContent) -> None:
    nothing = finished.statistics._make([1, *[None] * (len(finished.statistics) - 1)])
    bare = finished._replace(events=[], statistics=nothing, odds=[], bookmakers=[])
    for part, verb in (("timeline", "was"), ("odds", "were")):
        assert f"The sources of this fixture have no {part} of it." in page(bare)
        assert f"No {part} of this fixture {verb} loaded." in page(bare._replace(fetched=Part.BASE))


def test_coming_fixture_has_no_score(connection: sqlite3.Connection) -> None:
    sql = "select id from fixture where status = 'scheduled' and state_detail is null and esports = 0 limit 1"
    text = page(read_fixture(connection, connection.execute(sql).fetchone()[0], NOW))
    assert "    v    " in text
    assert "scheduled" in text
    assert "No timeline before the kickoff." in text


def test_a_missing_result_and_old_lines_are_said(connection: sqlite3.Connection) -> None:
    sql = "select id, kickoff_ts from fixture where status = 'scheduled' and state_detail is null limit 1"
    fixture_id, kickoff_ts = connection.execute(sql).fetchone()
    ours = FairLine(fixture_id, "card_line", 4.25, 1.98, 2.02, None, 2.6, 1.4, "split", 342, NOW)
    now = kickoff_ts + 41 * DAY
    with closing(sqlite3.connect(":memory:")) as copy:
        connection.backup(copy)
        upsert(copy, "fair_line", [ours])
        copy.execute("update fixture set kickoff_ts = ? where id = ?", (now - DAY, fixture_id))
        content = read_fixture(copy, fixture_id, now)
    text = joined(fixture_page(content, 120, zone=ClockZone(UTC), now=now))
    assert "no result, though it should be over" in text
    assert re.search(r"doubtful: the newest result of .+ days older than its fair lines", text)


def test_postponed_fixture_says_so(finished: FixtureContent) -> None:
    row = finished.fixture._replace(
        status="scheduled", state_detail="postponed", half_home_goals=None
    )
    assert page(finished._replace(fixture=row)).splitlines()[4].strip().startswith("postponed · ")


@pytest.mark.parametrize(
    ("goals", "line", "expected"),
    [
        ((0, 1), -0.25, "away +0.25 won"),
        ((2, 0), -0.25, "home -0.25 won"),
        ((1, 1), -0.25, "away +0.25 half won"),
        ((0, 1), 0.5, "away -0.5 won"),
        ((0, 1), 0.0, "away 0 won"),
    ],
)
def test_winning_handicap_is_shown_with_the_sign_of_its_side(
    finished: FixtureContent, goals: tuple[int, int], line: float, expected: str
) -> None:
    row = finished.fixture._replace(home_goals=goals[0], away_goals=goals[1])
    odds = OddsRecord(
        row.id, finished.bookmakers[0].id, "asian_handicap", closing_line=line, closing_price_1=1.9
    )

    assert expected in page(finished._replace(fixture=row, odds=[odds], fair_lines=[]))


def test_corner_line_of_an_abandoned_fixture_is_void(finished: FixtureContent) -> None:
    row = finished.fixture._replace(
        status="scheduled", state_detail="abandoned", home_corners=None, away_corners=None
    )

    text = joined(corner_lines(finished._replace(fixture=row), 79))
    assert "over/under · void" in text
    assert "None" not in text


def test_further_figures_stand_under_their_source(finished: FixtureContent) -> None:
    fixture_id = finished.fixture.id
    content = finished._replace(
        further=(
            FigureRow(fixture_id, "fouls", "full", 13, 15, "football-data"),
            FigureRow(fixture_id, "attendance", "full", 38204, None, "football-data"),
            FigureRow(fixture_id, "offsides", "full", None, 2, "football-data"),
            FigureRow(fixture_id, "xg", "full", 1.256, 0.5, "statsbomb"),
            FigureRow(fixture_id, "xg", "first", 0.75, 0.25, "statsbomb"),
        )
    )
    for width in (60, 79, 140):
        lines = [
            line
            for line in page(content, width).splitlines()
            if any(character.isalnum() for character in line)
        ]
        places = {
            word: next(place for place, line in enumerate(lines) if word in line)
            for word in (
                "football-data",
                "Fouls",
                "Attendance 38,204",
                "Offsides ? - 2",
                "statsbomb",
                "Xg",
            )
        }
        assert sorted(places, key=places.__getitem__) == list(places)
        assert lines[places["Fouls"]].split()[0] == "13"
        assert "1.26" in lines[places["Xg"]]
        assert "0.75-0.25" in lines[places["Xg"]]
    assert "Further figures" not in page(finished)


async def test_fixture_tabs_fit_the_smallest_terminal(browsing: Browsing) -> None:
    async with browsing(width=60, height=60) as browser:
        await browser.press("down", "enter", "3")
        assert browser.lines[6] == "  1 Time  2 Stat [3 Odds] 4 Line  5 Move  6 Befo  7 Sour"
        assert browser.lines[7].split() == ["bookmaker", "closing", "in", "play"]
        await browser.press("4")
        assert browser.lines[7].split()[:3] == ["market", "line", "fair"]


async def test_age_of_a_deleted_file_is_hidden(
    browsing: Browsing, tmp_path: Path, sample: Path
) -> None:
    path = tmp_path / "gone.db"
    shutil.copy(sample, path)
    async with browsing(path, at=int(path.stat().st_mtime) + 100) as browser:
        browser.app.look()
        await browser.settle()
        assert "data 1 min old" in browser.lines[0]
        path.unlink()
        browser.app._watch._next = 0
        browser.app.look()
        browser.app._show_age()
        await browser.settle()
        assert browser.lines[0].strip() == "gone.db is not there"


async def test_preview_fits_sixty_columns(browsing: Browsing) -> None:
    async with browsing(width=60, height=40) as browser:
        await browser.press("down", "enter", "6")
        assert browser.line_with("Forms ─")
        assert all(len(line) <= 60 for line in browser.lines)


def test_a_timeline_has_extra_time_under_headings(finished: FixtureContent) -> None:
    events = [
        EventRecord(1, 1, "goal", 2, 80, None, "away", 1, "Mbappé", detail="penalty"),
        EventRecord(1, 2, "period_score", 2, home_score=0, away_score=1),
        EventRecord(1, 3, "goal", 4, 108, None, "home", 1, "Messi"),
        EventRecord(1, 4, "period_score", 4, home_score=1, away_score=1),
    ]
    lines = joined(timeline_lines(finished._replace(events=events), 79)).splitlines()[1:]

    assert [" ".join(line.split()) for line in lines] == [
        "80' Goal 0-1 Mbappé (pen.)",
        "── full time 0-1 ──",
        "── extra time ──",
        "Goal 1-1 Messi 108'",
        "── after extra time 1-1 ──",
    ]


def test_a_narrow_page_has_the_whole_score_with_the_state(finished: FixtureContent) -> None:
    row = finished.fixture._replace(home_goals=1, away_goals=1)
    content = finished._replace(fixture=row, end=KnockoutRecord(row.id, 2, 2, 4, 3))

    assert "1-1 (2-2 aet), 4-3 on penalties · finished" in page(content, 60)
    assert " 1-1 (2-2 aet), 4-3 on penalties  " in page(content, 79)


async def test_why_a_part_of_the_preview_is_empty_is_wrapped(browsing: Browsing) -> None:
    async with browsing(height=70) as browser:
        await browser.press("c", "down", "K", "left", "enter", "6")
        why = "25/26 is of knock-out rounds; see its bracket (footydata bracket, db.bracket)"
        assert f"Lantern Cup has no league table: {why}" in " ".join(browser.text.split())
