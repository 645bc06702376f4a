"""The spellings of other tools, team by team."""

from typing import get_args

from footydata.football.choices import ToolName
from footydata.football.register import rows
from footydata.football.register.teams import FIRST, RESERVES, registered_team, team_of_id
from footydata.football.register.tool_spellings import spellings_of_tools

LISTED = list(rows("tool_spellings.csv"))


def test_each_row_is_of_one_team_of_its_country() -> None:
    assert [
        row["id"] for row in LISTED if getattr(team_of_id(int(row["id"]), None), "country", "") != row["country"]
    ] == []
    assert len({row["id"] for row in LISTED}) == len(LISTED)
    assert sorted(LISTED, key=lambda row: (row["country"], int(row["id"]))) == LISTED


def test_each_spelling_is_one_by_which_a_load_finds_the_team() -> None:
    strangers = []
    for team_id, spellings in spellings_of_tools().items():
        team = team_of_id(team_id, None)
        assert team is not None
        side = FIRST if team.side == RESERVES else team.side
        strangers += [text for text in spellings.values() if registered_team(team.country, text, side=side) != team]
    assert strangers == []


def test_each_tool_has_a_column_but_the_one_that_takes_any_names() -> None:
    assert {"soccerdata", *LISTED[0]} - {"country", "id"} == set(get_args(ToolName))
