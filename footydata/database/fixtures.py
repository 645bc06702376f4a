"""The methods of Database for fixtures and what is recorded of them."""

from typing import TYPE_CHECKING, Unpack

from footydata.database.opened import OpenedDatabase, gives
from footydata.football.choices import (
    GroupName,
    Narrowing,
    OneOrMany,
    PartName,
    SideName,
    narrowing,
)
from footydata.football.languages import ENGLISH
from footydata.football.terms import Side
from footydata.frames import fixtures as frames
from footydata.frames.prices import odds
from footydata.frames.team_fixtures import team_fixtures
from footydata.store.file.snapshots import of_one_snapshot
from footydata.store.read.fixtures.asked import language, narrowed, one_of, several
from footydata.store.read.fixtures.counts import BY, averages
from footydata.store.read.fixtures.further_figures import figures_named
from footydata.store.read.quality.reasons import why_no_figure

if TYPE_CHECKING:
    import pandas as pd

    from footydata.frames.one_fixture import OneFixture


class FixtureFrames(OpenedDatabase):
    """The part of Database that is about fixtures, their events and figures."""

    @narrowing
    @gives("fixtures")
    def fixtures(self, *, lang: str = ENGLISH, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per fixture by kickoff."""
        asked = narrowed(self._connection, **narrowed_to)
        return self._explained(frames.fixtures(self._connection, asked, lang=language(lang)), asked)

    @of_one_snapshot
    def fixture(self, fixture_id: int, *, lang: str = ENGLISH) -> "OneFixture":
        """One fixture with its events, statistics and odds. It prints as a page; db.fixture(1)["home"] is one value.

        Raises FixtureNotFound.
        """
        from footydata.frames.one_fixture import one_fixture
        from footydata.store.read.fixtures.preview import title_of

        row = self._fixture(fixture_id, lang=language(lang))
        ids = [row.id]
        return one_fixture(
            title_of(row),
            frames.fixture(row),
            events=frames.events(self._connection, ids),
            statistics=frames.statistics(self._connection, ids),
            odds=odds(self._connection, ids, market=None, bookmaker=None),
        )

    @narrowing
    @gives("events")
    def events(self, fixture_id: OneOrMany[int] | None = None, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per event of the chosen fixtures, in order."""
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.events(self._connection, ids), asked)

    @narrowing
    @gives("statistics")
    def statistics(self, fixture_id: OneOrMany[int] | None = None, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per chosen fixture; <NA> if nothing is recorded."""
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.statistics(self._connection, ids), asked)

    @narrowing
    @gives("figures")
    def figures(
        self,
        fixture_id: OneOrMany[int] | None = None,
        *,
        figure: OneOrMany[str] | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per fixture, further figure (fouls, xg ...) and half. figure: one or several, None for all.

        Raises InvalidArgument.
        """
        wanted = figures_named(several(figure))
        ids, asked = self._ids(fixture_id, narrowed_to)
        return self._explained(frames.figures(self._connection, ids, wanted), asked)

    @narrowing
    @gives("team_fixtures")
    def team_fixtures(
        self,
        *,
        figures: OneOrMany[str] = ("goals", "corners", "cards"),
        rolling: OneOrMany[int] = (),
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per team and fixture: any figures for and against, and the team's averages before kickoff.

        rolling: over how many earlier fixtures, of those that match, to average; there is no look-ahead.
        Raises InvalidArgument, and as fixtures does.
        """
        names = [str(name).casefold() for name in several(figures) or ()]
        asked = narrowed(self._connection, **narrowed_to)
        windows = several(rolling) or []
        return self._explained(team_fixtures(self._connection, asked, names, rolling=windows), asked)

    @narrowing
    @gives("averages", 'averages(by="league")', 'averages(by="referee")')
    def averages(
        self,
        figure: OneOrMany[str],
        *,
        by: GroupName = "team",
        venue: SideName | None = None,
        **narrowed_to: Unpack[Narrowing],
    ) -> "pd.DataFrame":
        """One row per team, league or referee (by) and figure: its averages a finished fixture, the highest first.

        figure: any that `find` knows for both sides: cards, fouls, half_corners, xg ... The averages of a team are its
        own and its opponents', else home and away; both: the two together. fixtures: those of which it is known.
        Raises InvalidArgument, and as fixtures does.
        """
        names = [str(name).casefold() for name in several(figure) or ()]
        asked = narrowed(self._connection, **narrowed_to)
        group = one_of("by", by, BY)
        side = None if venue is None else Side(one_of("venue", venue, tuple(Side)))
        rows = [averages(self._connection, name, asked, by=group, venue=side) for name in names]
        frame = frames.averages(names, rows, by=group)
        if frame.empty:
            frame.attrs["reason"] = why_no_figure(self._connection, asked, names)
        return frame

    @narrowing
    @gives("referees", 'referees(by="season")')
    def referees(self, *, by: OneOrMany[PartName] | None = None, **narrowed_to: Unpack[Narrowing]) -> "pd.DataFrame":
        """One row per referee and country, also per league or season if `by` names it: cards and fouls a fixture.

        Averages of finished fixtures, together and by side. league_cards, league_fouls: those under all referees in the
        same seasons. cards_known, fouls_known: how many fixtures they are based on, which may be few.
        Raises InvalidArgument, NotFound, and as fixtures does.
        """
        asked = narrowed(self._connection, **narrowed_to)
        return self._explained(frames.referees(self._connection, asked, by=several(by) or []), asked)
