"""How the prices of a table are written, and whose handicap a line is: believed where the rows bear it out, else asked."""

from collections.abc import Callable, Sequence
from statistics import median

from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.football_data_columns import BOOKMAKERS
from footydata.sources.possible_quotes import LEAST_CHANCES, MOST_CHANCES
from footydata.sources.tables.cell_readers import american, fractional, is_blank, read_price
from footydata.sources.tables.columns import MAP, Columns
from footydata.sources.tables.header_words import has_odds_word, is_home_line
from footydata.sources.tables.headers import plain
from footydata.sources.tables.meanings import IGNORE, LINE, OddsColumn
from footydata.sources.tables.table_column import TableColumn
from footydata.sources.tables.table_map import OPEN

LEAST_OF_TWO = 0.95
"""The sum of the chances of two prices from which on they are of a market without a draw."""

MOST_BOOKS = 0.9
"""The share of rows whose prices must make a book, where they are of another form."""

_KNOWN_BOOKMAKERS = frozenset(BOOKMAKERS.values())

Reader = Callable[[str], float | None]

FORMS: dict[str, Reader] = {
    "decimal": read_price,
    "american": american,
    "fractional": fractional,
}


def settle_prices(columns: Columns) -> None:
    """Leave out what can't be prices, and settle or ask for their form and whose handicaps lines are."""
    _join_lines(columns)
    _settle_form(columns)
    form = columns.agreed.odds or columns.settings.get("odds")
    read = FORMS.get(form or "", read_price)
    quotes = _quotes(columns)
    for quote, members in quotes.items():
        selections = MARKET_BY_KEY[quote.market].shape.selections
        is_whole = len(members) == len(selections)
        sums = _sums(members, read)
        # A quote of which no row has all prices may be one.
        is_book = is_whole and (not sums or _may_be_book(median(sums)))
        is_named = quote.bookmaker in _KNOWN_BOOKMAKERS or any(
            has_odds_word(plain(column.name)) for column in members
        )
        if any(column.by != "word" for column in members):
            continue
        mixed = [column for column in members if {".", ","} <= set("".join(column.texts))]
        columns.ask(mixed, "its prices have decimal points and decimal commas", (IGNORE,))
        if not is_named and not is_book:
            for column in members:
                column.meaning = IGNORE
        elif quote.market == "1x2" and len(members) == 2 and form != OPEN:
            if sums and median(sums) > LEAST_OF_TWO:
                why = "as the chances of these two add up to one, none is left for a draw"
                columns.ask(members, why, (IGNORE,))
        elif is_whole and not is_book and form != OPEN:
            names = ", ".join(column.name for column in members)
            columns.ask(members, f"the chances of {names} don't add up to those of one market")
    _drop_lines(columns)
    _ask_for_handicaps(columns)


def _join_lines(columns: Columns) -> None:
    """Prices over and under without a line are of the market whose line stands in the only column of lines."""
    meant = [(column, meaning) for column, meaning in columns.odds() if column.by != MAP]
    totals = {meaning.market for _, meaning in meant if meaning.selection == LINE}
    if len(totals) != 1 or MARKET_BY_KEY[next(iter(totals))].shape.name != "total":
        return
    for column, meaning in meant:
        if meaning.market == "goal_line" and meaning.selection != LINE and meaning.line is None:
            column.meaning = meaning._replace(market=next(iter(totals)))


def _drop_lines(columns: Columns) -> None:
    """Leave out lines of markets without a price that needs them: they are counts, as total goals."""
    prices = {quote.market for quote in _quotes(columns) if quote.line is None}
    for column, meaning in columns.odds():
        if meaning.selection == LINE and meaning.market not in prices and column.by != MAP:
            column.meaning, column.by = IGNORE, ""


def _quotes(columns: Columns) -> dict[OddsColumn, list[TableColumn]]:
    """The columns of prices of each quote, which is an OddsColumn without selection."""
    quotes: dict[OddsColumn, list[TableColumn]] = {}
    for column, meaning in columns.odds():
        if meaning.selection != LINE and column.texts:
            quotes.setdefault(meaning._replace(selection=""), []).append(column)
    return quotes


def _settle_form(columns: Columns) -> None:
    """The form of prices that are not decimal: looked at where nearly all rows make a book, else asked."""
    members = [column for group in _quotes(columns).values() for column in group]
    for form in ("american", "fractional"):
        if not any(column.are(FORMS[form]) for column in members):
            continue
        groups = [
            group
            for quote, group in _quotes(columns).items()
            if len(group) == len(MARKET_BY_KEY[quote.market].shape.selections)
        ]
        if groups and all(_are_books(_sums(group, FORMS[form])) for group in groups):
            columns.looks.append(f"prices are {form}")
            columns.settings["odds"] = form
        else:
            columns.ask_setting("odds", f"prices look {form}")
        return


def _sums(members: Sequence[TableColumn], read: Reader) -> list[float]:
    """The sums of the chances of a quote's prices, of rows that have all of them."""
    meaning = members[0].meaning
    assert isinstance(meaning, OddsColumn)
    winners = MARKET_BY_KEY[meaning.market].shape.winners
    rows = zip(*(column.cells for column in members), strict=True)
    return [
        sum(1 / price if price else 0 for price in map(read, row)) / winners
        for row in rows
        if not any(map(is_blank, row))
    ]


def _are_books(sums: Sequence[float]) -> bool:
    return not sums or sum(map(_may_be_book, sums)) >= MOST_BOOKS * len(sums)


def _may_be_book(chances: float) -> bool:
    return LEAST_CHANCES <= chances <= MOST_CHANCES


def _ask_for_handicaps(columns: Columns) -> None:
    """Ask where nothing says whose handicap the lines of a column are, or the line in the header of a price."""
    fixed = [
        column
        for column, meaning in columns.odds()
        if _is_handicap(meaning) and meaning.line is not None and column.by != MAP
    ]
    columns.ask(fixed, "nothing shows whose handicap the line in its header is", (IGNORE,))
    line = next(
        (
            column.name
            for column, meaning in columns.odds()
            if _is_handicap(meaning) and meaning.selection == LINE and not is_home_line(column.name)
        ),
        None,
    )
    if line is not None:
        columns.ask_setting("handicap", f"nothing shows whose handicap {line!r} is")


def _is_handicap(meaning: OddsColumn) -> bool:
    return MARKET_BY_KEY[meaning.market].shape.name == "handicap"
