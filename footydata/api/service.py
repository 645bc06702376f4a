"""The v1 service: a request in, an answer out, in the order of checks of decisions 1.

It knows no web framework. A server may call `answer`, or the two steps that it consists of: `admit`, which
counts the request, and `respond`, whose body may be kept for the next admitted request like it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias, cast

from footydata.api.answer import METHODS, Headers, caught, error_answer, new_request_id, rate_headers, success_answer
from footydata.api.call import Call, Found
from footydata.api.checks import read_values, sent_texts
from footydata.api.docs import docs_answer
from footydata.api.exchange import Answer, Request
from footydata.api.handlers import bookmakers, countries, fixtures, leagues, odds, standings, status, teams
from footydata.api.keys import Account, Accounts
from footydata.api.limiter import Window, window_of
from footydata.api.odds_rules import recognise
from footydata.api.reader import Readers
from footydata.api.routes import find_route
from footydata.contract.errors import MethodNotAllowed, TooManyRequests
from footydata.contract.params import read_path_id
from footydata.contract.plans import FREE
from footydata.store.accounts import AccountsBusy

Handler: TypeAlias = Callable[..., Found]

HANDLERS: dict[str, Handler] = {
    handler.__name__: handler
    for handler in (
        fixtures.fixtures,
        fixtures.fixture,
        odds.fixture_odds,
        odds.fixture_odds_history,
        fixtures.fixture_events,
        fixtures.fixture_statistics,
        bookmakers.bookmakers,
        countries.countries,
        leagues.leagues,
        leagues.league,
        leagues.league_fixtures,
        teams.teams,
        teams.team,
        teams.team_fixtures,
        standings.standings,
        status.status,
    )
}
"""Endpoint → its handler."""


@dataclass(frozen=True, slots=True)
class Admitted:
    """A request past method, authentication and rate limit, and counted.

    Attributes:
        request: as it came.
        request_id: its id.
        now: the moment at which it is answered, unix seconds.
        account: whose it is.
        rate: its rate headers.
    """

    request: Request
    request_id: str
    now: float
    account: Account
    rate: Headers


@dataclass(frozen=True, slots=True)
class Response:
    """An answer, and until when its body stays true while the data stand still (0: not at all)."""

    answer: Answer
    good_until: float = 0


class Service:
    """The v1 service on one database file.

    database: a football database, opened read-only; accounts: who may ask; clock: unix seconds, the 'today' of
    windows and history; request_ids: gives an id for each request; readers: of the database, where they are not to
    read anew for each request. May be called from several threads at once.
    """

    def __init__(
        self,
        database: Path,
        accounts: Accounts,
        *,
        clock: Callable[[], float],
        request_ids: Callable[[], str] = new_request_id,
        readers: Readers | None = None,
    ) -> None:
        self._readers = readers or Readers(database)
        self._accounts = accounts
        self._clock = clock
        self._request_ids = request_ids

    def close(self) -> None:
        """Close the connections; the accounts are the caller's."""
        self._readers.close()

    def answer(self, request: Request) -> Answer:
        """The answer to a request; never raises."""
        admitted = self.admit(request)
        return admitted if isinstance(admitted, Answer) else self.respond(admitted).answer

    def admit(self, request: Request) -> Admitted | Answer:
        """The request, counted, or the answer where its method, key or rate ends it."""
        return cast("Admitted | Answer", self._admit(request, self._accounts.identify, self._accounts.spend))

    def try_to_admit(self, request: Request) -> Admitted | Answer:
        """As admit. Raises AccountsBusy where another program holds the accounts file."""
        identify, spend = self._accounts.identify, self._accounts.spend
        return cast("Admitted | Answer", self._admit(request, identify, spend, passes=(AccountsBusy,)))

    def admit_at_hand(self, request: Request) -> Admitted | Answer | None:
        """As admit, from memory, without waiting for anything: None where the accounts file must be asked."""
        return self._admit(request, self._accounts.identify_at_hand, self._accounts.spend_at_hand)

    def _admit(
        self,
        request: Request,
        identify: Callable[[Mapping[str, str], float], Account | None],
        spend: Callable[[Account, float], Window | None],
        *,
        passes: tuple[type[Exception], ...] = (),
    ) -> Admitted | Answer | None:
        request_id = self._request_ids()
        now = self._clock()
        # Who sent the request is unknown as yet: Free's limit, nothing spent.
        rate = rate_headers(window_of(FREE.rate, now))

        def admit() -> Admitted | Answer | None:
            if request.method not in METHODS:
                raise MethodNotAllowed(f"{request.method} is not allowed; the service is read-only: GET and HEAD")
            page = docs_answer(request)
            if page is not None:
                return page
            account = identify(request.headers, now)
            if account is None:
                return None
            try:
                window = spend(account, now)
            except TooManyRequests as error:
                spent = rate_headers(window_of(account.rate, now, remaining=0))
                return error_answer(error, request_id=request_id, rate=spent, prefix=request.prefix)
            return window and Admitted(request, request_id, now, account, rate_headers(window))

        return caught(admit, request, request_id=request_id, rate=rate, passes=passes)

    def respond(self, admitted: Admitted) -> Response:
        """The answer to an admitted request."""
        request, request_id, rate = admitted.request, admitted.request_id, admitted.rate

        def respond() -> Response:
            found = self._found(admitted)
            return Response(success_answer(found.body(), request_id=request_id, rate=rate), found.good_until)

        answered = caught(respond, request, request_id=request_id, rate=rate)
        return Response(answered) if isinstance(answered, Answer) else answered

    def _found(self, admitted: Admitted) -> Found:
        request, account, now = admitted.request, admitted.account, admitted.now
        endpoint, id_text = find_route(request.path)
        texts = sent_texts(endpoint, request.query)
        handler = HANDLERS[endpoint.name]
        with self._readers.reader() as reader:
            call = Call(request.path, request.query, account, now, reader, lambda: self._accounts.usage(account, now))
            values = read_values(endpoint, texts, partial(recognise, call))
            if endpoint.path_error:
                return handler(call, read_path_id(id_text or ""), **values)
            return handler(call, **values)
