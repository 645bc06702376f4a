"""A row a team and fixture, with the averages of its fixtures before kickoff; never a figure of the fixture itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, compress, repeat
from typing import Any

import numpy as np
import pandas as pd

from footydata.contract.terms import Side, StateDetail, Status
from footydata.frames.columns import INTEGER, MOMENT, NUMBER, TEXT, column
from footydata.frames.framing import framed
from footydata.rows import FixtureRow

COLUMNS = (
    column("fixture_id", INTEGER),
    column("kickoff", MOMENT),
    *(column(name, TEXT) for name in ("status", "country", "league", "season")),
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
    told = _sides(fixtures)
    asked = {team: is_asked(team) for team in set(told["team_id"])}
    is_shown = np.array([asked[team] for team in told["team_id"]], dtype=bool)
    shown = [list(compress(told[each.field], is_shown)) for each in COLUMNS]
    frame = framed(COLUMNS, list(zip(*shown, strict=True)), [each.field for each in COLUMNS])
    counts = np.repeat(np.array([_counts(row) for row in fixtures], dtype=bool), 2)[is_shown]
    teams = frame["team_id"].to_numpy(dtype=np.int64)
    order = np.argsort(teams, kind="stable")
    known = np.array([values[row.id] for row in fixtures], dtype=float).reshape(len(fixtures), 2 * len(figures))
    for place, (figure, has_sides) in enumerate(figures.items()):
        home, away = known[:, 2 * place], known[:, 2 * place + has_sides]
        for name, own in (("_for", (home, away)), ("_against", (away, home))) if has_sides else (("", (home, home)),):
            counted = np.stack(own, axis=1).reshape(-1)[is_shown]
            frame[f"{figure}{name}"] = _numbers(counted)
            past = np.where(counts, counted, np.nan)[order]
            for window in rolling:
                before = np.empty(len(past))
                before[order] = means_before(teams[order], past, window)
                frame[f"{figure}{name}_last_{window}"] = _numbers(before)
    return frame


def _numbers(values: "np.ndarray[tuple[int], np.dtype[np.float64]]") -> "pd.Series[float]":
    """The values as a nullable column, <NA> for nan."""
    return pd.Series(values).astype(NUMBER).mask(np.isnan(values))


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


def _sides(fixtures: Sequence[FixtureRow]) -> dict[str, list[Any]]:
    """The fields of COLUMNS, each fixture's home side and then its away side."""
    rows = dict(zip(FixtureRow._fields, zip(*fixtures, strict=True) if fixtures else repeat(()), strict=False))

    def both(home: Iterable[Any], away: Iterable[Any]) -> list[Any]:
        return list(chain.from_iterable(zip(home, away, strict=True)))

    alike = {"fixture_id": "id", "kickoff": "kickoff_ts"} | {
        name: name for name in ("status", "country", "league", "season")
    }
    return {
        **{field: both(rows[name], rows[name]) for field, name in alike.items()},
        "team_id": both(rows["home_id"], rows["away_id"]),
        "team": both(rows["home"], rows["away"]),
        "venue": [side.value for side in Side] * len(fixtures),
        "opponent_id": both(rows["away_id"], rows["home_id"]),
        "opponent": both(rows["away"], rows["home"]),
    }


def _counts(row: FixtureRow) -> bool:
    return row.status == Status.FINISHED and row.state_detail != StateDetail.AWARDED
