"""footydata project: projects how a season may end."""

import sqlite3
from pathlib import Path

from footydata.faces.cli.arguments import stored_remark
from footydata.faces.cli.printing import say
from footydata.faces.cli.read_command import read_command
from footydata.forecast.projecting import store
from footydata.store.forecasts import Projection
from footydata.views.seasons import project_view
from footydata.views.view import View

REMARK = "Chances by a model of past scores alone; there is no evidence that betting on them makes a profit."


def _store(database: Path, view: View, quiet: bool, chosen: frozenset[str]) -> None:
    """Store a projection of now; says so, or why it was not stored."""
    projection: Projection = view.made_of

    def write(connection: sqlite3.Connection) -> str:
        store(connection, projection)
        return "Stored."

    stored = "" if "at" in chosen else stored_remark(database, write)
    if not quiet:
        say(f"{REMARK} {stored}".rstrip(), err=True)


project = read_command(
    "project",
    project_view,
    """How a season may end: each team's chance of each place, of the title, promotion and relegation.

    The remaining fixtures are drawn many times from a model of the league's past scores, and each ending is ordered by
    the rules of its competition: tie-breaks, points taken by decision, splits and play-offs; a note says which of these
    are drawn. Four endings in five are within 'range'. A projection as of now is stored in DB, where the terminal
    browser reads it. One as of a past date uses nothing later, and is not stored. json and csv have the chance of
    every place.

    \b
    Examples:
      footydata project football.db --league "Premier League"
      footydata project football.db --league "La Liga" --season 18/19 --at 2019-01-31
      footydata project football.db --league 39 --places
    """,
    then=_store,
)
