"""Names of one's own list matched to teams, and how each was."""

import shutil
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from footydata.football.errors import NotFound
from tests.conftest import NOW


def test_every_name_says_how_it_was_matched(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        found = db.resolve_teams(
            ["ashmere united", "SV Grünhafen", "Kingsv", 2608, "Kingsvle", "rangers", None]
        )
    assert found["team_id"].dropna().tolist() == [2601, 1601, 2609, 2608]
    assert found["how"].dropna().tolist() == ["exact", "spelling", "part", "id"]
    assert found["team_id"].isna().tolist()[4:] == [True, True, True]
    assert found["country"].tolist()[:2] == ["England", "Germany"]
    assert found["suggestions"].tolist()[4:6] == [
        "Kingsvale (2609)",
        "Eastholt Rangers (2605), Oxmere Park Rangers (2613)",
    ]


def test_an_alias_of_the_user_is_one(sample: Path, tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    shutil.copy(sample, path)
    with fd.Database(path, clock=lambda: NOW) as db:
        db.connection.execute(
            "insert into team_alias (team_id, spelling, source, scope) values (2609, 'The Vale', '', '')"
        )
        db.connection.commit()
        assert db.resolve_teams("the vale")[["team", "how"]].values.tolist() == [
            ["Kingsvale", "alias"]
        ]


def test_a_league_or_country_narrows_what_a_name_may_mean(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        assert db.resolve_teams("Union")["team_id"].isna().all()
        for narrowed in ({"league": "Linden League"}, {"country": "Germany"}, {"country": "de"}):
            assert db.resolve_teams("Union", **narrowed)["team"].tolist() == ["Union Steinfelde"]  # type: ignore[arg-type]  # each has its own type
        assert db.resolve_teams("Ashmere United", country="ES")["team_id"].isna().all()
        with pytest.raises(
            NotFound, match="no team is of the country 'Germny'; did you mean Germany"
        ):
            db.resolve_teams("Union", country="Germny")


def test_a_part_of_a_name_in_a_league_is_not_the_whole_name_of_a_team_elsewhere(
    tmp_path: Path,
) -> None:
    rows = {
        "E0": "England,Premier League,Everton,Arsenal",
        "CH": "Chile,Primera Division,Everton de Vina,Colo Colo",
    }
    for name, row in rows.items():
        (tmp_path / f"{name}.csv").write_text(
            f"Country,League,Season,Date,Time,Home,Away,HG,AG,Res\n{','.join(row.split(',')[:2])},"
            f"2024,17/08/2024,15:00,{','.join(row.split(',')[2:])},1,1,D\n"
        )
    with fd.Database(tmp_path / "football.db", clock=lambda: NOW) as db:
        db.load(tmp_path)
        assert db.resolve_teams("Everton", country="CL")[["team", "how"]].values.tolist() == [
            ["Everton de Vina", "part"]
        ]
        assert db.resolve_teams("Everton")["country"].tolist() == ["England"]


def test_the_names_of_a_csv_are_joined_to_teams(sample: Path) -> None:
    own = pd.DataFrame({"club": ["Kingsvale", "Nobody", "Kingsvale", None], "points": [1, 2, 3, 4]})
    with fd.Database(sample, clock=lambda: NOW) as db:
        found = db.resolve_teams(own["club"])
        joined = own.merge(found, left_on="club", right_on="asked", how="left")
        assert db.resolve_teams([]).attrs["reason"] == "no name was given"
    assert joined["team_id"].astype(object).where(joined["team_id"].notna(), 0).tolist() == [
        2609,
        0,
        2609,
        0,
    ]


def test_a_name_with_a_lone_surrogate_has_no_match(sample: Path) -> None:
    with fd.Database(sample, clock=lambda: NOW) as db:
        found = db.resolve_teams(["Kingsvale", "Grünhafen \udcff"])
    assert found["asked"].tolist() == ["Kingsvale", "Grünhafen \\udcff"]
    assert found["team_id"].isna().tolist() == [False, True]
