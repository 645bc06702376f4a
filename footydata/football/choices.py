"""The words that public functions accept, as types: editors suggest them, and type checkers refuse others."""

from collections.abc import Callable, Iterable
from inspect import Parameter, cleandoc, signature
from typing import Literal, ParamSpec, TypeAlias, TypedDict, TypeVar

from footydata.football.moments import Moment

P = ParamSpec("P")
T = TypeVar("T")

OneOrMany: TypeAlias = T | Iterable[T]
"""A filter: one value, or several."""

StatusName = Literal["scheduled", "live", "finished"]
TableTypeName = Literal["total", "corner", "card"]
VenueName = Literal["all", "home", "away"]
SideName = Literal["home", "away"]
HalfName = Literal["full", "first"]
RatingName = Literal["elo", "pi"]
GroupName = Literal["team", "league", "referee"]
StepName = Literal["day", "round"]
ComparedName = Literal["season", "fixture"]
PartName = Literal["league", "season"]
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


class Narrowing(TypedDict, total=False):
    """The filters of every frame of fixtures, and of frames of what belongs to fixtures.

    league, season, team, referee, status: one or several. league: an id, a name or an unambiguous part of one, with
    its country before it where several have the name, or a source's code (E0, en.1). season: a label (18/19), a start
    year (2018) or a code (1819), of the named leagues or of all; digits that can be a year are one: 2021 is 21/22.
    team: an id, or a name as any source spells it. date: one UTC day. start, end: days, both inclusive.
    esports: only e-football; without it, e-football is included only if its league or team is named.
    """

    league: OneOrMany[int | str] | None
    season: OneOrMany[int | str] | None
    team: OneOrMany[int | str] | None
    referee: OneOrMany[str] | None
    status: OneOrMany[StatusName] | None
    date: Moment | None
    start: Moment | None
    end: Moment | None
    esports: bool


def narrowing(method: Callable[P, T]) -> Callable[P, T]:
    """Decorates a method that takes the keywords of Narrowing: its signature and help then show each of them."""
    declared = signature(method)
    own = [each for each in declared.parameters.values() if each.kind is not Parameter.VAR_KEYWORD]
    narrows = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=False if name == "esports" else None, annotation=kind)
        for name, kind in Narrowing.__annotations__.items()
    ]
    method.__signature__ = declared.replace(parameters=[*own, *narrows])  # type: ignore[attr-defined]  # inspect reads it
    method.__doc__ = f"{cleandoc(method.__doc__ or '')}\n\n{cleandoc(Narrowing.__doc__ or '')}"
    return method
