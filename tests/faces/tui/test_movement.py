"""How odds moved: small pictures of all markets, and one market before the kickoff and in play."""

import pytest

from footydata.faces.drawing.lines import text_of, width_of
from footydata.faces.drawing.odds import movement_overview, movement_tab
from footydata.faces.reading.fixture import Series
from footydata.faces.zone import ClockZone
from footydata.football.records import OddsTickRecord

from .conftest import Browsing

KICKOFF = 1_773_496_800
DAY = 86_400


def tick(at: int, line: float | None, price: float, minute: int | None = None) -> OddsTickRecord:
    values = {
        "fixture_id": 1,
        "bookmaker_id": 1,
        "market": "corner_line",
        "recorded_ts": at,
        "line": line,
    }
    return OddsTickRecord(**values, price_1=price, price_2=1.9, minute=minute)


TICKS = [
    tick(KICKOFF - 2 * DAY, 10.5, 1.95),
    tick(KICKOFF - DAY, 10.25, 1.9),
    tick(KICKOFF - 60, 10, 1.86),
    tick(KICKOFF + 1200, 12, 1.8, 20),
    tick(KICKOFF + 3000, 14.5, 1.99, 50),
]
SERIES = Series("corner_line", "Kestrel", "kestrel", TICKS)


def lines(
    width: int, ticks: list[OddsTickRecord] = TICKS, *, kickoff: int | None = KICKOFF
) -> list[str]:
    series = SERIES._replace(ticks=ticks)
    remark = {"zone": ClockZone(), "remark": "", "kickoff": kickoff}
    drawn = movement_tab(series, width, **remark)
    assert all(width_of(line) <= width for line in drawn)
    return [text_of(line) for line in drawn]


def labels(drawn: list[str], title: str) -> list[str]:
    """The values at the axis of a plot, the highest first."""
    first = next(place for place, line in enumerate(drawn) if title in line)
    return [
        label for line in drawn[first + 1 : first + 6] if (label := line.partition("│")[0].strip())
    ]


def test_before_the_kickoff_and_in_play_each_have_their_own_scale() -> None:
    drawn = lines(79)
    assert labels(drawn, "line, before kickoff") == ["10.5", "10"]
    assert labels(drawn, "line, in play") == ["14.5", "12"]
    assert labels(drawn, "price of over, before kickoff") == ["1.95", "1.86"]


def test_a_tick_without_a_minute_is_in_play_after_a_known_kickoff() -> None:
    late = [*TICKS[:3], tick(KICKOFF + 600, 11, 1.7), tick(KICKOFF + 700, 12, 1.8)]
    assert labels(lines(79, late), "line, in play") == ["12", "11"]
    assert labels(lines(79, late, kickoff=None), "line, before kickoff") == ["12", "10"]


@pytest.mark.parametrize(("width", "has_both"), [(59, False), (79, True), (159, True)])
def test_overview_has_a_small_picture_of_each_series(width: int, has_both: bool) -> None:
    series = [SERIES, SERIES._replace(bookmaker="Marlin", slug="marlin"), SERIES._replace(ticks=[])]
    drawn = movement_overview(series, width, kickoff=KICKOFF)
    texts = [text_of(line) for line in drawn]
    assert all(width_of(line) <= width for line in drawn)
    assert "3 in all" in texts[0]
    assert "L 10.5 → 10" in texts[2] and "█" in texts[2] and "▁" in texts[2]
    assert ("L 12 → 14.5" in texts[2]) == has_both
    assert "Marlin" in texts[3]


async def test_movement_opens_with_all_markets_and_goes_on_to_each(browsing: Browsing) -> None:
    async with browsing(height=30) as browser:
        await browser.press("down", "enter", "5")
        assert "Movement of all markets" in browser.text
        assert "First-half corner line" in browser.text
        await browser.press("m")
        assert "1 of 15" in browser.text
        await browser.press("M", "M")
        assert "15 of 15" in browser.text
        await browser.press("m")
        assert "Movement of all markets" in browser.text


async def test_a_click_on_a_small_picture_shows_its_market(browsing: Browsing) -> None:
    async with browsing(height=30) as browser:
        await browser.press("down", "enter", "5")
        y = next(
            place for place, line in enumerate(browser.lines) if line.startswith(" Corner line")
        )
        await browser.pilot.click(offset=(5, y))
        await browser.settle()
        assert browser.line_with(" Corner line · Kestrel").endswith("7 of 15")
        await browser.pilot.click(offset=(5, y))
        await browser.settle()
        assert browser.line_with(" Corner line · Kestrel").endswith("7 of 15")
