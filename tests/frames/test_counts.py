"""Fixtures found by their figures, overs and unders counted, and the latest ratings, as frames."""

import json
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from click.testing import CliRunner

import footydata as fd
from footydata.faces.agents.tools import Toolbox
from footydata.faces.cli.main import group
from tests.conftest import NOW

CROWN = {"league": "Crown League", "season": "25/26"}
OF_CROWN = ("--league", "Crown League", "--season", "25/26")


@pytest.fixture(scope="module")
def db(sample: Path) -> Iterator[fd.Database]:
    with fd.Database(sample, clock=lambda: NOW) as database:
        yield database


def printed(*arguments: object) -> pd.DataFrame:
    """The rows that a command prints as JSON."""
    outcome = CliRunner().invoke(group, [*map(str, arguments), "--format", "json"])
    return pd.DataFrame(json.loads(outcome.stdout))


def test_found_fixtures_are_those_of_the_command(db: fd.Database) -> None:
    frame = db.fixtures(where="corners > 12 and shots_on_target > 8", **CROWN)
    rows = printed(
        "fixtures",
        db.path,
        "--where",
        "corners > 12 and shots_on_target > 8",
        *OF_CROWN,
        "--limit",
        1000,
    )

    assert frame["fixture_id"].tolist() == rows["fixture_id"].tolist()
    assert frame["shots_on_target"].tolist() == rows["shots_on_target"].tolist()
    assert (
        frame["corners"].tolist()
        == (frame["home_corners"] + frame["away_corners"]).tolist()
        == rows["corners"].tolist()
    )
    assert str(frame["corners"].dtype) == "Int64"
    assert frame.attrs["matching"] == len(frame) < frame.attrs["figures_known_of"]


def test_a_limit_leaves_the_newest_and_says_how_many_there_are(db: fd.Database) -> None:
    every, two = (
        db.fixtures(where="goals > 3", **CROWN),
        db.fixtures(where="goals > 3", limit=2, **CROWN),
    )

    pd.testing.assert_frame_equal(
        two[["fixture_id", "kickoff"]], every[["fixture_id", "kickoff"]].head(2)
    )
    assert two.attrs == every.attrs


def test_fixtures_in_play_are_found_where_their_status_is_named(db: fd.Database) -> None:
    assert set(db.fixtures(where="goals >= 0", status="live")["status"]) == {"live"}


def test_nothing_found_says_why(db: fd.Database) -> None:
    assert (
        db.fixtures(where="corners > 99")
        .attrs["reason"]
        .startswith("no fixture with corners > 99, of ")
    )
    with pytest.raises(fd.InvalidArgument, match="did you mean corners"):
        db.fixtures(where="cornes > 9")
    with pytest.raises(fd.InvalidArgument, match="limit 0 is out of range"):
        db.fixtures(where="corners > 9", limit=0)


@pytest.mark.parametrize("by", ["team", "league", "referee"])
def test_counts_are_those_of_the_command(db: fd.Database, by: str) -> None:
    frame = db.averages(market="corner", line=10.25, by=by, **CROWN)  # type: ignore[arg-type]  # one of its names
    rows = printed(
        "averages", db.path, "--market", "corner", "--line", 10.25, "--by", by, *OF_CROWN
    )

    pd.testing.assert_frame_equal(frame.astype(object), rows.astype(object), check_dtype=False)


def test_rows_of_few_fixtures_are_left_out_and_named(db: fd.Database) -> None:
    every = db.averages(market="corner", line=10.5, **CROWN)
    frame = db.averages(market="corner", line=10.5, min_fixtures=22, **CROWN)

    assert frame["fixtures"].min() == 22
    assert set(frame.attrs["left_out"]) == {*every["team"]} - {*frame["team"]} != set()


def test_averages_of_few_fixtures_are_left_out_and_named(db: fd.Database) -> None:
    frame = db.averages(["corners", "cards"], min_fixtures=22, **CROWN)

    assert frame["fixtures"].min() == 22
    assert set(frame.attrs["left_out"]["corners"].values()) == {21}


def test_the_command_names_what_it_leaves_out(db: fd.Database) -> None:
    few = (*OF_CROWN, "--min-fixtures", "22")
    counts = CliRunner().invoke(group, ["averages", str(db.path), "--market", "btts", *few])
    averages = CliRunner().invoke(group, ["averages", str(db.path), "--figure", "goals", *few])
    sentence = "2 teams with fewer than 22 fixtures are left out: Hallowby Town (21), Stoneferry Harriers (21)\n"

    assert (counts.stderr, averages.stderr) == (sentence, f"goals: {sentence}")
    assert "Hallowby" not in counts.stdout + averages.stdout


def test_averages_over_several_competitions_name_them(db: fd.Database) -> None:
    of_team = {"team": "Eastholt Rangers", "venue": "home", "season": "25/26"}
    note = (
        "1 team counts fixtures of several competitions: Crown League (England) 12, Lantern Cup (England) 1; "
        "name a league for one alone"
    )
    options = (
        "--team",
        "Eastholt Rangers",
        "--venue",
        "home",
        "--season",
        "25/26",
        "--figure",
        "corners",
    )

    assert db.averages("corners", **of_team).attrs["notes"] == [note]
    assert note in CliRunner().invoke(group, ["averages", str(db.path), *options]).stdout
    assert (
        note
        in Toolbox(db.path, clock=lambda: NOW)
        .call("averages", {"figure": "corners", **of_team})
        .content["notes"]
    )
    assert db.averages("corners", **of_team, league="Crown League").attrs["notes"] == []
    assert db.averages("corners", by="league").attrs["notes"] == []
    assert (
        db.averages("corners", by="referee", season="25/26")
        .attrs["notes"][0]
        .startswith("5 referees count ")
    )


def test_too_few_fixtures_of_all_are_the_reason(db: fd.Database) -> None:
    reason = "1 league with fewer than 9,999 fixtures is left out: Crown League (England) ("

    assert (
        db.averages(market="corner", line=10, by="league", min_fixtures=9999, **CROWN)
        .attrs["reason"]
        .startswith(reason)
    )
    averages = db.averages("corners", by="league", min_fixtures=9999, **CROWN)
    assert averages.attrs["reason"].startswith(f"corners: {reason}")
    with pytest.raises(fd.InvalidArgument, match="min_fixtures 0 is out of range"):
        db.averages("corners", min_fixtures=0)


def test_current_ratings_are_the_last_of_ratings(db: fd.Database) -> None:
    latest = db.ratings(history=True).groupby("team_id").last()
    frame = db.ratings().set_index("team_id")

    assert frame["position"].tolist() == list(range(1, len(frame) + 1))
    assert frame["rating"].is_monotonic_decreasing
    pd.testing.assert_series_equal(
        frame["rating"].sort_index(), latest["rating"], check_names=False
    )


def test_without_a_rated_fixture_the_frame_says_so(db: fd.Database) -> None:
    assert (
        db.ratings(at="1999-01-01")
        .attrs["reason"]
        .startswith("no finished fixture with a score before")
    )
