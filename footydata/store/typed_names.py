"""Names and words as people type them: compared without case and accents, with suggestions for misspelt ones."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, TypeVar

from footydata.football.errors import InvalidArgument
from footydata.football.register import LETTERS, UMLAUTS
from footydata.football.terms import SUPPORTED_LANGUAGES
from footydata.football.wording import LISTED, SUGGESTED, nearest, some_of

T = TypeVar("T")

LIKENESS = 0.75
"""The least similarity of a suggested name."""

_FOLDED = str.maketrans(LETTERS)


class AmbiguousName(InvalidArgument):
    """A name, or a part of one, fits several leagues, teams, seasons or bookmakers; the message lists them."""


def folded(text: str) -> str:
    """A name without case and accents.

    >>> folded("Málaga"), folded("Brøndby"), folded("Preußen"), folded("Þór")
    ('malaga', 'brondby', 'preussen', 'thor')
    """
    lower = text.casefold()
    if lower.isascii():
        return lower
    plain = "".join(c for c in unicodedata.normalize("NFKD", lower) if not unicodedata.combining(c))
    return plain.translate(_FOLDED)


def typed_forms(text: str) -> tuple[str, ...]:
    """The ways in which a name or word is typed without accents, the folded one first, each once.

    >>> typed_forms("Köln"), typed_forms("Malmö FF"), typed_forms("Arsenal")
    (('koln', 'koeln'), ('malmo ff', 'malmoe ff'), ('arsenal',))
    """
    plain = folded(text)
    if text.isascii():
        return (plain,)
    composed = unicodedata.normalize("NFC", text.casefold())
    return tuple(dict.fromkeys((plain, folded(composed.translate(UMLAUTS)))))


def is_typed_so(name: str, text: str) -> bool:
    """Whether a text is a way in which a name is typed, without regard to case and accents.

    >>> is_typed_so("1. FC Köln", "1. fc koeln"), is_typed_so("1. FC Köln", "köln")
    (True, False)
    """
    return folded(text) in typed_forms(name)


SHORT = 3
"""The letters up to which a part of a name is a whole word or its beginning alone: CL is none of FC Clermont."""


def with_part(text: str, forms_by: Iterable[tuple[T, Iterable[str]]]) -> list[T]:
    """Those of which a name has the text as a part: as whole words, else from a word's start on.

    A short text is a part from the start of a name on alone. forms_by: each with the forms in which its names are
    typed. This is the rule for parts of names everywhere.

    >>> names = [(name, typed_forms(name)) for name in ("Inter Miami", "Internacional", "1. FC Köln", "Winterthur")]
    >>> with_part("inter", names), with_part("inte", names), with_part("KOELN", names)
    (['Inter Miami'], ['Inter Miami', 'Internacional'], ['1. FC Köln'])
    >>> with_part("in", names), with_part("koe", names)
    (['Inter Miami', 'Internacional'], [])
    """
    rows = [(each, tuple(forms)) for each, forms in forms_by]
    wholes, starts = by_place(text, rows)
    plain = folded(" ".join(text.split()))
    if wholes or len(plain) > SHORT:
        return wholes or starts
    return [each for each, forms in rows if plain and any(form.startswith(plain) for form in forms)]


def by_place(text: str, forms_by: Iterable[tuple[T, Iterable[str]]]) -> tuple[list[T], list[T]]:
    """Those with the text as whole words in a name, and the others with it from a word's start on, however short it is.

    >>> by_place("inter", [(name, typed_forms(name)) for name in ("Internacional", "Inter Miami", "Winterthur")])
    (['Inter Miami'], ['Internacional'])
    """
    plain = folded(" ".join(text.split()))
    wholes: list[T] = []
    starts: list[T] = []
    for each, forms in forms_by if plain else ():
        place = min((place_in(form, (plain,)) for form in forms), default=NOWHERE)
        if place <= START:
            (wholes if place == WHOLE else starts).append(each)
    return wholes, starts


WHOLE, START, INSIDE, NOWHERE = range(4)
"""Where a word stands in a name: as a whole word, at the start of one, or within one."""


def place_in(name: str, forms: tuple[str, ...]) -> int:
    """Where a word, in the forms in which it is typed, stands in a name; both folded.

    >>> [place_in(name, ("inter",)) for name in ("fc inter", "internacional", "winterthur", "fc")]
    [0, 1, 2, 3]
    """
    if not any(form in name for form in forms):
        return NOWHERE
    is_whole, is_start = _patterns(forms)
    return WHOLE if is_whole.search(name) else START if is_start.search(name) else INSIDE


@lru_cache(maxsize=64)
def _patterns(forms: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of a word as a whole one, and at the start of one."""
    either = "|".join(map(re.escape, forms))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)"), re.compile(rf"(?<!\w)(?:{either})")


