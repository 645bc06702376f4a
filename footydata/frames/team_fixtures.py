"""The frame of teams and fixtures, with averages of each team's earlier fixtures, never of the fixture itself."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from footydata.contract.errors import FootydataError
from footydata.contract.languages import ENGLISH
from footydata.contract.terms import LARGEST_ID, Side, StateDetail, Status
from footydata.frames.arrow import Columns, looked_up, read, shown
from footydata.frames.columns import TEAM_FIXTURE_COLUMNS, column
from footydata.frames.framing import frame_of
from footydata.frames.reading import NAMED, STORED_FIXTURE, Names, names_of
from footydata.queries.counts import sides_of
from footydata.queries.fixture_columns import figures_statement
from footydata.queries.fixtures import FixtureFilter
from footydata.records.meaning import NUMBER, TEXT

Values: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

_READ = ("id", "kickoff_ts", "status", "state_detail", "league_id", "season_id", "home_id", "away_id")


class NotAWindow(FootydataError):
    """A value is not a number of fixtures to average over."""


def team_fixtures(
    connection: sqlite3.Connection, asked: FixtureFilter, figures: Sequence[str], *, rolling: Sequence[int]
) -> pd.DataFrame:
    """One row per team and fixture by kickoff, the home side first; if the filter names teams, of these only.

    Columns of a figure F: F_for and F_against, or F if it has no sides; F_for_last_5: the mean of the team's last five
    fixtures before this one of which the figure is known, <NA> if there are fewer. Awarded and unfinished fixtures
    count in no mean. Figures and windows that are named twice appear once. Raises UnknownFigure, NotAWindow.
    """
    for window in rolling:
        if not isinstance(window, int) or not 1 <= window <= LARGEST_ID:
            raise NotAWindow(f"an average is of 1 fixture or more, not of {window!r}")
    sides = {name: sides_of(name) for name in figures}
    stored = list(dict.fromkeys(sql for pair in sides.values() for sql in pair if sql is not None))
    types = {name: STORED_FIXTURE[name] for name in _READ} | dict.fromkeys(stored, pa.float64())
    found = read(connection, figures_statement(asked, _READ, stored), types)
    # One array per column: taking values out of many chunks takes a hundred times as long.
    rows: Columns = {name: pa.chunked_array([values.combine_chunks()]) for name, values in found.items()}

    teams = _both(rows["home_id"].to_numpy(), rows["away_id"].to_numpy())
    is_asked = np.isin(teams, [team for team in np.unique(teams).tolist() if asked.has_team(team)])
    columns = _described(rows, names_of(connection, rows, lang=ENGLISH), np.flatnonzero(is_asked))

    teams = teams[is_asked]
    by_team = np.argsort(teams, kind="stable")
    counts = np.repeat(_counts(rows), 2)[is_asked]
    for name, values in _measured(rows, sides):
        values = values[is_asked]
        columns[name] = _known(values)
        past = np.where(counts, values, np.nan)[by_team]
        for window in dict.fromkeys(rolling):
            means = np.empty(len(values))
            means[by_team] = means_before(teams[by_team], past, window)
            columns[f"{name}_last_{window}"] = _known(means)
    kinds = {each.field: each for each in TEAM_FIXTURE_COLUMNS}
    declared = [kinds.get(field) or column(field, NUMBER) for field in columns]
    return frame_of(declared, iter(columns.values()))


def means_before(teams: Values, values: Numbers, window: int) -> Numbers:
    """For each value, the mean of the last `window` known values of its team before it, nan if there are fewer.

    teams: the team of each value; the values of a team are next to each other, oldest first.

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


def _described(rows: Columns, names: Names, places: Values) -> Columns:
    """The columns of TEAM_FIXTURE_COLUMNS by field.

    places: of the rows to describe; fixture n has its home side at place 2n, its away side at 2n + 1.
    """
    fixture, is_away = pa.array(places // 2), pa.array(places % 2 == 1)
    own: dict[str, pa.ChunkedArray] = {
        "venue": pa.chunked_array([pa.array(list(Side)).dictionary_encode().take(pa.array(places % 2))])
    }
    home, away = (rows[name].take(fixture) for name in ("home_id", "away_id"))
    for name, first, other in (("team", away, home), ("opponent", home, away)):
        own[f"{name}_id"] = pc.if_else(is_away, first, other)
        own[name] = looked_up(own[f"{name}_id"], names["home"], TEXT)
    for each in TEAM_FIXTURE_COLUMNS:
        if each.field in NAMED:
            own[each.field] = looked_up(rows[NAMED[each.field]], names[each.field], each.dtype).take(fixture)
        elif each.field not in own:
            own[each.field] = shown(rows[each.field], each.dtype).take(fixture)
    return {each.field: own[each.field] for each in TEAM_FIXTURE_COLUMNS}


def _measured(rows: Columns, sides: Mapping[str, tuple[str, str | None]]) -> Iterator[tuple[str, Numbers]]:
    """The names and values of the columns of figures, nan if unknown; each fixture's home side, then its away side."""
    for figure, (home_sql, away_sql) in sides.items():
        home = rows[home_sql].to_numpy()
        if away_sql is None:
            yield figure, _both(home, home)
        else:
            away = rows[away_sql].to_numpy()
            yield f"{figure}_for", _both(home, away)
            yield f"{figure}_against", _both(away, home)


def _both(home: Values, away: Values) -> Values:
    """The values of both sides in one array: of each fixture the home side's, then the away side's."""
    return np.stack((home, away), axis=1).reshape(-1)


def _known(values: Numbers) -> pa.ChunkedArray:
    """The values as Arrow, null for nan."""
    return pa.chunked_array([pa.array(values, from_pandas=True)])


def _counts(rows: Columns) -> Values:
    """For each fixture, whether it counts in averages: finished, and not awarded."""
    is_awarded = pc.fill_null(pc.equal(rows["state_detail"], StateDetail.AWARDED.value), False)
    counts: Values = pc.and_not(pc.equal(rows["status"], Status.FINISHED.value), is_awarded).to_numpy()
    return counts
