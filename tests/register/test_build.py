"""openfootball's clubs brought into the register, from a made-up checkout."""

from pathlib import Path

import pytest

from footydata.football.register import HASHED_IDS_FROM
from footydata.football.register.teams import (
    RESERVES,
    RegisteredTeam,
    RegisterRow,
    registered_countries,
    team_rows,
)
from tests.register import build
from tests.register.build import TEAMS, Builder, exceptions, write_teams
from tests.register.openfootball_clubs import read_clubs

CLUBS = """\
====
= Germany • Deutschland

== Bayern ==

Bayern München, 1900,    @ Allianz Arena,   München   ## the record champions
  | Bayern | FC Bayern München
  | Bayern Munich [en] | Bayern Monaco [it]
 Säbener Straße 51-57 // 81547 München
ii) Bayern München II
  | Bayern II

FC Ashmere (1901-1950),  Ashmere
  | Ashmere   # old name before season 1914/5
  | $$Acme$$ Ashmere,
Ashmere Wanderers, Ashmere
  | Ashmere | Wanderers
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    folder = tmp_path / "europe" / "germany"
    folder.mkdir(parents=True)
    (folder / "de.clubs.txt").write_text(CLUBS, encoding="utf-8")
    (folder / "de.clubs.lang.jp.txt").write_text("FC Ashmere, アッシュミア\n", encoding="utf-8")
    (folder / "de.clubs.history.txt").write_text(
        "== 1920/1\nRENAME   Ashmere Rovers, Ashmere ⇒ Ashmere Wanderers\n", encoding="utf-8"
    )
    return tmp_path


def standing() -> Builder:
    builder = Builder((), highest_id=100)
    bayern = RegisteredTeam(51, "DE", "Bayern Munich")
    builder.add("DE", [RegisterRow(bayern, ("Bayern Munchen",), {})])
    return builder


def brought_in(checkout: Path, builder: Builder) -> dict[str, build.TeamDraft]:
    builder.merge("DE", read_clubs(checkout)["DE"])
    return {team.name: team for team in builder.teams["DE"]}


def test_a_club_of_ours_keeps_its_id_and_english_name(checkout: Path) -> None:
    bayern = brought_in(checkout, standing())["Bayern Munich"]
    assert (bayern.id, bayern.spellings) == (
        51,
        ["Bayern Munchen", "Bayern", "FC Bayern München", "Bayern Monaco"],
    )
    assert bayern.names == {"de": "Bayern München", "it": "Bayern Monaco"}


def test_a_new_club_is_appended_with_the_next_id(checkout: Path) -> None:
    teams = brought_in(checkout, standing())
    assert [(team.id, team.name) for team in teams.values() if team.id > 100] == [
        (101, "Ashmere Wanderers"),
        (102, "Bayern München II"),
        (103, "FC Ashmere"),
    ]


def test_a_second_team_is_of_the_reserves(checkout: Path) -> None:
    assert brought_in(checkout, standing())["Bayern München II"].side == RESERVES


def test_a_spelling_of_two_clubs_is_left_out(checkout: Path) -> None:
    teams = brought_in(checkout, standing())
    assert teams["FC Ashmere"].spellings == ["アッシュミア"]
    assert teams["FC Ashmere"].names == {"ja": "アッシュミア"}


def test_a_former_name_is_a_spelling(checkout: Path) -> None:
    assert "Ashmere Rovers" in brought_in(checkout, standing())["Ashmere Wanderers"].spellings


def test_a_club_that_may_be_two_of_ours_is_named_and_left_alone(checkout: Path) -> None:
    builder = standing()
    builder.add(
        "DE",
        [
            RegisterRow(RegisteredTeam(1, "DE", "Ashmere 01"), ("Ashmere",), {}),
            RegisterRow(RegisteredTeam(2, "DE", "Wanderers"), (), {}),
        ],
    )
    brought_in(checkout, builder)
    assert builder.unclear == ["DE: Ashmere Wanderers may be Ashmere 01, Wanderers"]


def test_an_exception_says_which_club_it_is_or_that_it_is_none(checkout: Path) -> None:
    row = {"country": "DE", "spelling": "", "why": "a test"}
    exceptions = (
        {**row, "club": "FC Ashmere", "team": "Bayern Munich"},
        {**row, "club": "Ashmere Wanderers", "team": ""},
        {**row, "club": "Bayern München", "team": "", "spelling": "Bayern Monaco"},
    )
    builder = Builder(exceptions, highest_id=100)
    builder.add("DE", [RegisterRow(RegisteredTeam(51, "DE", "Bayern Munich"), (), {})])
    teams = brought_in(checkout, builder)
    assert set(teams) == {"Bayern Munich", "Bayern München II"}
    assert "FC Ashmere" in teams["Bayern Munich"].spellings
    assert "Bayern Monaco" not in teams["Bayern Munich"].spellings


def test_a_second_run_changes_nothing(checkout: Path, tmp_path: Path) -> None:
    builder = standing()
    brought_in(checkout, builder)
    write_teams(tmp_path / "first.csv", builder.teams["DE"])
    brought_in(checkout, builder)
    write_teams(tmp_path / "second.csv", builder.teams["DE"])
    assert (tmp_path / "first.csv").read_bytes() == (tmp_path / "second.csv").read_bytes()


@pytest.mark.slow
@pytest.mark.real_data
def test_the_register_has_all_of_the_clubs_of_openfootball(real_data: Path, tmp_path: Path) -> None:
    clubs = read_clubs(real_data / "openfootball" / "clubs")
    builder = build.built(clubs, exceptions())
    assert builder.unclear == []
    listed = {country: teams for country, teams in builder.teams.items() if teams}
    assert sorted(listed) == list(registered_countries())
    for country, teams in listed.items():
        write_teams(tmp_path / f"{country}.csv", teams)
    changed = [
        path.name
        for path in tmp_path.glob("*.csv")
        if path.read_bytes() != (TEAMS / path.name).read_bytes()
    ]
    assert changed == []


def test_the_next_id_follows_the_highest_one() -> None:
    highest = build._highest_id()
    assert highest < HASHED_IDS_FROM
    assert all(
        row.team.id <= highest for country in registered_countries() for row in team_rows(country)
    )


def test_a_folder_without_clubs_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no \*\.clubs\.txt in it"):
        build.main(tmp_path)
