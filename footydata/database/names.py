"""The methods of Database for leagues, teams, bookmakers and loads."""

from typing import TYPE_CHECKING, get_args

from footydata.database.opened import OpenedDatabase, gives
from footydata.football.choices import ComparedName, OneOrMany
from footydata.football.languages import ENGLISH
from footydata.frames import names as frames
from footydata.store.read.fixtures.asked import language, narrowed, one_of, several
from footydata.store.read.seasons import leagues as leagues_of
from footydata.store.read.teams.team_matches import team_matches

if TYPE_CHECKING:
    import pandas as pd


class NameFrames(OpenedDatabase):
    """The part of Database that is about leagues, teams, bookmakers and loads."""

    @gives("leagues")
    def leagues(self, *, lang: str = ENGLISH) -> "pd.DataFrame":
        """One row per league."""
        return frames.leagues(self._connection, lang=language(lang))

    @gives("teams")
    def teams(
        self, *, league: int | str | None = None, season: int | str | None = None, lang: str = ENGLISH
    ) -> "pd.DataFrame":
        """One row per team: all, or those of a league or of a season of it."""
        league_id, season_id = leagues_of.league_and_season(self._connection, league, season)
        return frames.teams(self._connection, league_id=league_id, season_id=season_id, lang=language(lang))

    @gives("resolve_teams")
    def resolve_teams(
        self, names: OneOrMany[int | str | float | None], *, league: int | str | None = None, country: str | None = None
    ) -> "pd.DataFrame":
        """One row per different name, in order: the team that it means and how it was matched; made for joining a CSV.

        names: as any source, language or alias has them, unambiguous parts of names, or ids. league, country (a name
        or a code): only teams of it. If none or several teams fit, team_id is <NA>, and suggestions names some.
        Raises LeagueNotFound, AmbiguousName, NotFound.
        """
        league_id, _ = leagues_of.league_and_season(self._connection, league, None)
        asked = several(names) or []
        return frames.team_matches(team_matches(self._connection, asked, league_id=league_id, country=country))

    @gives("bookmakers")
    def bookmakers(self) -> "pd.DataFrame":
        """One row per bookmaker, the default first."""
        return frames.bookmakers(self._connection)

    @gives("sources")
    def sources(self, fixture_id: int) -> "pd.DataFrame":
        """One row per value of a fixture and source that gives it: what it says, what stands, and why.

        Contradictions first, then what several sources say alike, then what one says. attrs["summary"]: how many
        values differ. Raises FixtureNotFound.
        """
        from footydata.frames.sources import sources

        return sources(self._connection, fixture_id)

    @gives("disagreements", 'disagreements(by="fixture")')
    def disagreements(
        self,
        *,
        league: OneOrMany[int | str] | None = None,
        season: OneOrMany[int | str] | None = None,
        figure: str | None = None,
        between: OneOrMany[str] | None = None,
        by: ComparedName = "season",
    ) -> "pd.DataFrame":
        """One row per season, figure and two sources: how many fixtures both give, how many differ; the most first.

        figure: one, or all of a part: corners, kickoff, cards, statistics, odds. between: two sources, or "A,B".
        by="fixture": the values in which they differ, the newest fixture first.
        Raises InvalidArgument, NotFound, LeagueNotFound, SeasonNotFound, AmbiguousName.
        """
        from footydata.frames.sources import disagreements

        pair = [name.strip() for each in several(between) or () for name in str(each).split(",")]
        is_by_fixture = one_of("by", by, get_args(ComparedName)) == "fixture"
        asked = narrowed(self._connection, league=league, season=season)
        return disagreements(self._connection, asked, figure=figure, between=pair, by_fixture=is_by_fixture)

    @gives("loads")
    def loads(self) -> "pd.DataFrame":
        """One row per load (a file, a downloaded file, a pull), the newest first."""
        return frames.loads(self._connection)
