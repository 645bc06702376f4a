"""footydata fixture --before: what is known before a fixture."""

import csv
import json
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import Result

import footydata as fd
from footydata.faces.cli import clock
from footydata.football.errors import InvalidArgument
from tests.faces.cli import running
from tests.faces.cli.running import command

fixture = command("fixture")

COMING, FINISHED = 880_438, 880_300


@pytest.fixture(autouse=True)
def _fixed_clock(monkeypatch: pytest.MonkeyPatch, now: int) -> None:
    monkeypatch.setattr(clock, "now", lambda: now)


def run(*arguments: object) -> Result:
    return running.run(fixture, *arguments, "--before")


def test_a_page_has_every_part(sample: Path) -> None:
    lines = run(sample, COMING).stdout.splitlines()
    assert (
        lines[0] == "Kingsvale v Ashmere United, Crown League 25/26 round 23, 2026-03-14 18:00 UTC"
    )
    headings = [after for before, after in pairwise(lines) if not before]
    assert headings == ["Meetings", "Forms", "Profiles", "Referee", "Places", "Fair lines"]
    assert "none: none is named" in lines


def test_a_name_in_place_of_an_id_says_where_ids_are(sample: Path) -> None:
    result = run(sample, "Wexcombe Orient")

    assert result.exit_code == 2
    assert "'Wexcombe Orient' is not usable" in result.stderr
    assert "'footydata fixtures'" in result.stderr


def test_an_opening_day_has_no_places(sample: Path, now: int) -> None:
    with fd.Database(sample, clock=lambda: now) as db:
        opening = db.fixtures(league=39, season="25/26")["fixture_id"].iloc[0]
        reason = db.preview(opening).reasons["places"]
    lines = run(sample, opening).stdout.splitlines()
    assert lines[lines.index("Places") + 1] == f"none: {reason}"
    assert reason.endswith("in the table of the season yet, so no place")


def test_json_and_csv_hold_the_same_values(sample: Path) -> None:
    printed = json.loads(run(sample, FINISHED, "--format", "json").stdout)
    rows = list(csv.DictReader(run(sample, FINISHED, "--format", "csv").stdout.splitlines()))
    values = [row["value"] for row in rows if (row["part"], row["name"]) == ("forms", "letters")]
    assert values == [form["letters"] for form in printed["forms"]]
    assert {row["part"] for row in rows} == {"fixture", *printed.keys()} - {
        "kickoff_utc",
        "known_until_utc",
        "reasons",
    }


def test_a_past_fixture_is_priced_from_what_was_known_before_it(sample: Path, now: int) -> None:
    with fd.Database(sample, clock=lambda: now) as db:
        found = db.preview(FINISHED)
        lines = db.fair_lines(league=39, date=found.fixture["kickoff"].iloc[0].date())
    own = lines[lines["fixture_id"] == FINISHED]
    assert found.fair_lines["price_1"].tolist() == pytest.approx(own["price_1"].tolist())
    assert (found.meetings["kickoff"] < found.known_until).all()


def test_a_notebook_shows_a_preview_as_a_page(sample: Path, now: int) -> None:
    with fd.Database(sample, clock=lambda: now) as db:
        found = db.preview(COMING)
    page = found._repr_html_()
    assert "<h3>Kingsvale v Ashmere United, Crown League 25/26 round 23" in page
    assert "<h4>Referee</h4><p>none: none is named</p>" in page
    assert "<h4>Fair lines</h4>" in page
    assert found.reasons == {"referee": "none is named"}


def test_recorded_lines_stand_beside_the_fair_ones(sample: Path) -> None:
    lines = run(sample, COMING).stdout.splitlines()
    heads = lines[lines.index("Fair lines") + 1].replace("80 %", "80%").split()
    corner = next(line for line in lines if line.startswith("corner "))
    assert heads[:7] == ["market", "line", "fair", "80%", "recorded", "at", "by"]
    assert corner.split()[:4] == ["corner", "10.50", "2.03", "1.97"]
    assert corner.split()[5:9] == ["10.25", "1.87", "1.94", "kestrel"]


def test_recorded_lines_are_shown_where_no_fair_line_is_known(tmp_path: Path, now: int) -> None:
    head = "Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR,B365H,B365D,B365A"
    (tmp_path / "E0.csv").write_text(
        f"{head}\nE0,16/08/2024,Man United,Fulham,1,0,H,1.60,4.20,5.25\n", encoding="utf-8"
    )
    with fd.Database(tmp_path / "one.db", clock=lambda: now) as db:
        db.load(tmp_path / "E0.csv")
        fixture_id = db.fixtures()["fixture_id"].iloc[0]
        preview = db.preview(fixture_id)
    lines = run(tmp_path / "one.db", fixture_id).stdout.splitlines()
    start = lines.index("Fair lines")
    assert lines[start + 1].split() == ["market", "at", "by"]
    assert lines[start + 3].split() == ["1x2", "1.60", "4.20", "5.25", "bet365"]
    assert lines[-1] == f"none: {preview.reasons['fair_lines']}"
    assert preview.recorded_lines[["bookmaker", "period"]].values.tolist() == [
        ["bet365", "opening"]
    ]


def test_a_fixture_without_odds_says_that_none_are_recorded(
    sample: Path, tmp_path: Path, now: int
) -> None:
    bare = Path(shutil.copy(sample, tmp_path / "bare.db"))
    with fd.Database(bare, clock=lambda: now) as db:
        db.connection.execute("delete from odds")
        db.connection.commit()
        assert db.preview(COMING).reasons["recorded_lines"] == "no odds of it are stored"
    lines = run(bare, COMING).stdout.splitlines()
    assert lines[-2:] == ["Recorded lines", "none: no odds of it are stored"]


def test_two_teams_have_a_record_against_each_other(sample: Path, now: int) -> None:
    with fd.Database(sample, clock=lambda: now) as db:
        frame = db.head_to_head(2608, "Ashmere United")
        assert frame.attrs["record"] == {"Hallowby Town": 0, "drawn": 2, "Ashmere United": 1}
        assert frame["kickoff"].is_monotonic_increasing
        with pytest.raises(InvalidArgument, match="both Ashmere United"):
            db.head_to_head(2601, "Ashmere United")


@pytest.mark.parametrize("last", [2**61, 2**63 - 1])
def test_as_many_fixtures_of_a_form_as_can_be_asked_for_are_all(sample: Path, last: int) -> None:
    every = run(sample, FINISHED, "--last", 10_000, "--format", "json")
    found = run(sample, FINISHED, "--last", last, "--format", "json")
    assert (found.exit_code, found.stdout) == (0, every.stdout)


@pytest.mark.parametrize("last", [0, -1, 2**63])
def test_no_fixture_of_a_form_is_an_error(sample: Path, last: int) -> None:
    with fd.Database(sample) as db, pytest.raises(InvalidArgument, match="is out of range"):
        db.preview(FINISHED, last=last)
