"""The methods of the clients, one per endpoint, made of their declarations; editors and mypy read them in methods.pyi."""

from footydata.service.client.call import method_of
from footydata.service.client.page import AsyncHistoryPage, AsyncPage, HistoryPage, Page
from footydata.service.endpoints import ENDPOINTS


class Methods:
    """One method per endpoint, named after it; arguments that are None are not sent."""


class AsyncMethods:
    """The same methods, whose answers are awaited."""


for endpoint in ENDPOINTS:
    setattr(Methods, endpoint.name, method_of(endpoint, Page, HistoryPage))
    setattr(AsyncMethods, endpoint.name, method_of(endpoint, AsyncPage, AsyncHistoryPage))
