"""The methods of Database for previews of fixtures, projections of seasons, and the meetings of two teams."""

from typing import TYPE_CHECKING

from footydata.database.opened import OpenedDatabase, gives
from footydata.football.errors import InvalidArgument
from footydata.football.moments import Moment, end_named
from footydata.football.terms import LARGEST_ID
from footydata.frames import outlook as frames
from footydata.store.file.snapshots import of_one_snapshot
from footydata.store.read.fixtures.preview import LAST, meetings
from footydata.store.read.seasons.leagues import league_and_season
from footydata.store.read.teams.teams import find_team

if TYPE_CHECKING:
    import pandas as pd

    from footydata.frames.preview import FixturePreview


class OutlookFrames(OpenedDatabase):
    """The part of Database that is about what is to come."""

    @of_one_snapshot
    def preview(self, fixture_id: int, *, last: int = LAST) -> "FixturePreview":
        """What was known of a fixture before its kickoff: meetings, forms, profiles, referee, places, fair lines.

        last: how many meetings are listed, and how many fixtures a form has. There is no look-ahead for a past fixture.
        Raises FixtureNotFound, InvalidArgument.
        """
        from footydata.forecast.lazy_pricing import preview_with_lines
        from footydata.frames.preview import preview

        if not 1 <= last <= LARGEST_ID:
            raise InvalidArgument(
                f"last {last:,} is out of range; 1 fixture at least is asked for", parameter="last", value=last
            )

        return preview(preview_with_lines(self._connection, fixture_id, now=self._now(), last=last))

    @gives("project")
    def project(
        self,
        league: int | str,
        season: int | str | None = None,
        *,
        at: Moment | None = None,
        runs: int = 10_000,
        seed: int = 2014,
    ) -> "pd.DataFrame":
        """One row per team, as it is in the table now: its points at the end, its chance of every zone and place.

        runs: how many endings are drawn, from a fit of the league's past scores; each is ordered by the competition's
        rules. seed: the same seed gives the same endings. at: as of the end of that day, or of that moment.
        attrs: notes (what is not known), as_of, runs, model, fixtures_used, to_come; league and season by name.
        Raises StandingsNotAvailable, SeasonNotFound, LeagueNotFound, InvalidArgument, TooFewFixtures.
        """
        from footydata.forecast.projecting import MOST_RUNS, project

        if not 1 <= runs <= MOST_RUNS:
            raise InvalidArgument(
                f"runs {runs:,} is out of range; 1 to {MOST_RUNS:,} endings are drawn", parameter="runs", value=runs
            )
        if seed < 0:
            raise InvalidArgument(
                f"seed {seed} is negative; name 0 or a whole number above", parameter="seed", value=seed
            )
        league_id, season_id = league_and_season(self._connection, league, season)
        found = project(
            self._connection,
            league_id=league_id or 0,
            season_id=season_id,
            at_ts=end_named(at),
            runs=runs,
            seed=seed,
            now=self._now(),
        )
        return frames.projection(found)

    @gives("head_to_head")
    def head_to_head(self, one: int | str, other: int | str) -> "pd.DataFrame":
        """One row per finished fixture of two teams by kickoff, in any competition.

        attrs["record"]: the first team's name, "drawn" and the second's → how many they won, drew and won.
        Raises TeamNotFound, AmbiguousName, InvalidArgument.
        """
        first, second = find_team(self._connection, one), find_team(self._connection, other)
        if first.id == second.id:
            raise InvalidArgument(f"{one!r} and {other!r} are both {first.name}", parameter="other", value=other)
        rows = meetings(self._connection, first.id, second.id)
        return frames.head_to_head(rows, (first.id, first.name), second.name)
