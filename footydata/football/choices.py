"""The words that public functions accept, as types: editors suggest them, and type checkers refuse others."""

from collections.abc import Iterable
from typing import Literal, TypeAlias, TypeVar

T = TypeVar("T")

OneOrMany: TypeAlias = T | Iterable[T]
"""A filter: one value, or several."""

StatusName = Literal["scheduled", "live", "finished"]
PlayersName = Literal["goals", "cards"]
TableTypeName = Literal["total", "corner", "card"]
VenueName = Literal["all", "home", "away"]
SideName = Literal["home", "away"]
HalfName = Literal["full", "first"]
GroupName = Literal["team", "league", "referee"]
HandicapName = Literal["home", "own"]
MethodName = Literal["multiplicative", "additive", "power", "shin", "odds_ratio"]
ExportFormat = Literal["parquet", "csv", "json"]
MarketName = Literal[
    # [[[cog
    # from footydata.odds.markets import ALL_MARKETS
    # for market in ALL_MARKETS:
    #     cog.outl(f'"{market.param}",')
    # ]]]
    "1x2",
    "asian",
    "goalline",
    "corner",
    "corner_asian",
    "cards",
    "cards_asian",
    "asian_half",
    "goalline_half",
    "corner_half",
    "btts",
    "draw_no_bet",
    "double_chance",
    "1x2_half",
    "btts_half",
    "draw_no_bet_half",
    "double_chance_half",
    "home_goals",
    "away_goals",
    "home_goals_half",
    "away_goals_half",
    "home_corners",
    "away_corners",
    "home_corners_half",
    "away_corners_half",
    "home_cards",
    "away_cards",
    # [[[end]]]
]
