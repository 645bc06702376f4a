"""The methods of Database for league tables and ratings."""

from typing import TYPE_CHECKING

from footydata.database.opened import OpenedDatabase, gives
from footydata.football.choices import (
    HalfName,
    OneOrMany,
    RatingName,
    StepName,
    TableTypeName,
    VenueName,
)
from footydata.football.errors import InvalidArgument
from footydata.football.moments import Moment, end_named
from footydata.football.table_rows import TableHalf, Venue, table_title
from footydata.football.terms import TableType
from footydata.frames import tables as frames
from footydata.store.read.fixtures.asked import narrowed, one_of
from footydata.store.read.seasons import leagues as leagues_of
from footydata.store.read.seasons.positions import STEPS, season_course
from footydata.store.read.seasons.standings import all_standings, standings
from footydata.store.read.seasons.zones import table_zones

if TYPE_CHECKING:
    import pandas as pd


class TableFrames(OpenedDatabase):
    """The part of Database that is about standings and ratings."""

    @gives("standings", 'standings(type="corner")', 'standings(type="card")')
    def standings(
        self,
        league: int | str,
        season: int | str | None = None,
        *,
        type: TableTypeName = "total",
        venue: VenueName = "all",
        half: HalfName = "full",
        at: Moment | None = None,
        round: int | None = None,
        last: int | None = None,
    ) -> "pd.DataFrame":
        """The table of a season, best first; without a season, of the newest one with fixtures.

        type: total, corner or card; venue: all, home or away; half: full or first; at: as of the end of that day,
        or of that moment; round: up to that round; last: the last N fixtures of each team.
        attrs: title; country, league and season by name; zones: zone → its first and last place;
        decisions: the points taken or given; notes; doubts; known, played: of how many fixtures the table has the
        figures, and how many are finished. A notebook shows them beside the table.
        Raises StandingsNotAvailable, SeasonNotFound, LeagueNotFound, InvalidArgument.
        """
        for name, number in (("round", round), ("last", last)):
            if number is not None and number < 1:
                raise InvalidArgument(f"{name} {number} is too low; it starts at 1", parameter=name, value=number)
        found = leagues_of.find_league(self._connection, league)
        table = standings(
            self._connection,
            league_id=found.id,
            season_id=leagues_of.season_meant(self._connection, found.id, season).id if season is not None else None,
            type=TableType(one_of("type", type, tuple(TableType))),
            venue=one_of("venue", venue, tuple(Venue)),
            half=one_of("half", half, tuple(TableHalf)),
            at_ts=end_named(at),
            up_to_round=round,
            last=last,
            now=self._now(),
        )
        asked = [f"last {last}"] if last is not None else []
        asked += [f"as of {at}"] if at is not None else []
        zones = table_zones(self._connection, table) if last is None else ()
        return frames.standings(table, title=table_title(table, asked), zones=zones)

    @gives("positions")
    def positions(
        self,
        league: int | str,
        season: int | str | None = None,
        *,
        type: TableTypeName = "total",
        by: StepName = "day",
    ) -> "pd.DataFrame":
        """One row per day with fixtures (or round) and team: the tables in the course of a season, each best first.

        by: day, or round if the rounds are known. Each table is that of standings with this `at` or `round`.
        attrs["left_out"]: the days or rounds with too little known for a table. Raises as standings does.
        """
        league_id, season_id = leagues_of.league_and_season(self._connection, league, season)
        steps = one_of("by", by, STEPS)
        course = season_course(
            self._connection,
            league_id=league_id or 0,
            season_id=season_id,
            type=TableType(one_of("type", type, tuple(TableType))),
            by=steps,
            now=self._now(),
        )
        return frames.positions(course, by=steps)

    @gives("all_standings")
    def all_standings(self) -> "pd.DataFrame":
        """The points tables of all seasons whose results are reliable, by season id, then position.

        attrs["doubts"]: country, league and season as one text → why its table may be wrong; only tables with doubts.
        """
        return frames.all_standings(all_standings(self._connection, now=self._now()))

    @gives("ratings")
    def ratings(
        self,
        *,
        kind: RatingName = "elo",
        league: OneOrMany[int | str] | None = None,
        team: OneOrMany[int | str] | None = None,
        at: Moment | None = None,
    ) -> "pd.DataFrame":
        """One row per team and fixture, oldest first: how strong the team is after it.

        kind: elo (who won; an average team has 1500) or pi (by how many goals, home_rating and away_rating apart; an
        average team has 0). at: up to the end of that day. A rating is based on a team's fixtures in every competition;
        `fixtures` is how many those are.
        """
        from footydata.forecast.models.ratings import Rating
        from footydata.forecast.rating import NamedRating, rated_fixtures

        asked, now = narrowed(self._connection, league=league, team=team), self._now()
        rows = rated_fixtures(
            self._connection,
            kind=Rating(one_of("kind", kind, tuple(Rating))),
            league_ids=_ids_of(asked.league_id, asked.league_ids),
            team_ids=_ids_of(asked.team_id, asked.team_ids),
            at_ts=end_named(at) or now,
            now=now,
        )
        return frames.ratings(list(rows), NamedRating._fields)


def _ids_of(one: int | None, many: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The ids of a filter, None if it has none."""
    return many if one is None else (one,)
