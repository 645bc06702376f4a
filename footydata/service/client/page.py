"""Pages of a list, each of which can fetch the next one."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from footydata.service.client.call import Call
from footydata.service.client.conversation import Answered
from footydata.service.client.reading import EndlessList
from footydata.service.wire.odds import OddsHistory, OddsTick
from footydata.service.wire.wire import PagedEnvelope, Pagination, WireModel

RowT = TypeVar("RowT", bound=WireModel)
PageT = TypeVar("PageT", bound="Page[Any]")
AsyncPageT = TypeVar("AsyncPageT", bound="AsyncPage[Any]")

MOST_PAGES = 2_000
"""The most pages of one list: 100,000 rows at 50 a page, far more than any list of the contract has."""

MOST_REPEATS = 3
"""How often in a row a page may have the rows of the page before; a list may shift while it is read."""


class Walked(NamedTuple):
    """The pages of a list read so far, and how many of the last ones repeated the rows of the page before."""

    pages: int = 1
    repeats: int = 0

    def and_another(self, target: str, *, is_repeat: bool) -> "Walked":
        """The count after one more page. Raises EndlessList.

        target: of the list, for the message.
        """
        further = Walked(self.pages + 1, self.repeats + 1 if is_repeat else 0)
        if further.repeats >= MOST_REPEATS:
            raise EndlessList(
                f"{target} does not end: every page has the same rows, and says that more follow"
            )
        if further.pages > MOST_PAGES:
            raise EndlessList(
                f"{target} does not end within {MOST_PAGES:,} pages; ask for larger pages or for less"
            )
        return further


class _PageRows(Generic[RowT]):
    """One page of a list; false if it has no rows.

    Attributes: pagination: the page's place in its list.
    """

    def __init__(self, answered: Answered) -> None:
        envelope = answered.envelope
        assert isinstance(envelope, PagedEnvelope)
        self._call = answered.call
        self._envelope = envelope
        self.pagination: Pagination = envelope.pagination
        self._walked = Walked()

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
        """The JSON object that the page was read from, with exactly its keys."""
        return self._envelope.as_sent()

    def __bool__(self) -> bool:
        return bool(self.data)

    def __repr__(self) -> str:
        more = ", has_more" if self.has_more else ""
        return f"<{type(self).__name__} {self.pagination.page} of {self._call.target}: {len(self.data)} rows{more}>"

    def _next_call(self) -> Call | None:
        # A page without rows ends the list, even if it says that more follow.
        return self._call.at_page(self.pagination.page + 1) if self.has_more and self.data else None

    def _follows(self, page: "_PageRows[RowT]") -> None:
        """Count this page as the one after another. Raises EndlessList."""
        self._walked = page._walked.and_another(self._call.target, is_repeat=self.data == page.data)


class _Ticks(_PageRows[OddsTick]):
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


class Page(_PageRows[RowT], Generic[RowT]):
    """One page of a list, from a Client; iterating it goes on to the next pages, `data` has only this page.

    A list may change between two requests, for example when a fixture starts or finishes.
    """

    def __init__(self, answered: Answered, ask: Callable[[Call], Answered]) -> None:
        super().__init__(answered)
        self._ask = ask

    def next(self: PageT) -> PageT | None:
        """The next page, None after the last. Raises EndlessList if the list does not end."""
        call = self._next_call()
        if call is None:
            return None
        page = type(self)(self._ask(call), self._ask)
        page._follows(self)
        return page

    def pages(self: PageT) -> Iterator[PageT]:
        """This page and all that follow, each fetched when it is reached."""
        page: PageT | None = self
        while page is not None:
            yield page
            page = page.next()

    def __iter__(self) -> Iterator[RowT]:
        """The rows of this page and of all that follow, each fetched when it is reached."""
        for page in self.pages():
            yield from page.data


class HistoryPage(_Ticks, Page[OddsTick]):
    """One page of an odds history, from a Client."""


class AsyncPage(_PageRows[RowT], Generic[RowT]):
    """One page of a list, from an AsyncClient; `async for` goes on to the next pages, `data` has only this page.

    A list may change between two requests, for example when a fixture starts or finishes.
    """

    def __init__(self, answered: Answered, ask: Callable[[Call], Awaitable[Answered]]) -> None:
        super().__init__(answered)
        self._ask = ask

    async def next(self: AsyncPageT) -> AsyncPageT | None:
        """The next page, None after the last. Raises EndlessList if the list does not end."""
        call = self._next_call()
        if call is None:
            return None
        page = type(self)(await self._ask(call), self._ask)
        page._follows(self)
        return page

    async def pages(self: AsyncPageT) -> AsyncIterator[AsyncPageT]:
        """This page and all that follow, each fetched when it is reached."""
        page: AsyncPageT | None = self
        while page is not None:
            yield page
            page = await page.next()

    async def __aiter__(self) -> AsyncIterator[RowT]:
        """The rows of this page and of all that follow, each fetched when it is reached."""
        async for page in self.pages():
            for row in page.data:
                yield row


class AsyncHistoryPage(_Ticks, AsyncPage[OddsTick]):
    """One page of an odds history, from an AsyncClient."""
