"""A row a team and fixture, with the averages of its fixtures before kickoff; never a figure of the fixture itself."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pandas as pd

from footydata.contract.terms import Side, StateDetail, Status
from footydata.frames.columns import INTEGER, MOMENT, NUMBER, TEXT, column
from footydata.frames.framing import framed
from footydata.rows import FixtureRow

COLUMNS = (
    column("fixture_id", INTEGER),
    column("kickoff", MOMENT),
    *(column(name, TEXT) for name in ("status", "league", "season")),
    column("team_id", INTEGER),
    *(column(name, TEXT) for name in ("team", "venue")),
    column("opponent_id", INTEGER),
    column("opponent", TEXT),
)


def team_fixtures(
    fixtures: Sequence[FixtureRow],
    figures: Mapping[str, bool],
    values: Mapping[int, tuple[float | None, ...]],
    *,
    rolling: Sequence[int],
    is_asked: Callable[[int], bool],
) -> pd.DataFrame:
    """One row per team and fixture by kickoff, the home side first; of the teams that are asked for alone.

    figures: name → whether it has sides; values: of each fixture, home and away of each figure in order.
    F_for, F_against (F of a figure without sides); F_for_last_5: the mean of the team's last five fixtures before this
    one of which the figure is known, <NA> where there are fewer. Awarded and unfinished fixtures count in no mean.
    """
    rows = [(row, side) for row in fixtures for side in Side if is_asked(_ids(row, side)[0])]
    frame = framed(COLUMNS, [_told(row, side) for row, side in rows], [each.field for each in COLUMNS])
    counts = np.array([_counts(row) for row, _ in rows], dtype=bool)
    order = np.argsort(np.array([_ids(row, side)[0] for row, side in rows], dtype=np.int64), kind="stable")
    teams = frame["team_id"].to_numpy(dtype=np.int64)[order]
    for place, (figure, has_sides) in enumerate(figures.items()):
        for name, own in (("_for", True), ("_against", False)) if has_sides else (("", True),):
            told = [values[row.id][2 * place + (has_sides and own is (side is Side.AWAY))] for row, side in rows]
            frame[f"{figure}{name}"] = pd.Series(told, dtype=NUMBER)
            known = np.where(counts, np.array(told, dtype=float), np.nan)[order]
            for window in rolling:
                before = np.empty(len(rows))
                before[order] = means_before(teams, known, window)
                mean = pd.Series(before).astype(NUMBER)
                frame[f"{figure}{name}_last_{window}"] = mean.mask(np.isnan(before))
    return frame


def means_before(
    teams: "np.ndarray[tuple[int], np.dtype[np.int64]]", values: "np.ndarray", window: int
) -> "np.ndarray":
    """For each value the mean of the last `window` known ones of its team before it, nan where there are fewer.

    teams: of each value, each team's together.

    >>> means_before(np.array([1, 1, 1, 1, 2]), np.array([4.0, np.nan, 2.0, 9.0, 5.0]), 2).tolist()
    [nan, nan, nan, 3.0, nan]
    """
    known = ~np.isnan(values)
    sums = np.concatenate([[0.0], np.cumsum(values[known])])
    before = np.cumsum(known) - known
    is_first = np.concatenate([[True], teams[1:] != teams[:-1]])[: len(teams)]
    first = before[np.maximum.accumulate(np.where(is_first, np.arange(len(teams)), 0))]
    enough = before - first >= window
    means = np.full(len(values), np.nan)
    means[enough] = (sums[before[enough]] - sums[before[enough] - window]) / window
    return means


def _ids(row: FixtureRow, side: Side) -> tuple[int, int]:
    return (row.home_id, row.away_id) if side is Side.HOME else (row.away_id, row.home_id)


def _told(row: FixtureRow, side: Side) -> tuple[object, ...]:
    names = (row.home, row.away) if side is Side.HOME else (row.away, row.home)
    own, other = _ids(row, side)
    return (row.id, row.kickoff_ts, row.status, row.league, row.season, own, names[0], side.value, other, names[1])


def _counts(row: FixtureRow) -> bool:
    return row.status == Status.FINISHED and row.state_detail != StateDetail.AWARDED
