"""What can be shown, declared once: a view is a function of what may be asked, and returns all that may be shown.

A view of a season, of a league and a season by name, needs its function and a row here to be in every face: it is
`footydata NAME`, `db.NAME`, the tool NAME, and a tab beside the tables of the league in the browser and on its page.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, NamedTuple


class SeasonView(NamedTuple):
    """A view of a season in every face.

    view: its module here and its function; what that says first, and says then, is the help of the command too.
    line, topic: of the command, what it does and its page of the guide. about: further help of the method.
    frames: the frames of the method: the constant with the columns, what one row is, the arguments.
    """

    view: str
    line: str
    topic: str
    about: str
    frames: tuple[tuple[str, str, str], ...]

    def read(self) -> Any:
        """The function; imported when it is asked for, as all views take half a second."""
        module, name = self.view.split(":")
        return getattr(import_module(f"footydata.views.{module}"), name)


SEASON_VIEWS: Mapping[str, SeasonView] = {
    "players": SeasonView(
        "teams:players_view",
        "Goals or cards by player.",
        "standings",
        """
        attrs: league and season by name; known, played: of how many fixtures each goal (or card) has its player, and
        how many are finished; notes: spellings that are counted together; doubts: those that may be one player.
        Raises LeagueNotFound, SeasonNotFound, InvalidArgument.
        """,
        (
            ("SCORER_COLUMNS", "One row per player and team that scored.", ""),
            ("PLAYER_CARD_COLUMNS", "One row per player and team with a card.", 'of="cards"'),
        ),
    ),
}
"""Name → the view, in the order of the tabs."""
