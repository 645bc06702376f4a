"""The v1 client, for any server or a database in this process."""

from footydata.client.client import AsyncClient, Client
from footydata.client.conversation import Move
from footydata.client.failures import (
    AnswerTooLarge,
    EndlessList,
    LeagueMovedWarning,
    ServiceUnreachable,
    UnexpectedAnswer,
)
from footydata.client.page import AsyncHistoryPage, AsyncPage, HistoryPage, Page
from footydata.client.reading import RateLimit

__all__ = [
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
]
