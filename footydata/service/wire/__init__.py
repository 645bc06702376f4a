"""The contract's shapes, nested from flat rows and back.

The shapes are resolved when they are first used: the service nests rows without loading pydantic.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # [[[cog
    # from footydata.service.wire.declared import exported
    # for module, names in exported().items():
    #     for name in names:
    #         cog.outl(f"from footydata.service.wire.{module} import {name} as {name}")
    # ]]]
    from footydata.service.wire.catalogue import Bookmaker as Bookmaker
    from footydata.service.wire.catalogue import Country as Country
    from footydata.service.wire.catalogue import League as League
    from footydata.service.wire.catalogue import LeagueDetail as LeagueDetail
    from footydata.service.wire.catalogue import Season as Season
    from footydata.service.wire.catalogue import Team as Team
    from footydata.service.wire.envelope import Pagination as Pagination
    from footydata.service.wire.event import Event as Event
    from footydata.service.wire.event import FixtureEvents as FixtureEvents
    from footydata.service.wire.fixture import Fixture as Fixture
    from footydata.service.wire.fixture import FixtureDetail as FixtureDetail
    from footydata.service.wire.odds import FixtureOdds as FixtureOdds
    from footydata.service.wire.odds import Odds as Odds
    from footydata.service.wire.odds import OddsHistory as OddsHistory
    from footydata.service.wire.odds import OddsSummary as OddsSummary
    from footydata.service.wire.odds import OddsTick as OddsTick
    from footydata.service.wire.standings import CardStandings as CardStandings
    from footydata.service.wire.standings import CornerStandings as CornerStandings
    from footydata.service.wire.standings import PointsStandings as PointsStandings
    from footydata.service.wire.standings import Standings as Standings
    from footydata.service.wire.statistics import FixtureStatistics as FixtureStatistics
    from footydata.service.wire.statistics import Statistics as Statistics
    from footydata.service.wire.status import StatusRecord as StatusRecord
    from footydata.service.wire.wire import WireModel as WireModel
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

_HOMES = {name: f"footydata.service.wire.{module}" for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)  # of the modules' own


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'footydata.service.wire' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
