"""Each picture shows the numbers of its frame, and all of its names, whatever the size of the figure."""

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import matplotlib as mpl
import pandas as pd
import pytest

from footydata.football.errors import InvalidArgument

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.text import Text

import footydata as fd
from tests.conftest import NOW

LONG = {
    "Ashmere United": "Wolverhampton Wanderers Football Club",
    "Kingsvale": "Borussia Verein für Leibesübungen Mönchengladbach",
}


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


@pytest.fixture(scope="module")
def season(db: fd.Database) -> pd.DataFrame:
    """A season of the sample in which two clubs have long names."""
    fixtures = db.fixtures(league=39, season="25/26")
    return fixtures.assign(home=fixtures["home"].replace(LONG), away=fixtures["away"].replace(LONG))


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def ended(scores: list[tuple[str, int, int, str]]) -> pd.DataFrame:
    """Finished fixtures, a day apart."""
    rows = [
        {"home": home, "home_goals": scored, "away_goals": conceded, "away": away}
        for home, scored, conceded, away in scores
    ]
    days = pd.date_range("2026-01-01", periods=len(rows), tz="UTC")
    return pd.DataFrame(rows).assign(status="finished", kickoff=days)


def projection(teams: list[str]) -> pd.DataFrame:
    chances = {
        f"place_{place}": [1 / len(teams)] * len(teams) for place in range(1, len(teams) + 1)
    }
    return pd.DataFrame({"team": teams, **chances})


def test_pictures_are_there_without_an_import_of_their_own() -> None:
    assert fd.plots is sys.modules["footydata.frames.plots"]
    assert "plots" in dir(fd)


PICTURES: dict[str, Callable[[fd.Database, pd.DataFrame, Axes], Axes]] = {
    "bracket": lambda db, season, ax: fd.plots.bracket(db.bracket("Lantern Cup"), ax=ax),
    "points_race": lambda db, season, ax: fd.plots.points_race(
        season, teams=[*LONG.values()], ax=ax
    ),
    "position_race": lambda db, season, ax: fd.plots.position_race(_places(db), ax=ax),
    "figure_totals": lambda db, season, ax: fd.plots.figure_totals(season, line=10.5, ax=ax),
    "line_movement": lambda db, season, ax: fd.plots.line_movement(
        db.odds_history(_ended(db), "corner"), ax=ax
    ),
    "calibration": lambda db, season, ax: fd.plots.calibration(
        [0.1, 0.5, 0.9], [False, True, True], ax=ax
    ),
    "timeline": lambda db, season, ax: fd.plots.timeline(
        db.events(_ended(db)), home=LONG["Ashmere United"], away=LONG["Kingsvale"], ax=ax
    ),
    "form_strip": lambda db, season, ax: fd.plots.form_strip(season, team=LONG["Kingsvale"], ax=ax),
    "home_and_away": lambda db, season, ax: fd.plots.home_and_away(season, ax=ax),
    "season_ending": lambda db, season, ax: fd.plots.season_ending(
        projection(sorted({*season["home"]})), ax=ax
    ),
    "referee_cards": lambda db, season, ax: fd.plots.referee_cards(season, ax=ax),
}


def _places(db: fd.Database) -> pd.DataFrame:
    """The season's tables, two clubs with long names."""
    tables = db.positions(39, "25/26")
    return tables.assign(team=tables["team"].replace(LONG))


def _ended(db: fd.Database) -> int:
    today = db.fixtures(league=39, date="2026-03-14", status="finished")
    return int(today["fixture_id"].iloc[0])


def test_the_pictures_of_the_guide_are_small_and_one_of_each() -> None:
    sizes = {
        path.stem: path.stat().st_size
        for path in (Path(fd.__file__).parent / "guide" / "pictures").iterdir()
    }
    assert sizes.keys() == {*fd.plots.__all__}
    assert max(sizes.values()) <= 60_000
    assert sum(sizes.values()) <= 500_000


def test_every_picture_is_looked_at() -> None:
    assert PICTURES.keys() == {*fd.plots.__all__}