def has_typed(name: str, text: str) -> bool:
    """Whether a text is a way in which any part of a name is typed, within a word too, as the searches of /v1 have it.

    >>> has_typed("1. FC Köln", "OELN"), has_typed("1. FC Köln", "köln"), has_typed("1. FC Köln", "kohln")
    (True, True, False)
    """
    plain = folded(text)
    return any(plain in form for form in typed_forms(name))


def ids_with(text: str, rows: Iterable[tuple[Any, ...]]) -> list[int]:
    """The ids of those rows (id, then names) that have the text in a name, by `has_typed`.

    Compared here, as SQLite ignores case for ASCII alone.
    """
    return [row_id for row_id, *names in rows if any(has_typed(name, text) for name in names)]


def similar_names(text: str, names: Iterable[str]) -> list[str]:
    """The names most similar to a misspelt text, compared without case and accents, the nearest first.

    >>> similar_names("Real Madird", ["Real Betis", "Real Madrid", "Arsenal"])
    ['Real Madrid']
    """
    by_folded: dict[str, list[str]] = {}
    for name in dict.fromkeys(names):
        by_folded.setdefault(folded(name), []).append(name)
    nearest_names = get_close_matches(folded(text), by_folded, SUGGESTED, LIKENESS)
    return [name for plain in nearest_names for name in by_folded[plain]]


def similar_owned(text: str, owners: Mapping[str, Iterable[T]]) -> dict[str, list[T]]:
    """The names most similar to a misspelt text, else the words of names that are, the nearest first, with whose they are.

    owners: name → those that bear it.

    >>> similar_owned("Madird", {"Real Madrid": [1], "Arsenal": [2]})
    {'Madrid': [1]}
    """
    words: dict[str, list[T]] = {}
    for name, bearers in owners.items():
        for word in dict.fromkeys(name.split()):
            words.setdefault(word, []).extend(bearers)
    by_name = owners if similar_names(text, owners) else words
    return {name: list(by_name[name]) for name in similar_names(text, by_name)}


def near(text: str, owners: Mapping[str, Iterable[T]]) -> list[T]:
    """Those that may be meant by a text that none is called: with it as a part of a name, else with a similar one.

    owners: name → those that bear it.

    >>> near("real", {"Real Madrid": [1], "Montreal": [2]}), near("Madird", {"Real Madrid": [1]})
    ([1], [1])
    """
    partly = with_part(text, ((name, typed_forms(name)) for name in owners))
    by_name = {name: owners[name] for name in partly} or similar_owned(text, owners)
    return list(dict.fromkeys(bearer for bearers in by_name.values() for bearer in bearers))


def the_one(
    rows: Sequence[T], text: object, kind: str, label: Callable[[T], str] = str
) -> T | None:
    """The only row of those that a text fits, None without any. Raises AmbiguousName, which lists several.

    kind: what they are, and the parameter that names one: league, team, bookmaker or referee.
    """
    if len(rows) < 2:
        return rows[0] if rows else None
    raise AmbiguousName(
        f"{text!r} fits several {kind}s: {some_of(map(label, rows), MENTIONED)}",
        parameter=kind,
        value=text,
        choices=[getattr(row, "name", row) for row in rows],
        ids=[row.id for row in rows if hasattr(row, "id")],
    )


MENTIONED = 12
"""How many leagues, teams or referees a message names."""


def one_of(name: str, value: object, allowed: Sequence[str]) -> str:
    """The one of the allowed words, in small letters, that is given, in any case. Raises InvalidArgument.

    >>> one_of("status", "Live", ["scheduled", "live"])
    'live'
    """
    word = next((each for each in allowed if each == str(value).casefold()), None)
    if word is None:
        nearest_words = nearest(str(value), allowed)
        hint = f"; did you mean {', '.join(nearest_words)}?" if nearest_words else ""
        message = f"{name} {value!r} is not one of {some_of(allowed, LISTED)}{hint}"
        raise InvalidArgument(message, parameter=name, value=value, choices=allowed)
    return word


def language(lang: str) -> str:
    """The code of a language. Raises InvalidArgument."""
    return one_of("lang", lang, SUPPORTED_LANGUAGES)


def as_list(value: object) -> list[Any] | None:
    """One value or many as a list without duplicates, None if none is given.

    A text is one value. Numbers of NumPy and pandas become Python's own.

    >>> as_list("E0"), as_list(["E0", "E0", 39]), as_list(None)
    (['E0'], ['E0', 39], None)
    """
    if value is None:
        return None
    values = [value] if isinstance(value, str) or not isinstance(value, Iterable) else list(value)
    return list(
        dict.fromkeys(getattr(value, "item", lambda value=value: value)() for value in values)
    )


def markets_named(market: object, markets: object) -> list[Any] | None:
    """The names of markets of a call, which has them as `market` or as `markets`; None if it has none.

    Raises InvalidArgument if it has both.
    """
    if market is not None and markets is not None:
        raise InvalidArgument(
            f"market {market!r} and markets {markets!r} are one thing by two names; give one of them",
            parameter="markets",
            value=markets,
        )
    return as_list(markets if market is None else market)
