"""The v1 service: turns a request into a response by way of key, rate limit, cache and handler, in this order.

It knows no web framework. `answer` does everything. A server with an event loop takes two steps: `admit` (identify the
key, count the request, look for a cached body) and, if there is none, `respond` (call the handler), in a thread if the
query is long. The order of checks is Contract 3.
"""

import re
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from footydata.football.errors import FootydataError, MethodNotAllowed, TooManyRequests
from footydata.football.terms import FREE
from footydata.service.call import ALWAYS, EndpointCall, PageRequest, look_up
from footydata.service.docs import PAGES, docs_response
from footydata.service.endpoints import find_route, sent_texts
from footydata.service.exchange import (
    METHODS,
    Body,
    Request,
    Response,
    json_body,
    new_request_id,
    own_headers,
)
from footydata.service.failures import NO_FAULT, Faults, contract_error, error_response
from footydata.service.handlers import HANDLERS
from footydata.service.keys import Account, Accounts, Window, window_of
from footydata.service.reader import Readers, ResponseCache
from footydata.store.file.sqlite_files import DatabaseBusy
from footydata.store.file.transactions import replay_moment

_LONG = re.compile("(^|&)(search=|page=[0-9]{3})")
"""Queries that read many rows: a search scans all names, a late page all rows before it. They go to a thread, as SQLite
lets other threads run meanwhile; work in Python would block the event loop from a thread too."""


class Admitted(Struct, frozen=True):
    """A request that has passed method, authentication and rate limit, and needs a handler.

    Attributes:
        request: the request.
        now: the moment as of which it is answered, unix seconds.
        account: that of its key.
        window: the key's rate window, after this request.
        delay: seconds to wait before the response is sent, an injected fault.
    """

    request: Request
    now: float
    account: Account
    window: Window
    delay: float = 0.0

    @property
    def is_long(self) -> bool:
        """Whether its query reads many rows."""
        return _LONG.search(self.request.query) is not None


class Service:
    """The v1 service on one database file.

    database: a football database, opened read-only. accounts: the keys. clock: gives unix seconds, the present for
    windows and history. cache: of response bodies, for servers; None: every request reads the database. request_ids:
    gives an id for each request. readers: of the database; None: each request reads its latest state. faults: each
    counted request draws one; the response says how long to wait and whether to break the connection.
    May be called from several threads at once.
    """

    def __init__(
        self,
        database: Path,
        accounts: Accounts,
        *,
        clock: Callable[[], float],
        cache: ResponseCache | None = None,
        request_ids: Callable[[], str] = new_request_id,
        readers: Readers | None = None,
        faults: Faults | None = None,
    ) -> None:
        self._readers = readers or Readers(database)
        self._accounts = accounts
        self._clock = clock
        self._cache = cache
        self._request_ids = request_ids
        self._faults = faults

    def close(self) -> None:
        """Close the readers, the cache and the accounts."""
        self._readers.close()
        if self._cache is not None:
            self._cache.close()
        self._accounts.close()

    def answer(self, request: Request) -> Response:
        """The response to a request; never raises."""
        try:
            admitted = self.admit(request)
        except DatabaseBusy as error:
            return self.anonymous_refusal(error, request)
        if isinstance(admitted, Response):
            return admitted
        try:
            return self.respond(admitted)
        except DatabaseBusy as error:
            return self.refusal(error, request, admitted.window)

    def admit(self, request: Request) -> Admitted | Response:
        """Count the request; returns it admitted, or its response if no handler is needed.

        Such a response is a refusal (method, key, rate limit), a page of the documentation, or a cached body.
        Raises DatabaseBusy if another program has locked the accounts file; the request is not counted then.
        """
        try:
            if request.method not in METHODS:
                raise MethodNotAllowed(
                    f"{request.method} is not allowed; the service is read-only: GET and HEAD"
                )
            if request.path.startswith(PAGES):
                page = docs_response(request)
                if page is not None:
                    return page
            now = self._clock()
            account = self._accounts.identify(request.key, now)
            try:
                window = self._accounts.spend(account, now)
            except TooManyRequests as error:
                return self.refusal(error, request, window_of(account.rate, now, remaining=0))
            return self._counted(request, now, account, window)
        except DatabaseBusy:
            raise
        except Exception as error:  # any failure before the key is known
            return self.anonymous_refusal(error, request)

    def _counted(
        self, request: Request, now: float, account: Account, window: Window
    ) -> Admitted | Response:
        """The counted request as admitted, or the response of a fault or with its cached body."""
        fault = self._faults.draw() if self._faults else NO_FAULT
        if fault.drop:
            return Response(200, [], Body(b"", []), delay=fault.delay, is_dropped=True)
        if fault.error is not None:
            if isinstance(fault.error, TooManyRequests):
                window = Window(window.limit, 0, int(now) + fault.error.retry_after)
            return replace(self.refusal(fault.error, request, window), delay=fault.delay)
        body = None
        if self._cache is not None:
            # Where the database can't be read, the handler says so.
            with suppress(FootydataError, sqlite3.Error):
                body = self._cache.get(request, account.rights, now)
        if body is None:
            return Admitted(request, now, account, window, fault.delay)
        return Response(200, own_headers(self._request_ids(), window), body, delay=fault.delay)

    def respond(self, admitted: Admitted) -> Response:
        """The response to an admitted request. Raises DatabaseBusy if another program has locked a file."""
        try:
            response = self._respond(admitted)
        except DatabaseBusy:
            raise
        except Exception as error:  # any failure of a handler
            response = self.refusal(error, admitted.request, admitted.window)
        return replace(response, delay=admitted.delay) if admitted.delay else response

    def refusal(self, error: Exception, request: Request, window: Window) -> Response:
        """The response to an error; one outside the contract is logged, and answered as internal_error."""
        request_id = self._request_ids()
        api_error = contract_error(error, request, request_id)
        return error_response(
            api_error, request_id=request_id, window=window, prefix=request.prefix
        )

    def anonymous_refusal(self, error: Exception, request: Request) -> Response:
        """The response to an error before the key is known: its rate headers are those of the Free plan, unspent."""
        return self.refusal(error, request, window_of(FREE.rate, self._clock()))

    def _respond(self, admitted: Admitted) -> Response:
        request, account, now = admitted.request, admitted.account, admitted.now
        generation = 0 if self._cache is None else self._cache.generation
        endpoint, id_text = find_route(request.path)
        texts = sent_texts(endpoint, request.query)
        with self._readers.reader() as reader:
            moment = reader.cached("replay moment", lambda: replay_moment(reader.connection))
            call = EndpointCall(
                request,
                id_text,
                account,
                moment or now,
                reader,
                lambda: self._accounts.usage(account, now),
            )
            # Each value is looked up before the next one is read: of two wrong ones the first is the error.
            values = {
                param.name: look_up(call, param.name, param.read(texts[param.name]))
                for param in endpoint.params
                if param.name in texts
            }
            if endpoint.paged:
                values["page"] = PageRequest.taken_from(values, endpoint)
            answer = HANDLERS[endpoint.name](call, **values)
        body = json_body(answer.body(), is_shared=answer.good_until > call.now)
        if self._cache is not None and body.is_shared:
            self._cache.put(
                request,
                account.rights,
                body,
                since=now,
                # The clock of a replay moves with its data.
                good_until=answer.good_until if moment is None else ALWAYS,
                generation=generation,
            )
        return Response(200, own_headers(self._request_ids(), admitted.window), body)