@pytest.mark.slow
@pytest.mark.parametrize(
    "size",
    [
        pytest.param((3.4, 2.6), id="small"),
        pytest.param((13.0, 4.0), id="wide"),
    ],
)
@pytest.mark.parametrize("name", PICTURES)
def test_no_text_is_cut_off_at_any_size(
    db: fd.Database, season: pd.DataFrame, name: str, size: tuple[float, float]
) -> None:
    figure, given = plt.subplots(figsize=size)
    assert PICTURES[name](db, season, given) is given
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.canvas.draw()
    # Marks past the ends of an axis are there and not drawn.
    drawn = [
        text for text in figure.findobj(mpl.text.Text) if any(map(str.isalpha, text.get_text()))
    ]
    outside = [
        text.get_text()
        for text in drawn
        if (box := text.get_window_extent()).width
        and not (
            box.x0 > -2
            and box.y0 > -2
            and box.x1 < figure.bbox.x1 + 2
            and box.y1 < figure.bbox.y1 + 2
        )
    ]
    assert outside == []
    assert given.get_title(loc="left")


@pytest.mark.parametrize("by", ["day", "round"])
def test_a_line_is_the_teams_places_from_its_first_fixture_on(db: fd.Database, by: str) -> None:
    tables = db.positions(39, "24/25", by=by)  # type: ignore[arg-type]  # a name of the table
    axes = fd.plots.position_race(tables, teams=["kingsvale"])
    (line,) = [line for line in axes.lines if line.get_linewidth() > 1.5]
    own = tables[(tables["team"] == "Kingsvale") & (tables["played"] > 0)]
    assert [*line.get_ydata()] == own["position"].tolist()
    assert len(line.get_xdata()) == own[by].nunique()
    assert [text.get_text() for text in axes.texts] == ["Kingsvale"]
    with pytest.raises(InvalidArgument, match="no team of these fixtures is called 'Kings'"):
        fd.plots.position_race(tables, teams=["Kings"])


@pytest.mark.parametrize(
    ("size", "months"),
    [
        ((4, 3), ["Sep 2025", "Dec 2025", "Mar 2026"]),
        ((14, 8), ["Sep 2025", "Oct 2025", "Nov 2025"]),
    ],
)
def test_the_days_below_a_race_are_months(
    db: fd.Database, size: tuple[float, float], months: list[str]
) -> None:
    figure, axes = plt.subplots(figsize=size)
    fd.plots.position_race(_places(db), ax=axes)
    figure.canvas.draw()
    assert [label.get_text() for label in axes.get_xticklabels()][: len(months)] == months


def test_the_first_place_is_on_top(db: fd.Database) -> None:
    low, high = fd.plots.position_race(_places(db)).get_ylim()
    assert low > high


def test_a_strip_ends_with_the_last_fixture() -> None:
    fixtures = ended([("A", 1, 0, "B"), ("C", 3, 0, "A"), ("B", 2, 2, "A")])
    axes = fd.plots.form_strip(fixtures, team="A", last=2)
    assert [text.get_text() for text in axes.texts] == ["L", "0-3", "D", "2-2"]
    assert [label.get_text().replace("\n", " ") for label in axes.get_xticklabels()] == [
        "C, away",
        "B, away",
    ]


def test_a_strip_shows_extra_time_and_shootout_below_ninety_minutes_the_team_s_goals_first() -> (
    None
):
    fixtures = ended([("A", 1, 1, "B"), ("C", 2, 2, "A"), ("A", 1, 0, "D")])
    fixtures["extra_home_goals"] = pd.array([2, 2, None], "Int64")
    fixtures["extra_away_goals"] = pd.array([1, 2, None], "Int64")
    fixtures["shootout_home_goals"] = pd.array([None, 3, None], "Int64")
    fixtures["shootout_away_goals"] = pd.array([None, 4, None], "Int64")
    axes = fd.plots.form_strip(fixtures, team="A")
    assert [text.get_text() for text in axes.texts] == [
        *("D", "1-1", "2-1 aet", "D", "2-2", "4-3 pen."),
        *("W", "1-0"),
    ]


