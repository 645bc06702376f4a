"""Generates source text: classes from the contract's markets, and the exports of this package from its modules.

Cog writes it into odds.py, statistics.py and __init__.py, so that editors and mypy see plain classes and names while
each is declared once; tests compare the files with this text.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from footydata.football.markets import ALL_PERIODS, MARKETS, SUMMARY_MARKETS, Market, Shape
from footydata.football.terms import STATISTICS, Period

SHAPES: tuple[Shape, ...] = tuple(dict.fromkeys(market.shape for market in MARKETS))
SELECTIONS: tuple[str, ...] = tuple(dict.fromkeys(name for shape in SHAPES for name in shape.selections))

_QUOTE_OF = {
    Period.OPENING: "The first one recorded",
    Period.CLOSING: "The last one before kickoff",
    Period.INPLAY: "The latest in play",
}
_LINE = ("line", "Number | None", "The line; a handicap is the home side's", None)

_Field = tuple[str, str, str, str | None]
"""Attribute, type, description, alias. Where the type is a class, the default is an empty instance."""


def attribute_of(market: Market) -> str:
    """The attribute that holds a market: its key where that is an identifier, else its title as one.

    >>> [attribute_of(market) for market in MARKETS[:2]]
    ['match_result', 'asian_handicap']
    """
    return market.key if market.key.isidentifier() else market.title.lower().replace(" ", "_")


def exported() -> dict[str, list[str]]:
    """Module of this package → the names in its `__all__`, which the package exports.

    The modules are read, not imported: one of them looks up the models of all endpoints in the package.
    """
    names_by_module = {}
    for file in sorted(Path(__file__).parent.glob("*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            match node:
                case ast.Assign(targets=[ast.Name("__all__")], value=ast.List() as names):
                    names_by_module[file.stem] = ast.literal_eval(names)
    return names_by_module


def statistics_classes() -> str:
    """The class of the in-play statistics of a half."""
    fields: list[_Field] = [(name, "HomeAway", f"{_words(name)} of each side", None) for name in STATISTICS]
    return _class("HalfStatistics", "WireModel", "The in-play statistics of a half; possession in per cent.", fields)


def odds_classes() -> str:
    """Quotes and periods of each shape, the odds summary, the markets of a bookmaker, the tick of a history."""
    return "\n\n".join([*_quotes(), *_periods(), *_summary_periods(), _summary(), _odds(), _tick()])


def _quotes() -> Iterator[str]:
    for shape in SHAPES:
        fields: list[_Field] = [_LINE] if shape.has_line else []
        fields += [_price(name) for name in shape.selections]
        yield _class(f"{_class_word(shape)}Quote", "Quote", f"A quote: {_parts(shape)}.", fields)


def _periods() -> Iterator[str]:
    for shape in SHAPES:
        quote = f"{_class_word(shape)}Quote | None"
        fields: list[_Field] = [(str(period), quote, _QUOTE_OF[period], None) for period in ALL_PERIODS]
        yield _class(f"{_class_word(shape)}Periods", "Periods", f"A market whose quotes are {_parts(shape)}.", fields)


def _summary_periods() -> Iterator[str]:
    kinds = {(_summary_class(market), market.summary_periods): market for market in SUMMARY_MARKETS}
    for (name, periods), market in kinds.items():
        if market.shape.has_line:
            fields: list[_Field] = [(str(period), "Number | None", _QUOTE_OF[period], None) for period in periods]
            doc = "The lines of a first-half market, which has no opening." if market.half else "The lines of a market."
            yield _class(name, "SummaryPeriods", doc, fields)


def _summary() -> str:
    fields = [_market(market, _summary_class(market)) for market in SUMMARY_MARKETS]
    return _class("OddsSummary", "ByMarket", "The lines of a fixture at the default bookmaker.", fields)


def _odds() -> str:
    fields = [_market(market, f"Carried[{_class_word(market.shape)}Periods]") for market in MARKETS]
    doc = "The markets of a fixture at one bookmaker; one that it does not carry is left out, and empty here."
    return _class("Odds", "ByMarket", doc, fields)


def _tick() -> str:
    part = "NullablePart[Number]"
    fields: list[_Field] = [
        ("minute", "int | None", "Minute of play; null before kickoff", None),
        ("line", part, "The line; a handicap is the home side's", None),
        *((name, part, f"Decimal price of {name}; null: suspended", None) for name in SELECTIONS),
        ("score", "HomeAway", "The goals at that moment", None),
    ]
    doc = "The line, the prices of the market's shape and the score at one moment."
    return _class("Tick", "WireModel", doc, fields)


def _summary_class(market: Market) -> str:
    if not market.shape.has_line:
        return f"{_class_word(market.shape)}Periods"
    return "SummaryHalfLines" if market.half else "SummaryLines"


def _market(market: Market, kind: str) -> _Field:
    attribute = attribute_of(market)
    return (attribute, kind, market.title, None if attribute == market.key else market.key)


def _price(selection: str) -> _Field:
    return (selection, "Number | None", f"Decimal price of {selection}", None)


def _class(name: str, parent: str, doc: str, fields: list[_Field]) -> str:
    lines = [f"class {name}({parent}):", f'    """{doc}"""', ""]
    for attribute, kind, description, alias in fields:
        shape = kind.removeprefix("Carried[").removesuffix("]")
        default = "None" if "Number" in kind or "None" in kind else f"{shape}()"
        alias_argument = f'alias="{alias}", ' if alias else ""
        lines.append(f'    {attribute}: {kind} = Field(default={default}, {alias_argument}description="{description}")')
    return "\n".join(lines) + "\n"


def _class_word(shape: Shape) -> str:
    return "".join(part.capitalize() for part in shape.name.split("_"))


def _parts(shape: Shape) -> str:
    return ", ".join((*(("line",) if shape.has_line else ()), *shape.selections))


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
