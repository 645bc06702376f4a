"""footydata: an offline football data toolkit. One SQLite file holds a person's football.

The public names are resolved when they are first used (PEP 562): importing footydata loads nothing else.
"""

import warnings
from importlib import import_module
from typing import TYPE_CHECKING

from footydata.version import __version__ as __version__

if TYPE_CHECKING:
    from footydata import forecast as forecast
    from footydata import plots as plots

    # [[[cog
    # import footydata
    # for module, names in sorted(footydata._NAMES.items()):
    #     for name in names:
    #         cog.outl(f"from {module} import {name} as {name}")
    # ]]]
    from footydata.backtesting import Backtest as Backtest
    from footydata.backtesting import LookAhead as LookAhead
    from footydata.backtesting import backtest as backtest
    from footydata.client import AnswerTooLarge as AnswerTooLarge
    from footydata.client import AsyncClient as AsyncClient
    from footydata.client import AsyncHistoryPage as AsyncHistoryPage
    from footydata.client import AsyncPage as AsyncPage
    from footydata.client import Client as Client
    from footydata.client import EndlessList as EndlessList
    from footydata.client import HistoryPage as HistoryPage
    from footydata.client import LeagueMovedWarning as LeagueMovedWarning
    from footydata.client import Move as Move
    from footydata.client import Page as Page
    from footydata.client import RateLimit as RateLimit
    from footydata.client import ServiceUnreachable as ServiceUnreachable
    from footydata.client import UnexpectedAnswer as UnexpectedAnswer
    from footydata.contract.errors import ApiError as ApiError
    from footydata.contract.errors import AuthenticationError as AuthenticationError
    from footydata.contract.errors import ExpiredApiKey as ExpiredApiKey
    from footydata.contract.errors import FixtureNotFound as FixtureNotFound
    from footydata.contract.errors import FootydataError as FootydataError
    from footydata.contract.errors import InsufficientPlan as InsufficientPlan
    from footydata.contract.errors import InternalError as InternalError
    from footydata.contract.errors import InvalidApiKey as InvalidApiKey
    from footydata.contract.errors import InvalidArgument as InvalidArgument
    from footydata.contract.errors import InvalidBookmaker as InvalidBookmaker
    from footydata.contract.errors import InvalidBookmakers as InvalidBookmakers
    from footydata.contract.errors import InvalidCountry as InvalidCountry
    from footydata.contract.errors import InvalidEsports as InvalidEsports
    from footydata.contract.errors import InvalidInclude as InvalidInclude
    from footydata.contract.errors import InvalidLang as InvalidLang
    from footydata.contract.errors import InvalidMarket as InvalidMarket
    from footydata.contract.errors import InvalidOrder as InvalidOrder
    from footydata.contract.errors import InvalidParameter as InvalidParameter
    from footydata.contract.errors import InvalidRequest as InvalidRequest
    from footydata.contract.errors import InvalidStatus as InvalidStatus
    from footydata.contract.errors import InvalidTime as InvalidTime
    from footydata.contract.errors import InvalidTimeWindow as InvalidTimeWindow
    from footydata.contract.errors import InvalidType as InvalidType
    from footydata.contract.errors import LeagueMoved as LeagueMoved
    from footydata.contract.errors import LeagueNotFound as LeagueNotFound
    from footydata.contract.errors import MethodNotAllowed as MethodNotAllowed
    from footydata.contract.errors import MissingApiKey as MissingApiKey
    from footydata.contract.errors import MissingParameter as MissingParameter
    from footydata.contract.errors import Moved as Moved
    from footydata.contract.errors import NotFound as NotFound
    from footydata.contract.errors import PermissionDenied as PermissionDenied
    from footydata.contract.errors import RateLimitError as RateLimitError
    from footydata.contract.errors import RemoteRefused as RemoteRefused
    from footydata.contract.errors import ResourceNotFound as ResourceNotFound
    from footydata.contract.errors import SeasonNotFound as SeasonNotFound
    from footydata.contract.errors import ServiceError as ServiceError
    from footydata.contract.errors import StandingsNotAvailable as StandingsNotAvailable
    from footydata.contract.errors import TeamNotFound as TeamNotFound
    from footydata.contract.errors import TooFewFixtures as TooFewFixtures
    from footydata.contract.errors import TooManyRequests as TooManyRequests
    from footydata.contract.errors import UnknownParameter as UnknownParameter
    from footydata.database import Database as Database
    from footydata.evaluation.evaluate import Evaluation as Evaluation
    from footydata.evaluation.evaluate import evaluate as evaluate
    from footydata.frames.arrow import SlowReadWarning as SlowReadWarning
    from footydata.frames.one_fixture import OneFixture as OneFixture
    from footydata.frames.preview import FixturePreview as FixturePreview
    from footydata.importing.report import FileReport as FileReport
    from footydata.importing.report import LoadReport as LoadReport
    from footydata.models import Bookmaker as Bookmaker
    from footydata.models import CardStandings as CardStandings
    from footydata.models import CornerStandings as CornerStandings
    from footydata.models import Country as Country
    from footydata.models import Event as Event
    from footydata.models import Fixture as Fixture
    from footydata.models import FixtureDetail as FixtureDetail
    from footydata.models import FixtureEvents as FixtureEvents
    from footydata.models import FixtureOdds as FixtureOdds
    from footydata.models import FixtureStatistics as FixtureStatistics
    from footydata.models import League as League
    from footydata.models import LeagueDetail as LeagueDetail
    from footydata.models import Odds as Odds
    from footydata.models import OddsHistory as OddsHistory
    from footydata.models import OddsSummary as OddsSummary
    from footydata.models import OddsTick as OddsTick
    from footydata.models import Pagination as Pagination
    from footydata.models import PointsStandings as PointsStandings
    from footydata.models import Season as Season
    from footydata.models import Standings as Standings
    from footydata.models import Statistics as Statistics
    from footydata.models import StatusRecord as StatusRecord
    from footydata.models import Team as Team
    from footydata.models import WireModel as WireModel
    from footydata.queries.leagues import AmbiguousName as AmbiguousName
    from footydata.rules.margins import implied_probabilities as implied_probabilities
    from footydata.rules.prices import closing_line_value as closing_line_value
    from footydata.rules.prices import overround as overround
    from footydata.rules.settlement import Outcome as Outcome
    from footydata.rules.settlement import Settlement as Settlement
    from footydata.rules.settlement import settle as settle
    from footydata.rules.settlement_arrays import Settlements as Settlements
    from footydata.rules.settlement_arrays import settle_many as settle_many
    from footydata.store.failures import DatabaseError as DatabaseError
    from footydata.store.failures import DatabaseMissing as DatabaseMissing
    from footydata.store.failures import NewerSchema as NewerSchema
    from footydata.store.failures import NotAFootballDatabase as NotAFootballDatabase
    # [[[end]]]