@pytest.mark.parametrize("size", [(4, 3), (8, 5)])
def test_the_opponents_below_a_strip_of_squares_stay_apart(
    db: fd.Database, size: tuple[float, float]
) -> None:
    figure, axes = plt.subplots(figsize=size)
    fd.plots.form_strip(db.fixtures(league=39, season="25/26"), team="Ashmere United", ax=axes)
    figure.canvas.draw()
    assert {
        round(bar.get_window_extent().width - bar.get_window_extent().height)
        for bar in axes.patches
    } == {0}
    upright = [label for label in axes.get_xticklabels() if label.get_rotation() == 90]
    assert len(upright) == (10 if size == (4, 3) else 0)
    assert_apart(upright)


def test_a_projection_of_a_day_is_titled_by_it(db: fd.Database) -> None:
    axes = fd.plots.season_ending(db.project(39, at="2026-02-01", runs=10))
    assert axes.get_title(loc="left").replace("\n", " ") == "Crown League 25/26, as of 01 Feb 2026"


def test_a_dot_is_the_points_a_fixture() -> None:
    axes = fd.plots.home_and_away(ended([("A", 1, 0, "B"), ("B", 2, 2, "A"), ("A", 0, 1, "B")]))
    dots = next(line for line in axes.lines if line.get_marker() == "o")
    assert sorted(zip(dots.get_xdata(), dots.get_ydata(), strict=True)) == [(1.0, 1.5), (1.5, 1.0)]


@pytest.mark.parametrize("size", [(4, 3), (6.4, 4.8)])
def test_the_names_beside_dots_stay_apart_and_below_the_title(
    db: fd.Database, size: tuple[float, float]
) -> None:
    figure, axes = plt.subplots(figsize=size)
    fd.plots.home_and_away(db.fixtures(league=39, season="25/26"), ax=axes)
    figure.canvas.draw()
    boxes = [Text.get_window_extent(text) for text in axes.texts]  # without the line to the dot
    assert [count for count in (box.count_overlaps(boxes) for box in boxes) if count > 1] == []
    assert max(box.y1 for box in boxes) <= axes.bbox.y1 + 1
    dots = next(line for line in axes.lines if line.get_marker() == "o")
    centres = axes.transData.transform(dots.get_xydata())
    assert [box for box in boxes if box.count_contains(centres)] == []


def test_a_group_of_chances_is_at_its_mean_and_share() -> None:
    axes = fd.plots.calibration([0.12, 0.18, 0.75, None], [True, False, True, True])  # type: ignore[list-item]
    dots = [
        (line.get_xdata()[0], line.get_ydata()[0])
        for line in axes.lines
        if line.get_marker() == "o"
    ]
    assert dots == [(pytest.approx(15), 50), (75, 100)]
    assert [text.get_text() for text in axes.texts] == ["2", "1"]


@pytest.mark.parametrize(
    ("chances", "happened", "said"),
    [([1.2], [True], "1.2 is not a chance"), ([0.5, 0.5], [True], "2 chances and 1 outcomes")],
)
def test_chances_that_are_not_numbers_between_0_and_1_are_refused(
    chances: list[float], happened: list[bool], said: str
) -> None:
    with pytest.raises(InvalidArgument, match=said):
        fd.plots.calibration(chances, happened)


def test_the_steps_are_the_chances_of_the_ladder() -> None:
    totals = pd.DataFrame(
        {"home_corners": pd.array([9, 10], dtype="Int64"), "away_corners": pd.array([0, 0])}
    )
    ladder = pd.DataFrame({"line": [8.5, 9.0, 9.5, 10.5], "over": [1.25, 1.4, 2.0, 4.0]})
    (steps,) = fd.plots.figure_totals(totals, ladder=ladder).lines
    assert [*steps.get_xdata()] == [9, 10]
    assert [*steps.get_ydata()] == [pytest.approx(30), pytest.approx(25)]


