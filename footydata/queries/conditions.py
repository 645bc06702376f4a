"""Conditions on the figures of fixtures, as a person writes them: corners > 12 and cards <= 3.

    condition  = all {"or" all}
    all        = one {"and" one}
    one        = "not" one | "(" condition ")" | sum compare sum [compare sum]
    sum        = ["-"] term {("+" | "-") term}
    term       = a figure | a number
    compare    = "<" | "<=" | ">" | ">=" | "=" | "==" | "!=" | "<>"

Names become columns of one table, numbers become parameters; nothing else reaches the database. A fixture whose
figure is unknown fulfils neither a condition on it nor its opposite.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from footydata.contract.errors import InvalidArgument
from footydata.contract.terms import RED_POINTS, STATISTICS, YELLOW_POINTS, Side
from footydata.register.figures import further_figures, names_of_sides
from footydata.wording import SUGGESTED

DEEPEST = 20
"""How deep parentheses may be nested."""

LONGEST = 1000
"""How many characters a condition may have."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition in SQL on the table `fixture`.

    Attributes:
        sql: with named parameters.
        values: parameter → value.
        names: the figures that it names, in order.
    """

    sql: str
    values: dict[str, float]
    names: tuple[str, ...] = ()

    @property
    def known(self) -> "Condition":
        """The condition that all figures of this one are known."""
        return Condition(f"({self.sql}) is not null", self.values, self.names)

    @property
    def each_known(self) -> "dict[str, Condition]":
        """Figure → the condition that it is known."""
        return {name: Condition(f"{FIGURES[name]} is not null", self.values, (name,)) for name in self.names}


def _sides(name: str, prefix: str = "") -> dict[str, str]:
    home, away = f"fixture.{prefix}home_{name}", f"fixture.{prefix}away_{name}"
    return {f"{prefix}{name}": f"({home} + {away})", f"{prefix}home_{name}": home, f"{prefix}away_{name}": away}


def _cards(*sides: str) -> str:
    """Cards as lists and tables count them."""
    return f"({' + '.join(f'fixture.{side}_{colour}' for side in sides for colour in ('yellow', 'red'))})"


def _card_points(*sides: str) -> str:
    """Cards as the card markets count them."""
    parts = [f":yellow_points * fixture.{side}_yellow + :red_points * fixture.{side}_red" for side in sides]
    return f"({' + '.join(parts)})"


def _statistics() -> dict[str, str]:
    """Name → SQL of the contract's statistics; possession of both sides has no sum."""
    found: dict[str, str] = {}
    for name in STATISTICS:
        for prefix in ("", "half_"):
            home, away = (f"{prefix}{side}_{name}" for side in Side)
            if name != "possession":
                found[f"{prefix}{name}"] = _OF_STATISTICS.format(value=f"{home} + {away}")
            found |= {column: _OF_STATISTICS.format(value=column) for column in (home, away)}
    return found


def _further() -> dict[str, str]:
    """Name → SQL of the register's further figures; of the first half only those that a source has by half."""
    found: dict[str, str] = {}
    for figure in further_figures():
        for half in (False, True) if figure.statsbomb else (False,):
            values = ("home + away", "home", "away") if figure.sided else ("home",)
            for name, value in zip(names_of_sides(figure, half=half), values, strict=True):
                found[name] = _OF_FURTHER.format(value=value, figure=figure.name, half=int(half))
    return found


_OF_STATISTICS = "(select {value} from statistics where fixture_id = fixture.id)"
_OF_FURTHER = (
    "(select {value} from fixture_figure where fixture_id = fixture.id and figure = '{figure}' and half = {half})"
)

FURTHER: dict[str, str] = {**_statistics(), **_further()}
"""Names of the figures that are stored in other tables → their SQL."""

FIGURES: dict[str, str] = {
    **_sides("goals"),
    **_sides("goals", "half_"),
    **_sides("corners"),
    **_sides("corners", "half_"),
    **_sides("yellow"),
    **_sides("red"),
    "cards": _cards("home", "away"),
    "home_cards": _cards("home"),
    "away_cards": _cards("away"),
    "card_points": _card_points("home", "away"),
    "home_card_points": _card_points("home"),
    "away_card_points": _card_points("away"),
    "round": "fixture.round",
    **FURTHER,
}
"""Names that a condition may use → their SQL; without home_ or away_ both sides together."""

SIDES: dict[str, tuple[str, str | None]] = {
    name.replace("home_", "", 1): (sql, FIGURES[name.replace("home_", "away_", 1)])
    for name, sql in FIGURES.items()
    if "home_" in name
} | {figure.name: (FIGURES[figure.name], None) for figure in further_figures() if not figure.sided}
"""Names of figures (half_ of the first half) → SQL of the home and the away side; away None: it has no sides."""

