"""One's own bets, settled: how each ended, beside the fair closing price."""

from typing import TYPE_CHECKING, Any

from footydata.football.moments import day_of
from footydata.views.columns import columns, row_of, undeclared
from footydata.views.view import Block, Shown, View, listed

if TYPE_CHECKING:
    from footydata.forecast.bets.book import Book, SettledBet

PRICED = ("fixture_id", "kickoff_ts", "league", "home", "away", "market")
"""The columns of the fixture and market of a price, with which fair lines, bets and backtests begin."""

BET_COLUMNS = columns(
    "bets",
    (
        *("row", *PRICED, "line", "side", "price", "stake", "outcome", "profit"),
        *("closing_bookmaker", "closing_line", "closing_price", "is_moved"),
        *("closing_value", "closing_reason"),
    ),
)


def book_view(book: "Book") -> View:
    """One row per bet of a settled book; the closing price's bookmaker where there are several."""
    # Database has the columns of bets, and most notebooks settle none.
    from footydata.forecast.bets.book import values_of

    makers = {bet.closing.bookmaker for bet in book.bets if bet.closing}
    maker = Shown("by", lambda bet: bet.closing and bet.closing.bookmaker, 9, kind="text")
    return View(
        BET_COLUMNS,
        [row_of(BET_COLUMNS, values_of(bet)) for bet in book.bets],
        (*_SHOWN, *([maker] if len(makers) > 1 else [])),
        [Block("", book.bets)],
        about={"refused": [tuple(row) for row in book.refused], "remarks": book.remarks},
        reason="" if book.bets else book.reason,
        is_empty_fine=True,
    )


def totals_view(book: "Book") -> View:
    """One row of all bets: how many, profit, yield and closing line value."""
    low, high = book.yield_interval or (None, None)
    totals = {
        "bets": len(book.bets),
        "open": book.open,
        "refused": len(book.refused),
        "staked": book.staked,
        "profit": book.profit,
        "yield": book.yield_,
        "yield_low": low,
        "yield_high": high,
        "closing_value": book.closing_value,
        "closing_bets": len(book.closing_values),
    }
    return listed(undeclared([*totals]), [tuple(totals.values())])


def _of_slip(name: str, from_width: int = 0, kind: str = "") -> Shown:
    return Shown(name, lambda bet: getattr(bet.slip, name), from_width, kind=kind)


def _closing(bet: "SettledBet") -> str | None:
    closing = bet.closing
    return f"{'~' if closing.is_moved else ''}{closing.price:.2f}" if closing else None


def _outcome(bet: "SettledBet") -> Any:
    return bet.end or "open"


_SHOWN = (
    _of_slip("row", 7),
    Shown("date", lambda bet: day_of(bet.fixture.kickoff_ts).isoformat(), 6, kind="whole"),
    Shown("home", lambda bet: bet.fixture.home, kind="text"),
    Shown("away", lambda bet: bet.fixture.away, kind="text"),
    Shown("market", lambda bet: bet.slip.market.param, kind="text"),
    *(_of_slip("line"), _of_slip("side", kind="text"), _of_slip("price")),
    _of_slip("stake", kind="sentence"),
    Shown("outcome", _outcome, kind="sentence"),
    Shown("profit", "profit", kind="sentence"),
    Shown("closing_line", lambda bet: bet.closing and bet.closing.line, 8),
    Shown("closing", _closing, 5, kind="whole"),
    Shown("value", "closing_value", 4, "{:+.1%}".format, kind="whole"),
)
"""What a narrow print leaves out first is what a bettor looks at last."""
