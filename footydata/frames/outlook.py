"""The frames of a projection and of the meetings of two teams."""

from collections.abc import Sequence

import pandas as pd

from footydata.football.records.meaning import NUMBER
from footydata.frames.columns import FIXTURE_COLUMNS, PROJECTION_COLUMNS, column
from footydata.frames.framing import framed
from footydata.store.read.fixtures.fixtures import FixtureRow
from footydata.store.read.seasons.projections import Projection


def projection(projection: Projection) -> pd.DataFrame:
    """One row per team, as it is in the table now: its points at the end, and the chance of each zone and place.

    attrs: league and season by name, runs, model, fixtures_used, to_come, as_of, notes, zones.
    """
    zones = [zone.replace(" ", "_").replace("-", "_") for zone in projection.zones]
    places = [f"place_{place}" for place in range(1, len(projection.teams) + 1)]
    rows = [
        (
            *(team.position, team.team_id, team.team, team.played, team.points),
            *(team.mean_points, team.low_points, team.high_points),
            *(team.zones.get(zone, 0.0) for zone in projection.zones),
            *team.places,
        )
        for team in projection.teams
    ]
    columns = [*PROJECTION_COLUMNS, *(column(name, NUMBER) for name in (*zones, *places))]
    frame = framed(columns, rows)
    frame.attrs |= {
        **{
            name: getattr(projection, name)
            for name in ("league", "season", "runs", "model", "fixtures_used", "to_come")
        },
        "as_of": pd.Timestamp(projection.as_of_ts, unit="s", tz="UTC").isoformat(),
        "notes": list(projection.notes),
        "zones": zones,
    }
    return frame


def head_to_head(rows: Sequence[FixtureRow], one: tuple[int, str], other: str) -> pd.DataFrame:
    """One row per finished fixture of two teams, by kickoff.

    attrs["record"]: each team's name and "drawn" → how many fixtures ended so. rows: the newest first.
    one: the id and name of one team; other: the name of the other.
    """
    frame = framed(FIXTURE_COLUMNS, list(reversed(rows)))
    margins = [
        (row.home_goals - row.away_goals) * (1 if row.home_id == one[0] else -1)
        for row in rows
        if row.home_goals is not None and row.away_goals is not None
    ]
    ends = {one[1]: 1, "drawn": 0, other: -1}
    frame.attrs["record"] = {
        name: sum((margin > 0) - (margin < 0) == end for margin in margins) for name, end in ends.items()
    }
    if frame.empty:
        frame.attrs["reason"] = f"no finished fixture of {one[1]} and {other} is stored"
    return frame
