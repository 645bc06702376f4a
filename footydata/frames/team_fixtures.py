"""The frame of teams and fixtures, with averages of each team's earlier fixtures, never of the fixture itself."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, TypeAlias, Unpack

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from footydata.football.choices import SideName
from footydata.football.errors import InvalidArgument
from footydata.football.languages import ENGLISH
from footydata.football.records.meaning import NUMBER, TEXT
from footydata.football.terms import LARGEST_ID, Side, StateDetail, Status
from footydata.frames.arrow import Columns, looked_up, read, shown
from footydata.frames.columns import TEAM_FIXTURE_COLUMNS
from footydata.frames.reading import NAMED, STORED_FIXTURE, Names, names_of
from footydata.frames.viewed import frame_of
from footydata.store.known_results import KNOWN_FROM
from footydata.store.read.fixtures.counts import sides_of
from footydata.store.read.fixtures.export_rows import figures_statement
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_filter
from footydata.store.read.quality.reasons import why_no_fixtures
from footydata.store.typed_names import as_list
from footydata.views.arguments import Clock, FixtureFilters, Says
from footydata.views.columns import column

Values: TypeAlias = "np.ndarray[tuple[int], np.dtype[Any]]"
Numbers: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.float64]]"

_READ = (
    "id",
    "kickoff_ts",
    "status",
    "state_detail",
    "league_id",
    "season_id",
    "home_id",
    "away_id",
)


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
    names = [str(name).casefold() for name in as_list(figures) or ()]
    frame = _frame(connection, narrowed, names, rolling=as_list(rolling) or [], venue=venue)
    if frame.empty:
        frame.attrs["reason"] = why_no_fixtures(connection, narrowed)
    return frame


def _frame(
    connection: sqlite3.Connection,
    filters: FixtureFilter,
    figures: Sequence[str],
    *,
    rolling: Sequence[int],
    venue: str | None,
) -> pd.DataFrame:
    for window in rolling:
        if not isinstance(window, int) or not 1 <= window <= LARGEST_ID:
            raise InvalidArgument(
                f"an average is of 1 fixture or more, not of {window!r}",
                parameter="rolling",
                value=window,
            )
    sides = {name: sides_of(name) for name in figures}
    stored = list(
        dict.fromkeys(
            [KNOWN_FROM, *(sql for pair in sides.values() for sql in pair if sql is not None)]
        )
    )
    types = {name: STORED_FIXTURE[name] for name in _READ} | dict.fromkeys(stored, pa.float64())
    chunks = read(connection, figures_statement(filters, _READ, stored), types)
    # One array per column: taking values out of many chunks takes a hundred times as long.
    rows: Columns = {
        name: pa.chunked_array([values.combine_chunks()]) for name, values in chunks.items()
    }

    teams = _both(rows["home_id"].to_numpy(), rows["away_id"].to_numpy())
    is_chosen = np.isin(
        teams, [team for team in np.unique(teams).tolist() if filters.has_team(team)]
    )
    if venue is not None:
        is_chosen &= np.arange(len(teams)) % 2 == list(Side).index(Side(venue))
    columns = _described(rows, names_of(connection, rows, lang=ENGLISH), np.flatnonzero(is_chosen))

    counts = np.repeat(_counts(rows), 2)[is_chosen]
    moments = {"known_from": KNOWN_FROM, "kickoff": "kickoff_ts"}
    known = pd.DataFrame({"team": teams[is_chosen]}).assign(
        **{
            name: np.repeat(rows[field].to_numpy().astype(np.int64), 2)[is_chosen]
            for name, field in moments.items()
        }
    )
    for name, values in _measured(rows, sides):
        values = values[is_chosen]
        columns[name] = _known(values)
        counted = known.assign(value=np.where(counts, values, np.nan))
        for window in dict.fromkeys(rolling):
            columns[f"{name}_last_{window}"] = _known(means_before(counted, window))
    kinds = {each.field: each for each in TEAM_FIXTURE_COLUMNS}
    declared = [kinds.get(field) or column(field, NUMBER) for field in columns]
    return frame_of(declared, iter(columns.values()))


def means_before(rows: pd.DataFrame, window: int) -> Numbers:
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


def _described(rows: Columns, names: Names, places: Values) -> Columns:
    """The columns of TEAM_FIXTURE_COLUMNS by field.

    places: of the rows to describe; fixture n has its home side at place 2n, its away side at 2n + 1.
    """
    fixture, is_away = pa.array(places // 2), pa.array(places % 2 == 1)
    own: dict[str, pa.ChunkedArray] = {
        "venue": pa.chunked_array(
            [pa.array(list(Side)).dictionary_encode().take(pa.array(places % 2))]
        )
    }
    home, away = (rows[name].take(fixture) for name in ("home_id", "away_id"))
    for name, first, other in (("team", away, home), ("opponent", home, away)):
        own[f"{name}_id"] = pc.if_else(is_away, first, other)
        own[name] = looked_up(own[f"{name}_id"], names["home"], TEXT)
    for each in TEAM_FIXTURE_COLUMNS:
        if each.field in NAMED:
            own[each.field] = looked_up(
                rows[NAMED[each.field]], names[each.field], each.dtype
            ).take(fixture)
        elif each.field not in own:
            own[each.field] = shown(rows[each.field], each.dtype).take(fixture)
    return {each.field: own[each.field] for each in TEAM_FIXTURE_COLUMNS}


def _measured(
    rows: Columns, sides: Mapping[str, tuple[str, str | None]]
) -> Iterator[tuple[str, Numbers]]:
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
    counts: Values = pc.and_not(
        pc.equal(rows["status"], Status.FINISHED.value), is_awarded
    ).to_numpy()
    return counts
