"""footydata standings, players and bracket: league tables, goals and cards by player, knock-out rounds."""

from footydata.faces.cli.read_command import read_command
from footydata.views.players import players_view
from footydata.views.tables import bracket_view, reach_view, rounds_view, table_view

standings = read_command(
    "standings",
    table_view,
    """Print a league table by the rules of its competition, including points taken by decision.

    Of a tournament that is played in groups, all groups are printed, stage by stage, and the table of third places
    where some of them go on: --stage "Third places" prints it alone. Cards of a card table are yellow + red; booking
    points are 10 a yellow, 25 a red.

    \b
    Examples:
      footydata standings football.db --league "Premier League"
      footydata standings football.db --league "Serie A" --season 22/23 --at 2023-02-01
      footydata standings football.db --league 39 --type corner --venue home --last 10
      footydata standings football.db --league "World Cup" --season 2026 --stage "Group A"
      footydata standings football.db --league "Premier League" --as-it-stands
    """,
    reach=reach_view,
    by_round=rounds_view,
)

players = read_command(
    "players",
    players_view,
    """List who scored in a season, or who was booked.

    Most goals first, then fewer penalties; most cards, then more red ones; then by name. Goals of extra time count,
    those of a shootout do not; own goals count for nobody. Spellings of a team and season that are surely one player
    count together, as Mbappé and Kylian Mbappé; those that may be one are marked with ?.

    \b
    Examples:
      footydata players football.db --league "World Cup" --season 2026
      footydata players football.db --league "Premier League" --of cards --format csv
    """,
)

bracket = read_command(
    "bracket",
    bracket_view,
    """Print the knock-out rounds of a season, ties that meet next together, and who goes through by what.

    A tie that no score explains is doubtful, with the reason; nobody goes through then.

    \b
    Examples:
      footydata bracket football.db --league "World Cup" --season 2026
      footydata bracket football.db --league "Champions League" --format csv
    """,
)
