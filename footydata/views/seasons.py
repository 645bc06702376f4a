"""How a season may end: each team's chance of every place and zone."""

import sqlite3
from functools import partial
from typing import Annotated

from footydata.football.moments import iso_utc
from footydata.football.records.meaning import NUMBER
from footydata.football.terms import Status
from footydata.football.wording import plural
from footydata.forecast.projecting import MOST_RUNS, project
from footydata.store.forecasts import Projection, TeamEnding
from footydata.store.read.fixtures import FixtureFilter, fixtures
from footydata.store.read.seasons.leagues import season_of_league
from footydata.views.arguments import At, Clock, League, Says, Season
from footydata.views.columns import column, columns, row_of
from footydata.views.doubts import stale_doubts
from footydata.views.view import Block, Shown, View

PROJECTION_COLUMNS = columns(
    "project",
    ("position", "team_id", "team", "played", "points", "mean_points", "low_points", "high_points"),
)


def project_view(
    connection: sqlite3.Connection,
    clock: Clock,
    /,
    league: League,
    season: Season | None = None,
    *,
    at: At | None = None,
    runs: Annotated[int, Says("How many endings are drawn.", least=1, most=MOST_RUNS)] = 10_000,
    seed: Annotated[
        int,
        Says("The seed of the draw; the same seed gives the same result.", least=0, most=2**32 - 1),
    ] = 2014,
    places: Annotated[
        bool, Says("Show each team's chance of every place, in per cent.", "Default false.")
    ] = False,
) -> View:
    """How a season may end: each team's chance of every place and zone, from 10,000 endings by the league's rules."""
    league_id, season_id = season_of_league(connection, league, season)
    drawn = project(
        connection,
        league_id=league_id,
        season_id=season_id,
        at_ts=clock.end_of(at),
        runs=runs,
        seed=seed,
        now=clock.now,
    )
    past = FixtureFilter(
        league_ids=(league_id,), end_ts=drawn.as_of_ts, statuses=(Status.FINISHED,)
    )
    kickoffs = {row.id: row.kickoff_ts for row in fixtures(connection, past)}
    is_of_now = season is None and at is None
    as_of = f"{clock.text(drawn.as_of_ts)} {clock.zone}" if at is None else str(at)
    zones = [zone.replace(" ", "_").replace("-", "_") for zone in drawn.zones]
    names = [*zones, *(f"place_{place}" for place in range(1, len(drawn.teams) + 1))]
    told = ("league", "season", "runs", "model", "fixtures_used", "to_come")
    return View(
        [*PROJECTION_COLUMNS, *(column(name, NUMBER) for name in names)],
        [
            (
                *row_of(PROJECTION_COLUMNS, team._asdict()),
                *(team.zones.get(zone, 0.0) for zone in drawn.zones),
                *team.places,
            )
            for team in drawn.teams
        ],
        (_PLACE, _TEAM, *(_places(len(drawn.teams)) if places else _ends(drawn))),
        [Block("", drawn.teams)],
        title=f"{drawn.league} {drawn.season}, as of {as_of}: "
        f"{plural(drawn.runs, 'ending')} of {plural(drawn.to_come, 'fixture')} to come, "
        f"by {plural(drawn.fixtures_used, 'past fixture')}",
        notes=drawn.notes,
        doubts=stale_doubts(list(kickoffs.values()), now=clock.now) if is_of_now else (),
        about={
            **{name: getattr(drawn, name) for name in told},
            "as_of": iso_utc(drawn.as_of_ts),
            "zones": zones,
        },
        made_of=drawn,
        fixture_ids=list(kickoffs),
        rests_on=drawn.fixtures_used,
        as_of_ts=min(drawn.as_of_ts, clock.now),
    )


_PLACE = Shown("#", "position", width=3, is_needed=True)
_TEAM = Shown("Team", "team", kind="text", is_needed=True, link=("team", "team_id"), width=24)


def _places(teams: int) -> list[Shown]:
    """The chance of each place; those in the middle, where nothing is decided, are left out first."""
    return [
        Shown(
            str(place),
            partial(_chance_of_place, place=place),
            200 - abs(2 * place - teams - 1),
            is_needed=True,
        )
        for place in range(1, teams + 1)
    ]


def _ends(drawn: Projection) -> list[Shown]:
    return [
        Shown("P", "played", width=4),
        Shown("Pts", "points"),
        Shown("End", "mean_points", format="{:.1f}".format, style="strong"),
        Shown("Range", lambda team: f"{team.low_points:.0f}-{team.high_points:.0f}", width=7),
        *(
            Shown(zone.capitalize(), partial(_chance_of_zone, zone=zone), width=10, is_needed=True)
            for zone in drawn.zones
        ),
    ]


def _chance_of_place(team: TeamEnding, *, place: int) -> str | None:
    return percent(team.places[place - 1])


def _chance_of_zone(team: TeamEnding, *, zone: str) -> str | None:
    return percent(team.zones.get(zone, 0.0))


def percent(chance: float) -> str | None:
    """A chance in whole per cent; None if it is zero.

    >>> [percent(chance) for chance in (0.0, 0.004, 0.314, 0.996, 1.0)]
    [None, '<1%', '31%', '>99%', '100%']
    """
    if chance in (0.0, 1.0):
        return "100%" if chance else None
    return "<1%" if chance < 0.01 else ">99%" if chance > 0.99 else f"{100 * chance:.0f}%"
