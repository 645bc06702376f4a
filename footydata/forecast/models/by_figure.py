"""The models that price each figure, with their settings.

The settings are those with the best walk-forward log loss (goals: ranked probability score) on E0, SP1 and D1 of
2014-15 to 2016-17; tests/benchmarks/frozen_split.py measures them on 2017-18 to 2019-20. Referees, and newcomers in
corners and cards, improved nothing on the seasons of the choice, so that these models leave them out.
"""

from footydata.football.terms import Figure
from footydata.forecast.models.dixon_coles import DixonColes
from footydata.forecast.models.total_split import TotalSplit

GOALS = DixonColes(ridge=8, fading=0.002, newcomer=20)
CORNERS = TotalSplit(strength=50, tempo=300)
CARDS = TotalSplit(strength=50, tempo=100, level_fading=0.0075)

MODELS: dict[Figure, DixonColes | TotalSplit] = {
    Figure.GOALS: GOALS,
    Figure.CORNERS: CORNERS,
    Figure.CARD_POINTS: CARDS,
}
"""Figure → the model that prices it from past counts alone, for whole fixtures and first halves."""

WITH_PRICES: dict[Figure, TotalSplit] = {
    Figure.CORNERS: TotalSplit(strength=400, tempo=300, tilt=1, curve=10_000),
    Figure.CARD_POINTS: TotalSplit(strength=100, tempo=100, tilt=1, level_fading=0.0075),
}
"""Figure → the model that also uses the market's result prices of each fixture, past and coming."""
