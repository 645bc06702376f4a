"""footydata averages: means of figures, overs and unders, and how often a side of a market won."""

from footydata.faces.cli.read_command import read_command
from footydata.odds.markets import MARKET_BY_PARAM
from footydata.store.read.fixtures.conditions import SIDES
from footydata.views.averages import averages_view

averages = read_command(
    "averages",
    averages_view,
    """Average figures per finished fixture, by team, league or referee, the highest 'both' first.

    By team: own and opponents' averages; by league or referee: those of the home and the away sides; 'both' is their
    sum. With --line, how often the figure of both sides was over and under; with --market, how often a side of it won
    by settlement (card points in the card markets: yellow + 2 x red), one bet a fixture; a team counts as the home side
    of all its fixtures: home_corners are its own. 'share' is the part of the decided ones, 'price' the one at which
    they would have broken even. Few fixtures prove little: the 95 % interval contains the true share in 95 of 100 such
    samples.

    \b
    Examples:
      footydata averages football.db --figure fouls --figure cards --by referee --league "Premier League"
      footydata averages football.db --figure corners --line 9.5 --league "Premier League" --season 25/26
      footydata averages football.db --market corner_asian --line -1.25 --league 39 --venue home
      footydata averages football.db --market cards --line 4.5 --by referee --league "Premier League"
    """,
    words={"figure": SIDES, "market": MARKET_BY_PARAM},
)
