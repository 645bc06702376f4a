"""One fixture of a notebook: all that is recorded of it, as a page."""

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import numpy as np
import pytest

import footydata as fd
from footydata.football.records import FairLine
from footydata.store.file.opening import open_database
from footydata.store.rows import upsert
from tests.conftest import NOW


def test_a_fixture_has_its_parts_and_prints_as_a_page(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        live = db.fixtures(status="live", league=39).iloc[0]
        found = db.fixture(live["fixture_id"])
        assert (found["home"], found["home_goals"]) == (live["home"], live["home_goals"])
        assert len(found.events) == len(db.events(int(live["fixture_id"])))
        assert len(found.odds) == len(db.odds(int(live["fixture_id"])))
        assert found.title.startswith(f"{live['home']} v {live['away']}, Crown League 25/26")
        assert repr(found) == f"<OneFixture: {found.title}>"
        page = found._repr_html_()
    assert all(text in page for text in ("<h4>Events</h4>", "<h4>Odds</h4>", str(live["home"])))


def test_a_page_is_small_and_has_each_figure_of_both_sides_in_a_row(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        ended = int(
            db.fixtures(status="finished", league=39, date="2026-03-14")["fixture_id"].iloc[0]
        )
        found = db.fixture(ended)
    page = found._repr_html_()
    head, cells = (
        re.findall(r"<th>(\w+)</th>", page)[:4],
        re.split(r">corners</td>|</tr>", page)[3],
    )
    assert head == ["home", "away", "half_home", "half_away"]
    names = ("home_corners", "away_corners", "half_home_corners", "half_away_corners")
    assert re.findall(r"<td>(.*?)</td>", cells) == [str(found[name]) for name in names]
    assert ">shots_on_target</td>" in page
    assert "&lt;NA&gt;" not in page
    assert len(page) < 20_000


def test_a_page_shows_prices_as_they_were_recorded(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        found = db.fixture(int(db.fixtures(status="live", league=39)["fixture_id"].iloc[0]))
    page = replace(found, odds=found.odds.assign(closing_price_1=1.952))._repr_html_()
    assert "<td>1.952</td>" in page


def test_a_part_without_rows_says_why(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        coming = db.fixtures(status="scheduled", league=39).iloc[-1]
        page = db.fixture(int(coming["fixture_id"]))._repr_html_()
    assert "<h4>Events</h4><p>none: no events are recorded for 1 fixture" in page


def test_the_page_of_a_preview_has_what_a_print_has(
    sample: Path,
) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        coming = db.fixtures(status="scheduled", league=39).iloc[-1]
        found = db.preview(int(coming["fixture_id"]))
    page = found._repr_html_()
    assert page.startswith(f"<h3>{found.title}</h3><h4>Meetings</h4>")
    assert "<th>0</th>" not in page
    form = found.forms.iloc[0]
    means = f"{form['corners_for']:.1f} {form['corners_against']:.1f}"
    assert f">{means}</td>" in page
    assert f"<td>{found.profiles['own'].iloc[0]:.2f}</td>" in page
    assert "&lt;NA&gt;" not in page


@pytest.mark.parametrize("unknown", [1, -5, 2**70])
def test_an_unknown_id_is_an_error(sample: Path, unknown: int) -> None:
    with (
        fd.Database(sample, clock=lambda: NOW) as db,
        pytest.raises(fd.FixtureNotFound, match=str(unknown)),
    ):
        db.fixture(unknown)


def test_an_id_from_a_frame_is_accepted_by_every_method(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        fixture_id = db.fixtures(status="live", league=39)["fixture_id"].iloc[0]
        assert isinstance(fixture_id, np.int64)
        assert not db.odds_history(fixture_id, "corner").empty
        assert db.preview(fixture_id).fixture["fixture_id"].tolist() == [fixture_id]
        assert not db.ladder(fixture_id, "goalline").empty


def test_a_fixture_tells_that_its_fair_lines_rest_on_old_results(
    sample: Path, tmp_path: Path
) -> None:
    path = Path(copyfile(sample, tmp_path / "sample.db"))
    with fd.Database(path, clock=lambda: NOW + 60 * 86_400) as db:
        coming = int(db.fixtures(status="scheduled", league=39)["fixture_id"].iloc[-1])
        line = FairLine(coming, "corner_line", 10.5, 1.9, 2.1, None, 5.0, 5.2, "x", 200, NOW)
        with closing(open_database(path)) as connection, connection:
            upsert(connection, "fair_line", [line])
        found = db.fixture(coming)
    assert any("older than its fair lines" in doubt for doubt in found.fixture.attrs["doubts"])
    assert "older than its fair lines" in found._repr_html_()