_COMPARE = {"<": "<", "<=": "<=", ">": ">", ">=": ">=", "=": "=", "==": "=", "!=": "<>", "<>": "<>"}
_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(<=|>=|==|!=|<>|[<>=()+-]))")


def read_condition(text: str) -> Condition:
    """The condition that a text states. Raises InvalidArgument.

    >>> read_condition("corners > 12").sql
    '(fixture.home_corners + fixture.away_corners) > :number_0'
    """
    if len(text) > LONGEST:
        raise InvalidArgument(
            f"a condition has at most {LONGEST} characters; this one has {len(text)}", parameter="condition", value=text
        )
    parser = _Parser(text)
    sql = parser.condition(0)
    parser.expect_end()
    values = {"yellow_points": YELLOW_POINTS, "red_points": RED_POINTS, **parser.values}
    return Condition(sql, values, tuple(dict.fromkeys(parser.names)))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int


class _Parser:
    """A recursive-descent parser of conditions with one token of lookahead."""

    def __init__(self, text: str) -> None:
        self.values: dict[str, float] = {}
        self.names: list[str] = []
        self._text = text
        self._tokens = list(_tokens(text))
        self._place = 0

    def condition(self, depth: int) -> str:
        parts = [self._all(depth)]
        while self._take("or"):
            parts.append(self._all(depth))
        return " or ".join(parts) if len(parts) == 1 else f"({' or '.join(parts)})"

    def expect_end(self) -> None:
        if self._next.text:
            raise self._error("and, or or the end")

    def _all(self, depth: int) -> str:
        parts = [self._one(depth)]
        while self._take("and"):
            parts.append(self._one(depth))
        return " and ".join(parts)

    def _one(self, depth: int) -> str:
        if depth > DEEPEST:
            raise InvalidArgument(
                f"parentheses and nots may be nested at most {DEEPEST} deep", parameter="condition", value=self._text
            )
        if self._take("not"):
            return f"not ({self._one(depth + 1)})"
        if self._take("("):
            inner = self.condition(depth + 1)
            if not self._take(")"):
                raise self._error("a closing parenthesis")
            return f"({inner})"
        return self._comparison()

    def _comparison(self) -> str:
        left, sign, middle = self._sum(), self._sign(), self._sum()
        if self._next.text not in _COMPARE:
            return f"{left} {sign} {middle}"
        # A chain, as in 8 < corners <= 12.
        return f"{left} {sign} {middle} and {middle} {self._sign()} {self._sum()}"

    def _sign(self) -> str:
        if self._next.text not in _COMPARE:
            raise self._error("a comparison (< <= > >= = !=)")
        return _COMPARE[self._advance().text]

    def _sum(self) -> str:
        parts = ["-" if self._take("-") else "", self._term()]
        while self._next.text in ("+", "-"):
            parts += [f" {self._advance().text} ", self._term()]
        return "".join(parts)

    def _term(self) -> str:
        token = self._next
        if token.text[:1].isdigit():
            name = f"number_{len(self.values)}"
            self.values[name] = float(self._advance().text)
            return f":{name}"
        if token.text in FIGURES:
            self.names.append(token.text)
            return FIGURES[self._advance().text]
        near = get_close_matches(token.text, FIGURES, SUGGESTED)
        hint = f"; did you mean {', '.join(near)}?" if near else f"; the figures are {', '.join(FIGURES)}"
        raise self._error("a figure or a number", hint)

    @property
    def _next(self) -> _Token:
        return self._tokens[self._place]

    def _advance(self) -> _Token:
        self._place += 1
        return self._tokens[self._place - 1]

    def _take(self, text: str) -> bool:
        if self._next.text != text:
            return False
        self._place += 1
        return True

    def _error(self, wanted: str, hint: str = "") -> InvalidArgument:
        found = repr(self._next.text) if self._next.text else "the end"
        return InvalidArgument(
            f"expected {wanted} at column {self._next.column}, found {found}{hint}",
            parameter="condition",
            value=self._text,
        )


def _tokens(text: str) -> Iterator[_Token]:
    place = 0
    end = len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            column = place + len(text[place:]) - len(text[place:].lstrip()) + 1
            raise InvalidArgument(
                f"{text[column - 1]!r} at column {column} has no meaning in a condition",
                parameter="condition",
                value=text,
            )
        yield _Token((match[1] or match[2] or match[3]).lower(), match.start(match.lastindex or 0) + 1)
        place = match.end()
    yield _Token("", end + 1)
