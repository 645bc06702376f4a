"""A page of a list, and the way to the next ones."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, TypeVar

from footydata.client.call import Call
from footydata.client.conversation import Answered, Move
from footydata.models.envelope import PagedEnvelope, Pagination
from footydata.models.odds import OddsHistory, OddsTick
from footydata.models.wire import WireModel

RowT = TypeVar("RowT", bound=WireModel)
PageT = TypeVar("PageT", bound="Page[Any]")
AsyncPageT = TypeVar("AsyncPageT", bound="AsyncPage[Any]")


class _Rows(Generic[RowT]):
    """The rows of one page; iterable, indexable, and as long as it has rows.

    Attributes:
        pagination: where the page stands in its list.
        move: the retired league that the call named and its survivor, None where nothing moved.
    """

    def __init__(self, answered: Answered) -> None:
        envelope = answered.envelope
        assert isinstance(envelope, PagedEnvelope)
        self._call = answered.call
        self._envelope = envelope
        self.pagination: Pagination = envelope.pagination
        self.move: Move | None = answered.move

    @property
    def data(self) -> list[RowT]:
        """The rows of this page."""
        rows: list[RowT] = self._envelope.data
        return rows

    @property
    def has_more(self) -> bool:
        """Whether a further page has rows."""
        return self.pagination.has_more

    def as_sent(self) -> dict[str, Any]:
        """The JSON object that the page was read from: no key more, none less."""
        return self._envelope.as_sent()

    def __iter__(self) -> Iterator[RowT]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, place: int) -> RowT:
        return self.data[place]

    def __repr__(self) -> str:
        more = ", has_more" if self.has_more else ""
        return f"<{type(self).__name__} {self.pagination.page} of {self._call.target}: {len(self)} rows{more}>"

    def _next_call(self) -> Call | None:
        # A page without rows ends the list, whatever it says: no service sends a reader on for ever.
        return self._call.at_page(self.pagination.page + 1) if self.has_more and len(self) else None


class _Ticks(_Rows[OddsTick]):
    """The ticks of one page of an odds history."""

    @property
    def history(self) -> OddsHistory:
        """The fixture, bookmaker and market, with the ticks of this page."""
        history: OddsHistory = self._envelope.data
        return history

    @property
    def data(self) -> list[OddsTick]:
        """The ticks of this page, oldest first."""
        return self.history.ticks


class Page(_Rows[RowT], Generic[RowT]):
    """One page of a list, from a Client.

    A list may change between two requests, for example when a fixture starts or finishes.
    """

    def __init__(self, answered: Answered, ask: Callable[[Call], Answered]) -> None:
        super().__init__(answered)
        self._ask = ask

    def next(self: PageT) -> PageT | None:
        """The next page, None after the last."""
        call = self._next_call()
        return type(self)(self._ask(call), self._ask) if call else None

    def pages(self: PageT) -> Iterator[PageT]:
        """This page and all that follow, each fetched when it is reached."""
        page: PageT | None = self
        while page is not None:
            yield page
            page = page.next()

    def all(self) -> Iterator[RowT]:
        """The rows of this page and of all that follow."""
        for page in self.pages():
            yield from page


class HistoryPage(_Ticks, Page[OddsTick]):
    """One page of an odds history, from a Client."""


class AsyncPage(_Rows[RowT], Generic[RowT]):
    """One page of a list, from an AsyncClient.

    A list may change between two requests, for example when a fixture starts or finishes.
    """

    def __init__(self, answered: Answered, ask: Callable[[Call], Awaitable[Answered]]) -> None:
        super().__init__(answered)
        self._ask = ask

    async def next(self: AsyncPageT) -> AsyncPageT | None:
        """The next page, None after the last."""
        call = self._next_call()
        return type(self)(await self._ask(call), self._ask) if call else None

    async def pages(self: AsyncPageT) -> AsyncIterator[AsyncPageT]:
        """This page and all that follow, each fetched when it is reached."""
        page: AsyncPageT | None = self
        while page is not None:
            yield page
            page = await page.next()

    async def all(self) -> AsyncIterator[RowT]:
        """The rows of this page and of all that follow."""
        async for page in self.pages():
            for row in page:
                yield row


class AsyncHistoryPage(_Ticks, AsyncPage[OddsTick]):
    """One page of an odds history, from an AsyncClient."""
