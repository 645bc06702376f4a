"""The v1 client, for any server or a database in this process."""

from footydata.service.client.client import AsyncClient, Client
from footydata.service.client.conversation import Move
from footydata.service.client.failures import (
    AnswerTooLarge,
    EndlessList,
    LeagueMovedWarning,
    ServiceUnreachable,
    UnexpectedAnswer,
)
from footydata.service.client.page import AsyncHistoryPage, AsyncPage, HistoryPage, Page
from footydata.service.client.reading import RateLimit

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
