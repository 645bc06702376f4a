"""A name in a notebook: whatever its case, by display name too; one that nothing is called is an error."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import footydata as fd
from tests.conftest import NOW

Asked = Callable[[fd.Database], object]
DAY = "2026-03-14"


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def live(db: fd.Database) -> int:
    return int(db.fixtures(status="live", league=39)["fixture_id"].iloc[0])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            lambda db: db.odds(bookmaker="Kestrl"),
            "no bookmaker is called 'Kestrl'; did you mean kestrel?",
        ),
        (lambda db: db.odds(bookmaker=""), "no bookmaker is called ''"),
        (
            lambda db: db.odds_movement(bookmaker="Foo"),
            "no bookmaker is called 'Foo'; there are kestrel, bluebird",
        ),
        (
            lambda db: db.odds_history(live(db), "corner", bookmaker="Foo"),
            "no bookmaker is called 'Foo'",
        ),
        (lambda db: db.fair_lines(bookmaker="Foo"), "no bookmaker is called 'Foo'"),
        (
            lambda db: db.odds(market="cornr"),
            r"unknown market 'cornr' \(did you mean corner\?\); the markets are 1x2",
        ),
        (lambda db: db.odds_movement(market="Foo"), "unknown market 'Foo'; the markets are 1x2"),
        (lambda db: db.odds_history(live(db), "cornr"), "unknown market 'cornr'"),
        (lambda db: db.fair_lines(markets=["corner", "cornr"]), "unknown market 'cornr'"),
        (lambda db: db.ladder(live(db), "cornr"), "unknown market 'cornr'"),
        (
            lambda db: db.odds_movement(date=DAY, method="powr"),
            "method 'powr' is not one of ",
        ),
        (lambda db: db.fixtures(lang="dee"), "lang 'dee' is not one of en, ar, .*did you mean de"),
        (lambda db: db.leagues(lang="xx"), "lang 'xx' is not one of en, ar, .* more$"),
        (lambda db: db.teams(lang="xx"), "lang 'xx' is not one of en, ar, "),
        (
            lambda db: db.fixtures(status="finishd"),
            "status 'finishd' is not one of .*did you mean finished",
        ),
        (
            lambda db: db.standings(39, type="corners"),
            "type 'corners' is not one of .*did you mean corner",
        ),
        (
            lambda db: db.fixtures(league="Crwn League"),
            "no league is called 'Crwn League'; did you mean Crown League",
        ),
        (
            lambda db: db.events(team="Kingsvle"),
            "no team is called 'Kingsvle'; did you mean Kingsvale",
        ),
        (
            lambda db: db.statistics(league=39, season="31/32"),
            "Crown League has no season '31/32'; there are: ",
        ),
        (lambda db: db.fixtures(status=3), "status 3 is not one of "),
        (lambda db: db.fixtures(status=[None]), "status None is not one of "),
        (lambda db: db.fixtures(referee=3), "referee 3 is a whole number; referee is a text"),
        (lambda db: db.fixtures(lang=None), "lang None is of type NoneType; lang is a text"),
        (lambda db: db.fixtures(date=20260314), "20260314 is not a day or moment"),
        (lambda db: db.fixtures(start=1.5), "1.5 is not a day or moment"),
        (lambda db: db.odds(market=3), "unknown market '3'"),
        (lambda db: db.odds(market=["corner"]), "unknown market"),
        (lambda db: db.odds(bookmaker=3), "bookmaker 3 is a whole number; bookmaker is a text"),
        (lambda db: db.figures(figure=3), "figure 3 is a whole number; figure is a text"),
        (lambda db: db.averages(3), "figure 3 is a whole number; figure is a text"),
        (lambda db: db.team_fixtures(figures=3), "figures 3 is a whole number; figures is a text"),
        (
            lambda db: db.team_fixtures(rolling="5"),
            "rolling '5' is a text; rolling is a whole number",
        ),
        (
            lambda db: db.team_fixtures(rolling=2.5),
            "rolling 2.5 is a number; rolling is a whole number",
        ),
        (lambda db: db.standings(39, type=3), "type 3 is not one of "),
        (lambda db: db.export("never", format=3), "format 3 is not one of "),
        (lambda db: db.events("abc"), "fixture_id 'abc' is a text; fixture_id is a whole number"),
        (lambda db: db.preview(live(db), last=0), "last 0 is out of range"),
        (lambda db: db.teams(league="Nowhere"), "no league is called 'Nowhere'; there are: "),
    ],
)
def test_an_unknown_name_is_an_error_with_the_nearest_names(
    db: fd.Database, asked: Asked, said: str
) -> None:
    with pytest.raises(fd.FootydataError, match=said):
        asked(db)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (
            lambda db: db.odds(bookmaker="Kestrel", date=DAY),
            lambda db: db.odds(bookmaker="kestrel", date=DAY),
        ),
        (
            lambda db: db.odds_movement(bookmaker="MARLIN exchange", date=DAY),
            lambda db: db.odds_movement(bookmaker="marlin-exchange", date=DAY),
        ),
        (
            lambda db: db.odds(market="Corner line", date=DAY),
            lambda db: db.odds(market="corner", date=DAY),
        ),
        (
            lambda db: db.odds(market="CORNER", date=DAY),
            lambda db: db.odds(market="corner_line", date=DAY),
        ),
        (lambda db: db.fixtures(status="Live"), lambda db: db.fixtures(status="live")),
        (lambda db: db.fixtures(date=DAY, lang="DE"), lambda db: db.fixtures(date=DAY, lang="de")),
        (
            lambda db: db.standings("crown LEAGUE", type="Corner"),
            lambda db: db.standings(39, type="corner"),
        ),
        (
            lambda db: db.standings(39, venue="Home", half="First"),
            lambda db: db.standings(39, venue="home", half="first"),
        ),
    ],
)
def test_names_are_matched_in_any_case_and_by_display_name(
    db: fd.Database, written: Asked, plain: Asked
) -> None:
    frame = written(db)
    assert len(frame) > 0  # type: ignore[arg-type]  # a frame
    assert frame.equals(plain(db))  # type: ignore[attr-defined]  # a frame
