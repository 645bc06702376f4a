"""What kind of stage a name means, for every name of the cups of the shared data."""

import json
import re
from pathlib import Path

import pytest

from footydata.rules.stages import Kind, is_tabled, stage_of
from tests.conftest import SHARED_DATA

OPENFOOTBALL = SHARED_DATA / "openfootball"
CUPS = (
    *sorted((OPENFOOTBALL / "txt/cups").glob("*.txt")),
    *sorted((OPENFOOTBALL / "worldcup.json").glob("*/*.json")),
    *sorted((OPENFOOTBALL / "football.json").glob("*/uefa*.json")),
)
_HEADING = re.compile(r"^[▪»]\s*([^|#\n]+)", re.MULTILINE)

KINDS = {
    **{f"Group {letter}": Kind.GROUP for letter in "ABCDEFGHIJKL123456"},
    "Gruppe G": Kind.GROUP,
    "Gruppe H": Kind.GROUP,
    "League phase": Kind.LEAGUE_PHASE,
    "Final Round": Kind.FINAL_GROUP,
    "Group 2 Play-off": Kind.GROUP_PLAY_OFF,
    "Group 4 Play-off": Kind.GROUP_PLAY_OFF,
    "First round": Kind.ROUND,
    "1. Round": Kind.ROUND,
    "2. Round": Kind.ROUND,
    "3. Round": Kind.ROUND,
    "Play-offs": Kind.PLAY_OFF,
    "Playoffs": Kind.PLAY_OFF,
    "Round of 32": Kind.KNOCK_OUT,
    "Round of 16": Kind.KNOCK_OUT,
    "Quarterfinals": Kind.KNOCK_OUT,
    "Quarter-finals": Kind.KNOCK_OUT,
    "Quarter-final": Kind.KNOCK_OUT,
    "Semifinals": Kind.KNOCK_OUT,
    "Semi-finals": Kind.KNOCK_OUT,
    "Semi-final": Kind.KNOCK_OUT,
    "Final": Kind.KNOCK_OUT,
    "Match for third place": Kind.THIRD_PLACE,
    "Third place match": Kind.THIRD_PLACE,
    "Third-place match": Kind.THIRD_PLACE,
    "Third place play-off": Kind.THIRD_PLACE,
    "Third-place play-off": Kind.THIRD_PLACE,
    **{
        f"UEFA Second Round Play-offs, Path {path}, {name}": Kind.KNOCK_OUT
        for path in "ABCD"
        for name in ("Semi-finals", "Final")
    },
    **{
        f"Inter-confederation Play-offs, Pathway {path}, {name}": Kind.KNOCK_OUT
        for path in "12"
        for name in ("Semi-final", "Final")
    },
}
"""Every name of a stage in the cups of the shared data, its kind read by hand."""


def _names(path: Path) -> set[str]:
    if path.suffix == ".txt":
        names = {name.strip() for name in _HEADING.findall(path.read_text("utf-8"))}
    else:
        matches = json.loads(path.read_text("utf-8")).get("matches", [])
        names = {match[key] for match in matches for key in ("round", "group") if match.get(key)}
    return {name for name in names if not name.startswith("Matchday")}


def test_each_name_of_the_cups_is_of_its_kind() -> None:
    if not CUPS:
        pytest.skip("no shared data")

    names = set[str]().union(*map(_names, CUPS))

    assert {name: stage_of(name).kind for name in sorted(names)} == {
        name: KINDS[name] for name in sorted(names)
    }


@pytest.mark.parametrize(
    ("name", "teams"),
    [
        ("Round of 32", 32),
        ("Last 16", 16),
        ("1/8-finals", 16),
        ("Achtelfinale", 16),
        ("Cuartos de final", 8),
        ("Quarter-finals, Replays", 8),
        ("Semifinales", 4),
        ("Final, 2nd leg", 2),
        ("UEFA Second Round Play-offs, Path A, Final", 2),
        ("Playoffs", None),
    ],
)
def test_the_name_of_a_knock_out_round_tells_its_teams(name: str, teams: int | None) -> None:
    assert stage_of(name).teams == teams


@pytest.mark.parametrize(
    "name", ["Round 12", "1. Runde", "Second Round", "Championship", "Regular", "Gruppenphase"]
)
def test_what_may_be_a_matchday_or_a_group_may_count_in_a_table(name: str) -> None:
    assert is_tabled(name)


@pytest.mark.parametrize(
    "name",
    [
        "Relegation play-offs",
        "Playoffs, Semi-finals",
        "ECL Playoff, Final",
        "Play-off final",
        "Group 2 Play-off",
    ],
)
def test_no_play_off_counts_in_a_table(name: str) -> None:
    assert not is_tabled(name)