_NAMES: dict[str, tuple[str, ...]] = {
    "footydata.backtesting": ("Backtest", "LookAhead", "backtest"),
    "footydata.client": (
        "AnswerTooLarge",
        "AsyncClient",
        "AsyncHistoryPage",
        "AsyncPage",
        "Client",
        "EndlessList",
        "HistoryPage",
        "LeagueMovedWarning",
        "Move",
        "Page",
        "RateLimit",
        "ServiceUnreachable",
        "UnexpectedAnswer",
    ),
    "footydata.contract.errors": (
        "ApiError",
        "AuthenticationError",
        "ExpiredApiKey",
        "FixtureNotFound",
        "FootydataError",
        "InsufficientPlan",
        "InternalError",
        "InvalidApiKey",
        "InvalidArgument",
        "InvalidBookmaker",
        "InvalidBookmakers",
        "InvalidCountry",
        "InvalidEsports",
        "InvalidInclude",
        "InvalidLang",
        "InvalidMarket",
        "InvalidOrder",
        "InvalidParameter",
        "InvalidRequest",
        "InvalidStatus",
        "InvalidTime",
        "InvalidTimeWindow",
        "InvalidType",
        "LeagueMoved",
        "LeagueNotFound",
        "MethodNotAllowed",
        "MissingApiKey",
        "MissingParameter",
        "Moved",
        "NotFound",
        "PermissionDenied",
        "RateLimitError",
        "RemoteRefused",
        "ResourceNotFound",
        "SeasonNotFound",
        "ServiceError",
        "StandingsNotAvailable",
        "TeamNotFound",
        "TooFewFixtures",
        "TooManyRequests",
        "UnknownParameter",
    ),
    "footydata.database": ("Database",),
    "footydata.frames.arrow": ("SlowReadWarning",),
    "footydata.frames.one_fixture": ("OneFixture",),
    "footydata.frames.preview": ("FixturePreview",),
    "footydata.evaluation.evaluate": ("Evaluation", "evaluate"),
    "footydata.importing.report": ("FileReport", "LoadReport"),
    "footydata.models": (
        "Bookmaker",
        "CardStandings",
        "CornerStandings",
        "Country",
        "Event",
        "Fixture",
        "FixtureDetail",
        "FixtureEvents",
        "FixtureOdds",
        "FixtureStatistics",
        "League",
        "LeagueDetail",
        "Odds",
        "OddsHistory",
        "OddsSummary",
        "OddsTick",
        "Pagination",
        "PointsStandings",
        "Season",
        "Standings",
        "Statistics",
        "StatusRecord",
        "Team",
        "WireModel",
    ),
    "footydata.queries.leagues": ("AmbiguousName",),
    "footydata.rules.margins": ("implied_probabilities",),
    "footydata.rules.prices": ("closing_line_value", "overround"),
    "footydata.rules.settlement": ("Outcome", "Settlement", "settle"),
    "footydata.rules.settlement_arrays": ("Settlements", "settle_many"),
    "footydata.store.failures": ("DatabaseError", "DatabaseMissing", "NewerSchema", "NotAFootballDatabase"),
}
"""Module → its public names. Cog generates the imports above from it, for editors and mypy."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)

_MODULES = ("forecast", "plots")
"""Modules that need no import of their own; they are loaded when they are first used."""


RENAMED = {
    "InvalidSetting": "InvalidArgument",
    "NoBook": "InvalidArgument",
    "NothingToLoad": "NotFound",
    "SettlementError": "InvalidArgument",
    "WrongPrice": "InvalidArgument",
}
"""Former name → its successor. The former names are served for one release, with a warning."""


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(f"footydata.{name}")
    if name in RENAMED:
        message = f"footydata.{name} is footydata.{RENAMED[name]} now; the next release knows the new name alone"
        warnings.warn(message, DeprecationWarning, stacklevel=2)
        name = RENAMED[name]
    if name not in _HOMES:
        raise AttributeError(f"module 'footydata' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES, *_MODULES})
