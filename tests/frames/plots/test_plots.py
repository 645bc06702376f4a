"""The pictures show the numbers of the frames they are given; colour is never the only sign."""

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pandas as pd
import pytest

from footydata.football.errors import InvalidArgument

mpl.use("Agg")

import matplotlib.pyplot as plt

import footydata as fd
from footydata.football.declared_types import MarketName
from footydata.frames.plots import (
    figure_totals,
    home_and_away,
    line_movement,
    points_race,
    referee_cards,
    season_ending,
)
from tests.conftest import NOW


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def fixtures_of(*totals: int | None) -> pd.DataFrame:
    """Fixtures of the totals, all corners the home side's."""
    return pd.DataFrame(
        {
            "home_corners": pd.array(totals, dtype="Int64"),
            "away_corners": pd.array([0] * len(totals)),
        }
    )


def texts(axes: plt.Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_a_bar_is_the_share_of_its_total() -> None:
    axes = figure_totals(fixtures_of(9, 9, 9, 12))
    assert [(bar.get_x() + bar.get_width() / 2, bar.get_height()) for bar in axes.patches] == [
        (pytest.approx(9), 75),
        (pytest.approx(12), 25),
    ]
    assert axes.get_title(loc="left") == "Total corners, 4 fixtures, mean 9.8"


def test_an_unknown_total_counts_nowhere() -> None:
    assert (
        figure_totals(fixtures_of(9, None)).get_title(loc="left")
        == "Total corners, 1 fixture, mean 9.0"
    )


def test_bars_over_on_and_under_a_line_differ_by_hatch() -> None:
    axes = figure_totals(fixtures_of(9, 10, 12, 13), line=10)
    assert [bar.get_hatch() for bar in axes.patches] == ["", "..", "//", "//"]
    assert texts(axes) == ["over 10: 50 %\non 10: 25 %"]


def test_a_half_line_has_nothing_on_it() -> None:
    assert texts(figure_totals(fixtures_of(9, 10, 12, 13), line=10.5)) == ["over 10.5: 50 %"]


def test_no_fixtures_make_an_empty_picture() -> None:
    axes = figure_totals(fixtures_of(), line=10.5)
    assert len(axes.patches) == 0
    assert axes.get_title(loc="left") == "Total corners, 0 fixtures"


@pytest.mark.parametrize("figure", ["corners", "goals", "yellow", "red"])
def test_every_figure_of_the_sample_is_drawn(db: fd.Database, figure: str) -> None:
    axes = figure_totals(db.fixtures(league=39, status="finished"), figure=figure)
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(100)


def test_a_race_ends_at_the_points_of_the_table(db: fd.Database) -> None:
    season = db.fixtures(league=39, season="25/26")
    table = db.standings(39).query("deduction == 0").head(5)
    axes = points_race(season, teams=table["team"].tolist())
    assert [line.get_ydata()[-1] for line in axes.lines] == table["points"].tolist()
    assert [len(line.get_ydata()) - 1 for line in axes.lines] == table["played"].tolist()


def test_the_lines_of_a_race_differ_by_style_and_name(db: fd.Database) -> None:
    season = db.fixtures(league=39, season="25/26")
    teams = db.standings(39)["team"].head(4).tolist()
    axes = points_race(season, teams=teams)
    assert len({line.get_linestyle() for line in axes.lines}) == 4
    assert sorted(text.rsplit("  ", 1)[0] for text in texts(axes)) == sorted(teams)


def test_a_picture_is_titled_by_its_league_and_season(db: fd.Database) -> None:
    season, both, all_leagues = (
        db.fixtures(league=39, season="25/26"),
        db.fixtures(league=39),
        db.fixtures(),
    )

    def title(axes: plt.Axes) -> str:
        return axes.get_title(loc="left").replace("\n", " ")

    assert (
        title(points_race(season, teams=["Kingsvale"])) == "Crown League 25/26: points as they came"
    )
    assert (
        title(points_race(both, teams=["Kingsvale"]))
        == "Crown League 24/25 to 25/26: points as they came"
    )
    assert title(points_race(all_leagues, teams=["Kingsvale"])) == "Points as they came"
    assert title(home_and_away(season)).startswith("Crown League 25/26: at home and away, ")
    assert title(referee_cards(both)).startswith("Crown League 24/25 to 25/26: cards by referee, ")
    assert title(figure_totals(season)).startswith("Crown League 25/26: total corners, ")


def test_leagues_that_share_a_name_give_no_title(db: fd.Database) -> None:
    season = db.fixtures(league=39, season="25/26")
    two = pd.concat([season, season.assign(country="Scotland")])
    assert figure_totals(two).get_title(loc="left").startswith("Total corners, ")


@pytest.mark.parametrize("market", ["corner", "asian", "goalline"])
def test_the_marks_beside_a_movement_are_existing_lines(
    db: fd.Database, market: MarketName
) -> None:
    coming = db.fixtures(league=39, date="2026-03-14", status="scheduled")["fixture_id"].iloc[0]
    axes = line_movement(db.odds_history(coming, market))
    assert {4 * mark % 1 for mark in axes.get_yticks()} == {0}


def test_a_movement_is_titled_by_its_market_and_bookmaker(db: fd.Database) -> None:
    ended = db.fixtures(league=39, date="2026-03-14", status="finished")["fixture_id"].iloc[0]
    title = line_movement(db.odds_history(ended, "corner")).get_title(loc="left")
    assert title.replace("\n", " ") == "Corner line at kestrel: how it moved"


def test_names_at_equal_points_stand_apart() -> None:
    fixtures = pd.DataFrame(
        {
            "kickoff": pd.to_datetime(["2026-01-01", "2026-01-02"], utc=True),
            "status": "finished",
            "home": ["Kingsvale", "Oxmere"],
            "away": ["Ashmere", "Pennlow"],
            "home_goals": [1, 1],
            "away_goals": [0, 0],
        }
    )
    axes = points_race(fixtures, teams=["Kingsvale", "Oxmere"])
    low, high = sorted(text.xy[1] for text in axes.texts)
    assert low == 3
    assert high > low


def ticks_of(minutes: list[int | None], prices: list[float | None]) -> pd.DataFrame:
    moments = pd.date_range("2026-03-13 12:00", periods=len(minutes), freq="6h", tz="UTC")
    return pd.DataFrame(
        {
            "recorded": moments,
            "minute": pd.array(minutes, dtype="Int64"),
            "line": [10.0, 10.25, 10.5, 9.0][: len(minutes)],
            "over": pd.array(prices, dtype="Float64"),
        }
    )


def test_the_days_before_kickoff_and_the_minutes_share_the_width() -> None:
    axes = line_movement(ticks_of([None, None, 0, 45], [1.9, 1.95, 1.9, 1.85]))
    assert list(axes.lines[-1].get_xdata()) == [-1, -0.5, 0, 0.5]
    assert list(axes.lines[-1].get_ydata()) == [10, 10.25, 10.5, 9]
    assert [label.get_text() for label in axes.get_xticklabels()][-3:] == ["kickoff", "45'", "90'"]


def test_a_line_that_was_never_in_play_ends_at_its_last_tick() -> None:
    axes = line_movement(ticks_of([None, None, None], [1.9, 1.95, 1.9]))
    assert list(axes.lines[-1].get_xdata()) == [-1, -0.5, 0]
    assert "kickoff" not in [label.get_text() for label in axes.get_xticklabels()]


def test_a_suspended_market_leaves_a_gap() -> None:
    axes = line_movement(ticks_of([None, None, None], [1.9, None, 1.9]))
    (price,) = axes.figure.axes[1].lines
    assert [value != value for value in price.get_ydata()] == [
        False,
        True,
        False,
    ]  # only a gap differs


def test_a_handicap_shows_the_price_of_the_home_side(db: fd.Database) -> None:
    fixture_id = int(db.fixtures(league=39, status="live")["fixture_id"].iloc[0])
    axes = line_movement(db.odds_history(fixture_id, "asian"))
    assert axes.figure.axes[1].get_ylabel() == "price of home, dashed"


def test_without_matplotlib_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", None)
    for name in [name for name in sys.modules if name.startswith("footydata.frames.plots")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ModuleNotFoundError, match=r"pip install '\.\[notebooks\]'"):
        importlib.import_module("footydata.frames.plots")


def test_a_picture_goes_on_the_axes_that_are_given(tmp_path: Path) -> None:
    figure, given = plt.subplots()
    assert figure_totals(fixtures_of(9, 10), ax=given, title="Mine") is given
    figure.savefig(tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 2_000


@pytest.mark.parametrize(
    ("teams", "said"),
    [
        (["Kingsvle"], "no team of these fixtures is called 'Kingsvle'; did you mean Kingsvale"),
        (["Kingsvale", "Liverpool"], "no team of these fixtures is called 'Liverpool'"),
        ([], "no team is named"),
    ],
)
def test_a_team_that_no_fixture_has_is_an_error(
    db: fd.Database, teams: list[str], said: str
) -> None:
    with pytest.raises(fd.FootydataError, match=said):
        points_race(db.fixtures(league=39, season="25/26"), teams=teams)


def test_a_race_of_no_fixtures_says_why_there_are_none(db: fd.Database) -> None:
    with pytest.raises(
        InvalidArgument, match="there are no fixtures to draw: no fixtures on 1999-01-01 match"
    ):
        points_race(db.fixtures(date="1999-01-01"), teams=["Kingsvale"])


def test_a_team_is_found_whatever_its_case(db: fd.Database) -> None:
    axes = points_race(db.fixtures(league=39, season="25/26"), teams=["KINGSVALE"])
    assert texts(axes)[0].startswith("Kingsvale  ")


@pytest.mark.parametrize(
    ("figure", "said"), [("corner", "did you mean corners"), ("id", "there are goals, ")]
)
def test_a_figure_that_no_fixture_has_is_an_error(db: fd.Database, figure: str, said: str) -> None:
    with pytest.raises(
        InvalidArgument, match=f"no figure of these fixtures is called '{figure}'; {said}"
    ):
        figure_totals(db.fixtures(league=39), figure=figure)


def test_a_market_without_a_line_has_no_movement_of_it(db: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="the ticks have no line"):
        line_movement(db.odds_history(int(db.fixtures(league=39)["fixture_id"].iloc[0]), "1x2"))


def test_an_empty_picture_says_why_it_is(db: fd.Database) -> None:
    fixture = int(db.fixtures(league=39, status="scheduled")["fixture_id"].iloc[-1])
    assert texts(figure_totals(db.fixtures(date="1999-01-01")))[0].startswith(
        "no fixtures on 1999-01-01 match"
    )
    assert texts(figure_totals(fixtures_of(None)))[0] == "no fixture whose corners are known"
    assert (
        f"is recorded for fixture {fixture}"
        in texts(line_movement(db.odds_history(fixture, "cards")))[0]
    )


def test_a_season_ending_names_each_team_and_place(db: fd.Database) -> None:
    frame = db.project("Crown League", runs=100)
    axes = season_ending(frame)
    assert [label.get_text() for label in axes.get_yticklabels()] == frame.sort_values(
        "mean_points", ascending=False
    )["team"].tolist()
    assert axes.get_title(loc="left") == "Crown League 25/26, as of 14 Mar 2026"
    with pytest.raises(InvalidArgument):
        season_ending(frame[["team"]])


@pytest.mark.parametrize(
    "draw",
    [
        lambda frame: fd.plots.form_strip(frame, team="Kingsvale"),
        lambda frame: fd.plots.points_race(frame, teams=["Kingsvale"]),
        fd.plots.position_race,
        fd.plots.home_and_away,
        fd.plots.line_movement,
    ],
)
def test_a_picture_of_the_wrong_frame_names_the_right_method(
    db: fd.Database, draw: Callable[[pd.DataFrame], object]
) -> None:
    ladder = db.ladder(int(db.fixtures(status="live", league=39)["fixture_id"].iloc[0]), "corner")
    with pytest.raises(
        InvalidArgument, match=r"the frame has no column '\w+'; Database\.\w+ returns such a frame"
    ):
        draw(ladder)


@pytest.mark.parametrize(
    "given", [None, "fixtures", pd.Series([1, 2])], ids=["none", "text", "series"]
)
def test_a_picture_of_something_else_names_the_right_method(given: Any) -> None:
    with pytest.raises(
        InvalidArgument, match=r"a \w+ is not a frame; Database\.fixtures returns one"
    ):
        fd.plots.home_and_away(given)


def test_a_strip_without_fixtures_is_refused(db: fd.Database) -> None:
    # pandas' tail(-3) is all but the first three.
    with pytest.raises(InvalidArgument, match="last is 1 or more"):
        fd.plots.form_strip(db.fixtures(league=39), team="Kingsvale", last=-3)


def test_a_season_ending_without_teams_is_refused(db: fd.Database) -> None:
    with pytest.raises(InvalidArgument, match="there is no team to draw: the frame is empty"):
        season_ending(db.project(39, runs=10).iloc[:0])
