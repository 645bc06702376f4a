"""The frame of teams and fixtures, with averages of each team's earlier fixtures, never of the fixture itself."""

import sqlite3
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Unpack

import numpy as np
import pandas as pd
import pyarrow as pa

from footydata.football.declared_types import SideName
from footydata.football.errors import InvalidArgument
from footydata.football.records.meaning import CATEGORY, NUMBER, TEXT
from footydata.football.terms import ENGLISH, LARGEST_ID, Side, StateDetail, Status
from footydata.frames.reading import fixture_columns, read
from footydata.frames.viewed import frame_of
from footydata.store.read.conditions import fixture_filter
from footydata.store.read.counts import sides_of
from footydata.store.read.fixtures import FixtureFilter, list_statement, why_no_fixtures
from footydata.store.rows import KNOWN_FROM
from footydata.store.typed_names import as_list
from footydata.views.arguments import Clock, FixtureFilters, Says
from footydata.views.columns import columns
from footydata.views.fixtures import FIXTURE_COLUMNS

TEAM_FIXTURE_COLUMNS = columns(
    "team_fixtures",
    (
        *("id", "kickoff_ts", "status", "country", "league", "season", "team_id", "team", "venue"),
        *("opponent_id", "opponent"),
    ),
    entity="fixture",
)
_DESCRIBED = [each.name for each in TEAM_FIXTURE_COLUMNS]
_KICKOFF = "fixture.kickoff_ts"
_STORED = dict.fromkeys([*_DESCRIBED, _KICKOFF, KNOWN_FROM, "state_detail"])
"""What a row has before its figures."""

_READ = [
    each
    for each in FIXTURE_COLUMNS
    if each.name in {*_STORED, "home", "away", "home_id", "away_id"}
]
"""What it has of its fixture."""


def team_fixtures(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    *,
    figures: Annotated[str | Iterable[str], Says("Any, for and against.")] = (
        "goals",
        "corners",
        "cards",
    ),
    rolling: Annotated[
        int | Iterable[int],
        Says("Over how many earlier fixtures, of those that match, to average; no look-ahead."),
    ] = (),
    venue: Annotated[SideName, Says("Only at home or away, averaged among themselves.")]
    | None = None,
    **filters: Unpack[FixtureFilters],
) -> pd.DataFrame:
    """One row per team and fixture by kickoff: any figures for and against, and the team's averages before kickoff.

    Columns of a figure F: F_for and F_against, or F if it has no sides; F_for_last_5: the mean of the team's last five
    fixtures before this one of which the figure is known, <NA> if there are fewer. Only results that are known at the
    kickoff count, and no awarded ones. The home side first; of a filter's teams, if it names some, these only.
    """
    narrowed = fixture_filter(connection, zone=clock.zone, **filters)
    windows = list(dict.fromkeys(as_list(rolling) or []))
    for window in windows:
        if not isinstance(window, int) or not 1 <= window <= LARGEST_ID:
            raise InvalidArgument(
                f"an average is of 1 fixture or more, not of {window!r}",
                parameter="rolling",
                value=window,
            )
    sides = {
        name: sides_of(name) for name in (str(each).casefold() for each in as_list(figures) or ())
    }
    columns_read = fixture_columns(connection, narrowed, lang=ENGLISH, wanted=_READ)
    fixtures = frame_of(_READ, columns_read)
    values = _values(connection, narrowed, sides)
    of_sides = [
        _of_side(fixtures, values, sides, side) for side in Side if venue in (None, side.value)
    ]
    rows = pd.concat(of_sides).sort_index(kind="stable")
    teams = narrowed.team_ids or rows["team_id"].unique().tolist()
    rows = rows[rows["team_id"].isin(teams)].reset_index(drop=True)
    # An awarded result is in no average.
    is_awarded = (rows["state_detail"] == StateDetail.AWARDED.value).fillna(False)
    counts = (rows["status"] == Status.FINISHED.value) & ~is_awarded
    moments = rows[["team_id", _KICKOFF, KNOWN_FROM]]
    moments = moments.set_axis(["team", "kickoff", "known_from"], axis="columns")
    values_by_name: dict[str, Any] = {name: rows[name] for name in _DESCRIBED}
    for name in rows.columns[len(_STORED) :]:
        values_by_name[name] = rows[name].astype(NUMBER)
        known = moments.assign(value=rows[name].where(counts))
        for window in windows:
            values_by_name[f"{name}_last_{window}"] = pd.array(
                means_before(known, window), dtype=NUMBER
            )
    frame = pd.DataFrame(values_by_name)
    for name in frame.columns[frame.dtypes == CATEGORY]:
        frame[name] = frame[name].cat.remove_unused_categories()
    if frame.empty:
        frame.attrs["reason"] = why_no_fixtures(connection, narrowed)
    return frame


def means_before(rows: pd.DataFrame, window: int) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """For each row, the mean of the last `window` values of its team that are known at its kickoff, nan if fewer are.

    rows: by kickoff, with team, known_from, kickoff and value, nan if there is none.

    >>> moments = {"known_from": [2, 3, 4, 6, 2], "kickoff": [1, 2, 3, 5, 9]}
    >>> rows = pd.DataFrame({"team": [1, 1, 1, 1, 2], **moments, "value": [4.0, np.nan, 2.0, 9.0, 5.0]})
    >>> means_before(rows, 2).tolist()
    [nan, nan, nan, 3.0, nan]
    """
    past = rows.dropna(subset=["value"]).sort_values("known_from", kind="stable")
    means = past.groupby("team")["value"].rolling(window).mean().droplevel("team")
    past = past[["team", "known_from"]].assign(mean=means)
    return pd.merge_asof(
        rows[["team", "kickoff"]],
        past,
        left_on="kickoff",
        right_on="known_from",
        by="team",
    )["mean"].to_numpy()


def _values(
    connection: sqlite3.Connection,
    narrowed: FixtureFilter,
    sides: Mapping[str, tuple[str, str | None]],
) -> pd.DataFrame:
    """The moments and figures of the fixtures of a filter, by kickoff: a column for each SQL, nan if unknown."""
    figures = dict.fromkeys(sql for pair in sides.values() for sql in pair if sql is not None)
    types = dict.fromkeys((_KICKOFF, KNOWN_FROM), pa.int64()) | dict.fromkeys(figures, pa.float64())
    columns = read(connection, list_statement(narrowed, ", ".join(types)), types)
    return pd.DataFrame({name: values.to_numpy() for name, values in columns.items()})


def _of_side(
    fixtures: pd.DataFrame,
    values: pd.DataFrame,
    sides: Mapping[str, tuple[str, str | None]],
    side: Side,
) -> pd.DataFrame:
    """A row a fixture: one side of it, its opponent, and the figures for and against it."""
    other = Side.AWAY if side is Side.HOME else Side.HOME
    names = {f"{side}_id": "team_id", side: "team", f"{other}_id": "opponent_id", other: "opponent"}
    venue = pd.Categorical([side.value] * len(fixtures), pd.Index([*Side], dtype=TEXT))
    described = fixtures.rename(columns=names).assign(venue=venue).join(values)
    columns = {name: described[name] for name in _STORED}
    for figure, (home, away) in sides.items():
        if away is None:
            columns[figure] = values[home]
        else:
            own, others = (home, away) if side is Side.HOME else (away, home)
            columns[f"{figure}_for"], columns[f"{figure}_against"] = values[own], values[others]
    return pd.DataFrame(columns)
