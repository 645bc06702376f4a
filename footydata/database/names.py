"""The frames of leagues, teams, bookmakers and loads. Database has them."""

from typing import TYPE_CHECKING

from footydata.choices import (
    OneOrMany,
)
from footydata.contract.languages import ENGLISH
from footydata.database.opened import OpenedDatabase, gives
from footydata.frames import names as frames
from footydata.queries import leagues as leagues_of
from footydata.queries.asked import language, several
from footydata.queries.team_matches import team_matches

if TYPE_CHECKING:
    import pandas as pd


class NameFrames(OpenedDatabase):
    """The part of Database that is about what else it knows by name."""

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
        """One row per name, without doubles, in order: the team that it means and how it was matched, to join a CSV by.

        names: as any source, language or alias has them, an unambiguous part of a name, or an id. league, country (a
        name or a code): among whose teams. Where none or several fit, team_id is <NA> and suggestions names them.
        Raises LeagueNotFound, AmbiguousName, NoTeamsThere.
        """
        league_id, _ = leagues_of.league_and_season(self._connection, league, None)
        asked = several(names) or []
        return frames.team_matches(team_matches(self._connection, asked, league_id=league_id, country=country))

    @gives("bookmakers")
    def bookmakers(self) -> "pd.DataFrame":
        """One row per bookmaker, the default first."""
        return frames.bookmakers(self._connection)

    @gives("loads")
    def loads(self) -> "pd.DataFrame":
        """One row per load (a file, a downloaded file, a pull), the newest first; unload: yes, or why it can't be."""
        return frames.loads(self._connection)
