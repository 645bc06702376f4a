"""Pictures for notebooks: each takes a frame and gives the Axes it drew on. `fd.plots` loads them when first used."""

from footydata.frames.plots.bracket import bracket as bracket
from footydata.frames.plots.fixture import line_movement as line_movement
from footydata.frames.plots.fixture import timeline as timeline
from footydata.frames.plots.races import points_race as points_race
from footydata.frames.plots.races import position_race as position_race
from footydata.frames.plots.shares import calibration as calibration
from footydata.frames.plots.shares import figure_totals as figure_totals
from footydata.frames.plots.teams import form_strip as form_strip
from footydata.frames.plots.teams import home_and_away as home_and_away
from footydata.frames.plots.teams import referee_cards as referee_cards
from footydata.frames.plots.teams import season_ending as season_ending

__all__ = [
    "bracket",
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
