"""The contract's shapes, nested from flat rows and back.

The shapes are resolved when they are first used: the service nests rows without loading pydantic.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # [[[cog
    # from footydata.models.declared import exported
    # for module, names in exported().items():
    #     for name in names:
    #         cog.outl(f"from footydata.models.{module} import {name} as {name}")
    # ]]]
    from footydata.models.catalogue import Bookmaker as Bookmaker
    from footydata.models.catalogue import Country as Country
    from footydata.models.catalogue import League as League
    from footydata.models.catalogue import LeagueDetail as LeagueDetail
    from footydata.models.catalogue import Season as Season
    from footydata.models.catalogue import Team as Team
    from footydata.models.envelope import Pagination as Pagination
    from footydata.models.event import Event as Event
    from footydata.models.event import FixtureEvents as FixtureEvents
    from footydata.models.fixture import Fixture as Fixture
    from footydata.models.fixture import FixtureDetail as FixtureDetail
    from footydata.models.odds import FixtureOdds as FixtureOdds
    from footydata.models.odds import Odds as Odds
    from footydata.models.odds import OddsHistory as OddsHistory
    from footydata.models.odds import OddsSummary as OddsSummary
    from footydata.models.odds import OddsTick as OddsTick
    from footydata.models.standings import CardStandings as CardStandings
    from footydata.models.standings import CornerStandings as CornerStandings
    from footydata.models.standings import PointsStandings as PointsStandings
    from footydata.models.standings import Standings as Standings
    from footydata.models.statistics import FixtureStatistics as FixtureStatistics
    from footydata.models.statistics import Statistics as Statistics
    from footydata.models.status import StatusRecord as StatusRecord
    from footydata.models.wire import WireModel as WireModel
    # [[[end]]]

_NAMES: dict[str, list[str]] = {
    # [[[cog
    # import json
    # for module, names in exported().items():
    #     cog.outl(f'"{module}": {json.dumps(names)},')
    # ]]]
    "catalogue": ["Bookmaker", "Country", "League", "LeagueDetail", "Season", "Team"],
    "envelope": ["Pagination"],
    "event": ["Event", "FixtureEvents"],
    "fixture": ["Fixture", "FixtureDetail"],
    "odds": ["FixtureOdds", "Odds", "OddsHistory", "OddsSummary", "OddsTick"],
    "standings": ["CardStandings", "CornerStandings", "PointsStandings", "Standings"],
    "statistics": ["FixtureStatistics", "Statistics"],
    "status": ["StatusRecord"],
    "wire": ["WireModel"],
    # [[[end]]]
}
"""Module → its public names. Cog writes them and the imports above from the `__all__` of the modules."""

_HOMES = {name: f"footydata.models.{module}" for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)  # of the modules' own


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'footydata.models' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
