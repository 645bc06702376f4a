"""Pictures for notebooks: each takes a frame and gives the Axes it drew on. `fd.plots` loads them when first used."""

from footydata.plots.fixture import timeline as timeline
from footydata.plots.prices import calibration as calibration
from footydata.plots.prices import line_movement as line_movement
from footydata.plots.races import points_race as points_race
from footydata.plots.races import position_race as position_race
from footydata.plots.teams import form_strip as form_strip
from footydata.plots.teams import home_and_away as home_and_away
from footydata.plots.teams import referee_cards as referee_cards
from footydata.plots.teams import season_ending as season_ending
from footydata.plots.totals import figure_totals as figure_totals

__all__ = [
    "calibration",
    "figure_totals",
    "form_strip",
    "home_and_away",
    "line_movement",
    "points_race",
    "position_race",
    "referee_cards",
    "season_ending",
    "timeline",
]
