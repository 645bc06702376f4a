"""footydata: an offline football data toolkit. One SQLite file holds a person's football.

The public names are resolved when they are first used (PEP 562): importing footydata loads nothing else.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from footydata.version import __version__ as __version__

if TYPE_CHECKING:
    from footydata import forecast as forecast
    from footydata.frames import plots as plots

if TYPE_CHECKING:
    # [[[cog
    # import footydata
    # for module, names in sorted(footydata._NAMES.items()):
    #     for name in names:
    #         cog.outl(f"from {module} import {name} as {name}")
    # ]]]
    from footydata.backtesting import Backtest as Backtest
    from footydata.backtesting import LookAhead as LookAhead
    from footydata.backtesting import backtest as backtest
    from footydata.database import Database as Database
    from footydata.evaluation.evaluate import Evaluation as Evaluation
    from footydata.evaluation.evaluate import evaluate as evaluate
    from footydata.football.errors import ApiError as ApiError
    from footydata.football.errors import AuthenticationError as AuthenticationError
    from footydata.football.errors import ExpiredApiKey as ExpiredApiKey
    from footydata.football.errors import FixtureNotFound as FixtureNotFound
    from footydata.football.errors import FootydataError as FootydataError
    from footydata.football.errors import InsufficientPlan as InsufficientPlan
    from footydata.football.errors import InternalError as InternalError
    from footydata.football.errors import InvalidApiKey as InvalidApiKey
    from footydata.football.errors import InvalidArgument as InvalidArgument
    from footydata.football.errors import InvalidBookmaker as InvalidBookmaker
    from footydata.football.errors import InvalidBookmakers as InvalidBookmakers
    from footydata.football.errors import InvalidCountry as InvalidCountry
    from footydata.football.errors import InvalidEsports as InvalidEsports
    from footydata.football.errors import InvalidInclude as InvalidInclude
    from footydata.football.errors import InvalidLang as InvalidLang
    from footydata.football.errors import InvalidMarket as InvalidMarket
    from footydata.football.errors import InvalidOrder as InvalidOrder
    from footydata.football.errors import InvalidParameter as InvalidParameter
    from footydata.football.errors import InvalidRequest as InvalidRequest
    from footydata.football.errors import InvalidStatus as InvalidStatus
    from footydata.football.errors import InvalidTime as InvalidTime
    from footydata.football.errors import InvalidTimeWindow as InvalidTimeWindow
    from footydata.football.errors import InvalidType as InvalidType
    from footydata.football.errors import LeagueMoved as LeagueMoved
    from footydata.football.errors import LeagueNotFound as LeagueNotFound
    from footydata.football.errors import MethodNotAllowed as MethodNotAllowed
    from footydata.football.errors import MissingApiKey as MissingApiKey
    from footydata.football.errors import MissingParameter as MissingParameter
    from footydata.football.errors import Moved as Moved
    from footydata.football.errors import NotFound as NotFound
    from footydata.football.errors import PermissionDenied as PermissionDenied
    from footydata.football.errors import RateLimitError as RateLimitError
    from footydata.football.errors import RemoteRefused as RemoteRefused
    from footydata.football.errors import ResourceNotFound as ResourceNotFound
    from footydata.football.errors import SeasonNotFound as SeasonNotFound
    from footydata.football.errors import ServiceError as ServiceError
    from footydata.football.errors import StandingsNotAvailable as StandingsNotAvailable
    from footydata.football.errors import TeamNotFound as TeamNotFound
    from footydata.football.errors import TooFewFixtures as TooFewFixtures
    from footydata.football.errors import TooManyRequests as TooManyRequests
    from footydata.football.errors import UnknownParameter as UnknownParameter
    from footydata.forecast.bets.own_rows import RefusedRowsWarning as RefusedRowsWarning
    from footydata.frames.export import LeftOutWarning as LeftOutWarning
    from footydata.frames.pages import FixturePreview as FixturePreview
    from footydata.frames.pages import OneFixture as OneFixture
    from footydata.frames.reading import SlowReadWarning as SlowReadWarning
    from footydata.ingest.report import FileReport as FileReport
    from footydata.ingest.report import LoadReport as LoadReport
    from footydata.odds.margins import implied_probabilities as implied_probabilities
    from footydata.odds.prices import closing_line_value as closing_line_value
    from footydata.odds.prices import overround as overround
    from footydata.odds.settlement import Outcome as Outcome
    from footydata.odds.settlement import Settlement as Settlement
    from footydata.odds.settlement import settle as settle
    from footydata.odds.settlement_arrays import Settlements as Settlements
    from footydata.odds.settlement_arrays import settle_many as settle_many
    from footydata.service.client.client import AsyncClient as AsyncClient
    from footydata.service.client.client import Client as Client
    from footydata.service.client.embedded import EmbeddedSettings as EmbeddedSettings
    from footydata.service.client.page import AsyncHistoryPage as AsyncHistoryPage
    from footydata.service.client.page import AsyncPage as AsyncPage
    from footydata.service.client.page import HistoryPage as HistoryPage
    from footydata.service.client.page import Page as Page
    from footydata.service.client.reading import AnswerTooLarge as AnswerTooLarge
    from footydata.service.client.reading import EndlessList as EndlessList
    from footydata.service.client.reading import LeagueMovedWarning as LeagueMovedWarning
    from footydata.service.client.reading import RateLimit as RateLimit
    from footydata.service.client.reading import ServiceUnreachable as ServiceUnreachable
    from footydata.service.client.reading import UnexpectedAnswer as UnexpectedAnswer
    from footydata.service.wire import Bookmaker as Bookmaker
    from footydata.service.wire import CardStandings as CardStandings
    from footydata.service.wire import CornerStandings as CornerStandings
    from footydata.service.wire import Country as Country
    from footydata.service.wire import Event as Event
    from footydata.service.wire import Fixture as Fixture
    from footydata.service.wire import FixtureDetail as FixtureDetail
    from footydata.service.wire import FixtureEvents as FixtureEvents
    from footydata.service.wire import FixtureOdds as FixtureOdds
    from footydata.service.wire import FixtureStatistics as FixtureStatistics
    from footydata.service.wire import League as League
    from footydata.service.wire import LeagueDetail as LeagueDetail
    from footydata.service.wire import Odds as Odds
    from footydata.service.wire import OddsHistory as OddsHistory
    from footydata.service.wire import OddsSummary as OddsSummary
    from footydata.service.wire import OddsTick as OddsTick
    from footydata.service.wire import Pagination as Pagination
    from footydata.service.wire import PointsStandings as PointsStandings
    from footydata.service.wire import Season as Season
    from footydata.service.wire import Standings as Standings
    from footydata.service.wire import Statistics as Statistics
    from footydata.service.wire import StatusRecord as StatusRecord
    from footydata.service.wire import Team as Team
    from footydata.service.wire import WireModel as WireModel
    from footydata.sources.tables.reading import TableNotAgreed as TableNotAgreed
    from footydata.store.file.sqlite_files import DatabaseError as DatabaseError
    from footydata.store.file.sqlite_files import DatabaseMissing as DatabaseMissing
    from footydata.store.file.sqlite_files import NotAFootballDatabase as NotAFootballDatabase
    from footydata.store.file.sqlite_files import UnknownSchema as UnknownSchema
    from footydata.store.typed_names import AmbiguousName as AmbiguousName
    # [[[end]]]

_NAMES: dict[str, tuple[str, ...]] = {
    "footydata.backtesting": ("Backtest", "LookAhead", "backtest"),
    "footydata.service.client.client": ("AsyncClient", "Client"),
    "footydata.service.client.page": ("AsyncHistoryPage", "AsyncPage", "HistoryPage", "Page"),
    "footydata.service.client.reading": (
        "AnswerTooLarge",
        "EndlessList",
        "LeagueMovedWarning",
        "RateLimit",
        "ServiceUnreachable",
        "UnexpectedAnswer",
    ),
    "footydata.service.client.embedded": ("EmbeddedSettings",),
    "footydata.football.errors": (
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
    "footydata.forecast.bets.own_rows": ("RefusedRowsWarning",),
    "footydata.frames.export": ("LeftOutWarning",),
    "footydata.frames.pages": ("FixturePreview", "OneFixture"),
    "footydata.frames.reading": ("SlowReadWarning",),
    "footydata.evaluation.evaluate": ("Evaluation", "evaluate"),
    "footydata.ingest.report": ("FileReport", "LoadReport"),
    "footydata.service.wire": (
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
    "footydata.odds.margins": ("implied_probabilities",),
    "footydata.odds.prices": ("closing_line_value", "overround"),
    "footydata.odds.settlement": ("Outcome", "Settlement", "settle"),
    "footydata.odds.settlement_arrays": ("Settlements", "settle_many"),
    "footydata.sources.tables.reading": ("TableNotAgreed",),
    "footydata.store.file.sqlite_files": (
        "DatabaseError",
        "DatabaseMissing",
        "NotAFootballDatabase",
        "UnknownSchema",
    ),
    "footydata.store.typed_names": ("AmbiguousName",),
}
"""Module → its public names. Cog generates the imports above from it, for editors and mypy."""

_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)

_MODULES = {
    "forecast": "footydata.forecast",
    "plots": "footydata.frames.plots",
}
"""Public name → a module that needs no import of its own; it is loaded when it is first used."""


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name not in _HOMES:
        raise AttributeError(f"module 'footydata' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted({*_HOMES, *_MODULES, "__version__"})
