"""footydata ratings: rates how strong each team is, by its results."""

from footydata.faces.cli.read_command import read_command
from footydata.views.outlook import ratings_view

ratings = read_command(
    "ratings",
    ratings_view,
    """Rate how strong each team is by the results of all its fixtures, best first: its Elo rating.

    A team starts with the average (1500), so its rating means little before some 30 fixtures. Teams of leagues that
    never meet can't be compared.

    \b
    Examples:
      footydata ratings football.db --league "Premier League"
      footydata ratings football.db --league 39 --at 2025-12-31
      footydata ratings football.db --league 39 --history --format csv
    """,
    hidden=("kind",),
)
