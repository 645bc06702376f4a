"""Play-offs behind a season: who meets whom, what a level tie comes to, who wins."""

import numpy as np
import pytest

from footydata.football.register import rows
from footydata.rules.endings import Runs, Teams
from footydata.rules.play_offs import NOBODY, play_offs, winners

PLAYED = {name: found for name, found in play_offs().items() if found.ties}
RUNS = 400


class Strongest:
    """The lower number wins every fixture, or all end level; who met whom at whose ground is noted."""

    def __init__(self, *, all_level: bool = False) -> None:
        self.all_level = all_level
        self.met: list[tuple[int, int, bool]] = []

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        first, second = np.asarray(home), np.asarray(away)
        self.met.append((int(first[0]), int(second[0]), is_neutral))
        if self.all_level:
            return np.zeros(len(first), dtype=int), np.zeros(len(first), dtype=int)
        return (first < second).astype(int), (second < first).astype(int)


def won(name: str, teams: list[int], draw: Strongest, points: list[int] | None = None) -> list[int]:
    order = np.repeat(np.array(teams)[:, None], RUNS, axis=1)
    given = np.repeat(np.array(points or [50] * len(teams))[:, None], RUNS, axis=1)
    return winners(play_offs()[name], order, given, draw, np.random.default_rng(1)).tolist()


@pytest.mark.parametrize("name", PLAYED)
def test_whoever_wins_every_fixture_wins_from_any_place(name: str) -> None:
    teams = list(range(10, 10 + PLAYED[name].entrants))
    for strong in range(len(teams)):
        placed = [*teams]
        placed[strong] = 1
        assert set(won(name, placed, Strongest())) == {1}


MEETINGS = {
    # Championship 2022-23: Luton 3rd, Middlesbrough 4th, Coventry 5th, Sunderland 6th; the lower at home first.
    "english": [(3, 6, False), (6, 3, False), (4, 5, False), (5, 4, False), (3, 4, True)],
    # National League 2017-18: Aldershot 5th v Ebbsfleet 6th, Boreham Wood 4th v Fylde 7th; 2nd v the former.
    "national-league": [(4, 7, False), (5, 6, False), (2, 5, False), (3, 4, False), (2, 3, True)],
    # Serie B 2021-22: 5th v 8th, 6th v 7th once; 3rd v the latter, 4th v the former, twice.
    "serie-b": [(5, 8), (6, 7), (3, 6), (6, 3), (4, 5), (5, 4), (3, 4), (4, 3)],
}


@pytest.mark.parametrize("name", MEETINGS)
def test_the_places_meet_as_they_did(name: str) -> None:
    draw, first = Strongest(), min(min(met[:2]) for met in MEETINGS[name])
    won(name, list(range(first, first + play_offs()[name].entrants)), draw)
    expected = {(*met, False) if len(met) == 2 else met for met in MEETINGS[name]}
    assert set(draw.met) == expected
    assert len(draw.met) == len(expected)


@pytest.mark.parametrize("name", ["spanish", "serie-b", "serie-b-play-out"])
def test_where_ties_end_level_the_better_placed_goes_on(name: str) -> None:
    teams = list(range(play_offs()[name].entrants))
    assert set(won(name, teams, Strongest(all_level=True))) == {0}


def test_where_ties_end_level_by_lot_any_of_four_may_win() -> None:
    found = won("english", [7, 8, 9, 6], Strongest(all_level=True))
    assert {found.count(team) > 0.15 * RUNS for team in (6, 7, 8, 9)} == {True}


def test_a_lead_of_points_decides_without_a_play_off() -> None:
    teams = [9, 8]
    assert set(won("serie-b-play-out", teams, Strongest(), [44, 39])) == {9}
    assert set(won("serie-b-play-out", teams, Strongest(), [44, 40])) == {8}


def test_one_against_another_division_ends_as_often_as_such_ones_did() -> None:
    found = won("bundesliga-16th", [3], Strongest())
    assert set(found) == {3, NOBODY}
    assert found.count(3) / RUNS == pytest.approx(15 / 19, abs=0.08)


def test_every_zone_has_as_many_places_as_its_play_off_has_entrants() -> None:
    named = [row for row in rows("zones.csv") if row["play_off"]]
    assert {row["play_off"] for row in named} == play_offs().keys()
    for row in named:
        assert int(row["last"]) - int(row["first"]) + 1 == play_offs()[row["play_off"]].entrants