def test_a_referees_bar_is_the_cards_a_fixture() -> None:
    cards = {"home_yellow": [1, 3], "away_yellow": [2, 2], "home_red": [0, 1], "away_red": [0, 0]}
    axes = fd.plots.referee_cards(
        ended([("A", 1, 0, "B"), ("B", 1, 0, "A")]).assign(referee="Y. Card", **cards), least=2
    )
    assert [bar.get_width() for bar in axes.patches] == [4.0, 0.5]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Y. Card (2)"]


def test_a_fixture_whose_red_cards_are_unknown_is_in_no_referees_bar() -> None:
    cards = {
        "home_yellow": [1, 3],
        "away_yellow": [2, 2],
        "home_red": [1, None],
        "away_red": [0, 0],
    }
    fixtures = ended([("A", 1, 0, "B"), ("B", 1, 0, "A")]).assign(referee="Y. Card", **cards)
    axes = fd.plots.referee_cards(fixtures, least=1)
    assert [bar.get_width() for bar in axes.patches] == [3.0, 1.0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["Y. Card (1)"]


def test_a_cell_is_the_chance_of_a_place() -> None:
    axes = fd.plots.season_ending(
        pd.DataFrame({"team": ["A", "B"], "place_1": [0.9, 0.1], "place_2": [0.1, 0.9]})
    )
    assert [text.get_text() for text in axes.texts] == ["90", "10", "10", "90"]
    with pytest.raises(InvalidArgument, match=r"Database\.project"):
        fd.plots.season_ending(pd.DataFrame({"team": ["A"]}))


def assert_apart(texts: Sequence[Text]) -> None:
    """No text covers another."""
    boxes = [text.get_window_extent() for text in texts]
    assert [count for count in (box.count_overlaps(boxes) for box in boxes) if count > 1] == []


def test_the_rows_of_twenty_stay_apart_in_a_small_picture() -> None:
    pairs = [(f"Team {place:02}", 1, 0, f"Team {place + 1:02}") for place in range(1, 20)]
    referees = pd.concat(
        [ended([pair]).assign(referee=f"R. Referee {place}") for place, pair in enumerate(pairs)]
    )
    cards = {"home_yellow": 2, "away_yellow": 1, "home_red": 0, "away_red": 0}
    figure, axes = plt.subplots(figsize=(4, 3))
    fd.plots.referee_cards(referees.assign(**cards), least=1, ax=axes)
    figure.canvas.draw()
    assert_apart(axes.get_yticklabels())


@pytest.mark.slow
def test_the_chances_of_twenty_places_stay_apart_in_a_small_picture() -> None:
    even = {f"place_{place}": [0.2] * 20 for place in range(1, 21)}
    figure, axes = plt.subplots(figsize=(4, 3))
    fd.plots.season_ending(
        pd.DataFrame({"team": [f"Wolverhampton {place}" for place in range(20)], **even}), ax=axes
    )
    figure.canvas.draw()
    assert_apart(axes.texts[:20])
    assert_apart(axes.get_xticklabels())


def test_events_without_a_minute_are_not_drawn() -> None:
    events = pd.DataFrame(
        {"type": ["goal", "goal"], "minute": [10, None], "stoppage": None, "team": ["away", "home"]}
    ).astype({"minute": "Int64", "stoppage": "Int64"})
    (goals,) = [line for line in fd.plots.timeline(events).lines if line.get_label() == "goal"]
    assert (*goals.get_xdata(), *goals.get_ydata()) == (10, -1.15)


@pytest.mark.parametrize("name", ["home_and_away", "referee_cards"])
def test_an_empty_frame_makes_a_picture_that_says_why(name: str) -> None:
    nothing = ended([("A", 1, 0, "B")]).iloc[:0].assign(referee=None, home_yellow=0, away_yellow=0)
    nothing = nothing.assign(home_red=0, away_red=0)
    nothing.attrs["reason"] = "no fixtures of the league"
    axes = getattr(fd.plots, name)(nothing)
    assert [text.get_text() for text in axes.texts] == ["no fixtures of the league"]
