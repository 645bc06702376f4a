"""A fixture of a season of groups that fits no group is doubtful in every frame of fixtures."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pandas as pd
import pytest

import footydata as fd
from tests.store.read.league import DAY, FIRST_DAY, LATER, SmallLeague

Doubts = dict[tuple[str, str], str]

KNOWN = (
    ("1-2 1:0", "Group A"),
    ("2-3 1:0", "Group A"),
    ("3-1 0:1", "Group A"),
    ("4-5 1:0", "Group B"),
)


@pytest.fixture
def doubts(tmp_path: Path) -> Callable[..., Doubts]:
    """Home and away → the doubt, of the fixtures of two groups and some more that have one; the same in all frames."""

    def of(*more: tuple[str, str | None], **kind: object) -> Doubts:
        league = SmallLeague(tmp_path / "football.db", teams=6, **{"has_standings": 0, **kind})  # type: ignore[arg-type]  # the tests name the kind
        fixtures = (("6-4 0:2", "Group B"), KNOWN[0], *more, *KNOWN[1:], ("5-6 1:0", "Group B"))
        for number, (text, stage) in enumerate(fixtures):
            league.fixture(text, stage=stage, kickoff_ts=FIRST_DAY + 3 * DAY * number)
        league.connection.close()
        with closing(fd.Database(tmp_path / "football.db", clock=lambda: LATER)) as db:
            frames = [
                db.fixtures(),
                db.fixtures(where="goals >= 0"),
                db.fixtures(team="A"),
                db.fixtures(team="E"),
            ]
        first, *others = map(_doubts, frames)
        assert all(other.items() <= first.items() for other in others)
        assert others[0] == first
        return first

    return of


def _doubts(frame: pd.DataFrame) -> Doubts:
    doubtful = frame[frame["doubt"].notna()]
    return {(row.home, row.away): row.doubt for row in doubtful.itertuples()}


@pytest.mark.parametrize(
    "kind", [{}, {"has_standings": 1, "rules": None}], ids=["a cup", "unknown to the register"]
)
def test_a_fixture_of_teams_of_two_groups_is_doubtful(
    doubts: Callable[..., Doubts], kind: dict[str, object]
) -> None:
    found = doubts(("1-5 1:0", "Group B"), **kind)

    assert found == {("A", "E"): "A plays in Group A too, in the same days"}


@pytest.mark.parametrize("stage", [None, "Group stage"])
def test_a_fixture_without_a_group_is_doubtful(
    doubts: Callable[..., Doubts], stage: str | None
) -> None:
    found = doubts(("1-5 1:0", stage))

    assert found == {("A", "E"): "no group is named for it, though its season has groups"}


def test_fixtures_that_fit_are_in_no_doubt(doubts: Callable[..., Doubts]) -> None:
    assert doubts(("2-1 1:0", "Group A"), ("1-5 1:0", "Final")) == {}


def test_a_league_that_the_register_knows_has_one_table_and_no_groups(
    doubts: Callable[..., Doubts],
) -> None:
    assert doubts(("1-5 1:0", "Group B"), has_standings=1, rules="efl") == {}
