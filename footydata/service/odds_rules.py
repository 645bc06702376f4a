"""Which bookmakers and markets a request may name, and which its plan allows. Contract 12, 19."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from footydata.football.errors import InsufficientPlan, InvalidBookmaker, InvalidBookmakers, InvalidMarket
from footydata.football.markets import BY_PARAM, Market, carried_markets
from footydata.football.records import BookmakerRecord
from footydata.service.call import EndpointCall
from footydata.store.bookmakers import bookmakers


def bookmakers_of(call: EndpointCall) -> list[BookmakerRecord]:
    """All bookmakers of the database, the default one first."""
    return call.reader.cached("bookmakers", lambda: bookmakers(call.connection))


def default_bookmaker_of(call: EndpointCall) -> BookmakerRecord | None:
    """The default bookmaker, None if the database has no bookmaker."""
    return next((bookmaker for bookmaker in bookmakers_of(call) if bookmaker.is_default), None)


def requested_bookmakers(call: EndpointCall, slugs: Sequence[str] | None) -> list[BookmakerRecord]:
    """The bookmakers of the slugs, in that order; without slugs the default one. Raises InvalidBookmakers."""
    if slugs is None:
        default = default_bookmaker_of(call)
        return [default] if default else []
    by_slug = {bookmaker.slug: bookmaker for bookmaker in bookmakers_of(call)}
    unknown = [slug for slug in slugs if slug not in by_slug]
    if unknown:
        raise InvalidBookmakers(
            f"unrecognised bookmaker slugs: {', '.join(unknown)}; see /v1/bookmakers", param="bookmakers"
        )
    return [by_slug[slug] for slug in slugs]


def requested_bookmaker(call: EndpointCall, slug: str | None) -> BookmakerRecord | None:
    """The bookmaker of the slug; without a slug the default one, None if there is none. Raises InvalidBookmaker."""
    if slug is None:
        return default_bookmaker_of(call)
    for bookmaker in bookmakers_of(call):
        if bookmaker.slug == slug:
            return bookmaker
    raise InvalidBookmaker(f"unrecognised bookmaker slug {slug!r}; see /v1/bookmakers", param="bookmaker")


def requested_market(name: str | None, requested: Iterable[BookmakerRecord]) -> Market | None:
    """The market of that parameter name. Raises InvalidMarket if one of the bookmakers does not carry it."""
    if name is None:
        return None
    market = BY_PARAM[name]
    for bookmaker in requested:
        carried = carried_markets(is_default=bool(bookmaker.is_default))
        if market not in carried:
            raise InvalidMarket(
                f"market {name!r} is not carried by {bookmaker.slug}, only {', '.join(m.param for m in carried)}",
                param="market",
            )
    return market


def check_bookmakers(call: EndpointCall, requested: Iterable[BookmakerRecord]) -> None:
    """Refuse bookmakers other than the default one if the plan does not allow them. Raises InsufficientPlan."""
    others = [bookmaker.slug for bookmaker in requested if not bookmaker.is_default]
    if others and not call.plan.all_bookmakers:
        raise InsufficientPlan(
            f"bookmakers other than the default ({', '.join(others)}) need Ultra; the key's plan is {call.plan.title}",
            param="bookmakers",
        )


LOOK_UPS: dict[str, Callable[[EndpointCall, Any], object]] = {
    "bookmakers": requested_bookmakers,
    "bookmaker": requested_bookmaker,
}
"""Parameter whose value names rows of the database → the function that raises if a name is unknown."""
