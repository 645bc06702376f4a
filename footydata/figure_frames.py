"""The frames of any figure, of the contract or beyond it: long, averaged, rolling. Database has them."""

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING

from footydata import frames
from footydata.contract.terms import Side
from footydata.moments import Moment
from footydata.queries.asked import NotATable, narrowed, one_of
from footydata.queries.counts import BY, NotAGroup, averages
from footydata.queries.fixtures import FixtureFilter
from footydata.queries.further_figures import figures_named
from footydata.queries.reasons import why_no_figure
from footydata.store.snapshots import DatabaseFile, of_one_snapshot

if TYPE_CHECKING:
    import pandas as pd


class FigureFrames:
    """The part of Database that is about figures by their names."""

    _file: DatabaseFile

    if TYPE_CHECKING:

        @property
        def _connection(self) -> sqlite3.Connection: ...

        def _ids(
            self,
            fixture_id: int | None,
            league: int | str | None,
            season: str | None,
            team: int | str | None,
            day: Moment | None,
        ) -> tuple[Sequence[int], FixtureFilter]: ...

        def _explained(self, frame: "pd.DataFrame", asked: FixtureFilter) -> "pd.DataFrame": ...

    @of_one_snapshot
    def figures(
        self,
        fixture_id: int | None = None,
        *,
        figure: str | Sequence[str] | None = None,
        league: int | str | None = None,
        season: str | None = None,
        team: int | str | None = None,
        date: Moment | None = None,
    ) -> "pd.DataFrame":
        """One row per fixture, further figure (fouls, xg ...) and half. figure: one, several or, without it, all.

        Raises UnknownFigure.
        """
        wanted = figures_named(figure)
        ids, asked = self._ids(fixture_id, league, season, team, date)
        return self._explained(frames.figures(self._connection, ids, wanted), asked)

    @of_one_snapshot
    def team_fixtures(
        self,
        *,
        figures: str | Sequence[str] = ("goals", "corners", "cards"),
        rolling: int | Sequence[int] = (),
        league: int | str | None = None,
        season: str | None = None,
        team: int | str | None = None,
        referee: str | None = None,
        start: Moment | None = None,
        end: Moment | None = None,
    ) -> "pd.DataFrame":
        """One row per team and fixture: any figures for and against, and the team's averages before kickoff.

        rolling: how many fixtures before, of those asked for, an average is of; no look-ahead. Raises UnknownFigure,
        NotAWindow, and as fixtures does.
        """
        names = [name.casefold() for name in ([figures] if isinstance(figures, str) else figures)]
        windows = [rolling] if isinstance(rolling, int) else list(rolling)
        asked = narrowed(
            self._connection, league=league, season=season, team=team, referee=referee, start=start, end=end
        )
        frame = frames.rolling_frame(self._connection, asked, names, windows)
        return self._explained(frame, asked)

    @of_one_snapshot
    def averages(
        self,
        figure: str | Sequence[str],
        *,
        by: str = "team",
        venue: str | None = None,
        league: int | str | None = None,
        season: str | None = None,
        team: int | str | None = None,
        referee: str | None = None,
        start: Moment | None = None,
        end: Moment | None = None,
    ) -> "pd.DataFrame":
        """One row per team, league or referee (by) and figure: its averages a finished fixture, the highest first.

        figure: any that `find` knows for both sides: cards, fouls, half_corners, xg ... Of a team its own and its
        opponents', else home and away; both: the two together. fixtures: those of which it is known.
        Raises UnknownFigure, and as fixtures does.
        """
        names = [name.casefold() for name in ([figure] if isinstance(figure, str) else figure)]
        asked = narrowed(
            self._connection, league=league, season=season, team=team, referee=referee, start=start, end=end
        )
        group = one_of("by", by, BY, NotAGroup)
        side = None if venue is None else Side(one_of("venue", venue, tuple(Side), NotATable))
        rows = [averages(self._connection, name, asked, by=group, venue=side) for name in names]
        frame = frames.averages(names, rows, by=group)
        if frame.empty:
            frame.attrs["reason"] = why_no_figure(self._connection, asked, names)
        return frame
