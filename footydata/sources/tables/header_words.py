"""What the header of a column may mean, by its words in many languages; which of it is right, its cells decide.

header_words.csv has the words: of a whole header (`whole`, and the parts that stand alone), and of its parts, as side,
figure and half in `Gols do mandante no 1º tempo`. The codes of football-data.co.uk's prices are known too.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import islice, product

from footydata.football.register import normalised, slug
from footydata.football.terms import Period, Side
from footydata.odds.markets import MARKET_BY_KEY
from footydata.sources.tables.meanings import (
    LINE,
    UNNAMED,
    Meaning,
    OddsColumn,
    football_data_names,
    meanings,
    price_columns,
)

_ALSO = {"kickoff": "time", "time": "kickoff", "round": "stage"}
"""What a header may mean if its cells are not the first: a start may be a time, a time may have its day."""

_OF_ODDS = frozenset(("side", "selection", "market", "period", "odds", "figure", "half", "full"))
"""Parts that the header of a price may have."""

_MOST_WAYS = 64
_MOST_TRIED = 4_096
_LONGEST_HEADER = 80
"""In characters; a longer text is no header."""

_LONGEST_PHRASE = 4
_HUMP = re.compile(r"(?<=[a-zа-я])(?=[A-ZА-Я])")
_LINE = re.compile(r"(?<![\d.,])[+-]?(\d{1,2})(?:[.,](\d{1,2})(?!\d)|_(\d{1,2})(?![^\W_]))")
_SHORT_LINE = re.compile(r"(?<=[a-z_ ])(\d)([27]?5)$", re.IGNORECASE)
"""The line at the end of `over25`."""

_WHOLE_LINE = re.compile(r"\b(over|under)[ _]*(\d{1,2})$", re.IGNORECASE)
_NUMBERED = re.compile(r"([^\W\d])([12])$")
"""The end of `score1` and `team2`."""

_SYMBOLS = {">": " over ", "<": " under "}
_PLACES = {".0": " home", ".1": " away"}
"""The end of a name from a list of two in JSON, as `score.ft.0` → the side."""


def candidates(header: str) -> tuple[Meaning, ...]:
    """What a header may mean, likelier meanings first; empty if nothing is recognised.

    >>> candidates("Gols Mandante")
    ('home_goals',)
    >>> candidates("Home")[:2], candidates("comments"), candidates("R"), candidates("HR")
    (('home', 'home_goals'), (), (), ('home_red',))
    >>> candidates("Pinnacle Over 2.5")
    (OddsColumn(market='goal_line', selection='over', bookmaker='pinnacle', period='opening', line=2.5),)
    """
    name = header.strip()
    if len(name) > _LONGEST_HEADER:
        return ()
    if name in meanings():
        return (name,)
    if name in price_columns():
        return (price_columns()[name],)
    while not (known := _known(name)) and "." in name:
        # The path of a value in JSON: what stands deeper tells more, but for the side.
        first, _, name = name.partition(".")
        if any(part == "side" for part, _ in parts_in(first)):
            break
        if first.casefold() == "season":
            # Its first day is no kickoff, its id no fixture's.
            return tuple(meaning for meaning in _known(name) if meaning == "season")
    return known


def _known(name: str) -> tuple[Meaning, ...]:
    """The meanings of the ways in which a header can be read as known parts, and an unknown bookmaker."""
    words, line = _read(name)
    whole = _phrases().get(" ".join(words), ())
    known: list[Meaning] = [meaning for part, meaning in whole if part == "whole"]
    options, unknown = _parts(words)
    # `r` may be red cards or the result; with a side, as in `HR`, it is the cards.
    is_letter = len("".join(words)) == 1
    for way in islice(_ways(options), _MOST_WAYS):
        if not unknown and line is None and not (is_letter and "figure" in way):
            known += _plain(way)
        known += _odds(way, line, " ".join(unknown))
    return tuple(dict.fromkeys(known))


def parts_in(header: str) -> frozenset[tuple[str, str]]:
    """What the known phrases of a header may be: parts, each with its meaning."""
    options, _ = _parts(_read(header)[0])
    return frozenset(part for option in options for part in option)


def _read(header: str) -> tuple[list[str], float | None]:
    """The words of a header, and the line in it."""
    text, line = header, None
    if header[-2:] in _PLACES and not header[:-2].endswith(tuple("0123456789")):
        text = header[:-2] + _PLACES[header[-2:]]
    if match := _LINE.search(text):
        line = float(f"{match[1]}.{match[2] or match[3]}")
        line = -line if match[0].startswith("-") else line
        text = f"{text[: match.start()]} {text[match.end() :]}"
    elif match := _SHORT_LINE.search(text):
        line = float(f"{match[1]}.{match[2]}")
        text = text[: match.start()]
    elif match := _WHOLE_LINE.search(text):
        line = float(match[2])
        text = text[: match.start(2)]
    for symbol, word in _SYMBOLS.items():
        text = text.replace(symbol, word)
    text = _NUMBERED.sub(r"\1 \2", text)
    return normalised(_HUMP.sub(" ", text).replace("_", " ")).split(), line


def _parts(words: Sequence[str]) -> tuple[list[tuple[tuple[str, str], ...]], list[str]]:
    """What each known phrase may be, the longest ones first taken, and the words of none."""
    options, unknown, place = [], [], 0
    while place < len(words):
        for end in range(min(len(words), place + _LONGEST_PHRASE), place, -1):
            known = _phrases().get(" ".join(words[place:end]))
            if known:
                options.append(known)
                place = end
                break
        else:
            unknown.append(words[place])
            place += 1
    return options, unknown


def _ways(options: list[tuple[tuple[str, str], ...]]) -> Iterator[dict[str, str]]:
    """Each reading of the phrases as parts, in which no part is two things."""
    for way in islice(product(*options), _MOST_TRIED):
        parts: dict[str, str] = {}
        if all(
            part == "filler" or parts.setdefault(part, meaning) == meaning for part, meaning in way
        ):
            if parts.pop("beside figure", None) and "figure" not in parts:
                continue
            short = parts.pop("side of", None)
            if short is None:
                yield parts
            elif {"figure", "half"} & parts.keys() and "side" not in parts:
                yield {**parts, "side": short}


def _plain(parts: Mapping[str, str]) -> list[str]:
    """The meanings of parts that are no price."""
    half = "half_" if "half" in parts else ""
    rest = parts.keys() - {"half", "full"}
    # Parts that are a meaning by themselves, whatever fillers stand beside them.
    alone = [part for part in parts if part in meanings()]
    names: list[str] = []
    if rest <= {"score"}:
        names = [f"{half}score"] if rest or len(parts) == 1 else []
    elif rest == {"result"}:
        names = [f"{half}result"]
    elif alone:
        names = [alone[0], _ALSO.get(alone[0], "")] if len(parts) == 1 else []
    elif rest <= {"side", "figure"}:
        of_side = f"{parts['side']}_" if "side" in parts else ""
        names = [parts["side"]] if parts.keys() == {"side"} else []
        names.append(f"{half}{of_side}{parts.get('figure', 'goals')}")
    return [name for name in names if name in meanings()]


def _odds(parts: Mapping[str, str], line: float | None, bookmaker: str) -> Iterator[OddsColumn]:
    """The prices, or the lines, that these parts may be the header of."""
    if not parts.keys() <= _OF_ODDS or not _may_be_bookmaker(bookmaker):
        return
    for key, selection in _markets(parts):
        if "half" in parts:
            key = f"{key}_half"
        market = MARKET_BY_KEY.get(key)
        if market is None or (selection != LINE and selection not in market.shape.selections):
            continue
        if selection == LINE and not market.shape.has_line:
            continue
        fixed = line if market.shape.has_line and selection != LINE else None
        period = parts.get("period", Period.OPENING.value)
        yield OddsColumn(key, selection, bookmaker_slug(bookmaker), period, fixed)


def _markets(parts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Market and selection of these parts."""
    selection = parts.get("selection") or parts.get("side")
    figure = parts.get("figure", "goals")
    totals = {"goals": "goal_line", "corners": "corner_line"}.get(figure)
    market = parts.get("market")
    if selection in ("over", "under"):
        if market in (None, totals, "goal_line") and totals is not None and "side" not in parts:
            yield totals, selection
    elif market is not None and figure != "goals":
        of_corners = {"asian_handicap": "corner_asian", "goal_line": "corner_line"}
        if figure == "corners" and market in of_corners:
            yield of_corners[market], selection or LINE
    elif market is not None:
        yield market, selection or LINE
        if market == "asian_handicap" and selection in tuple(Side):
            # `AH home` may be the home side's price or its line.
            yield market, LINE
    elif selection is not None and selection in (*Side, "draw") and "figure" not in parts:
        yield "1x2", selection
    elif selection == LINE and totals is not None:
        yield totals, LINE


def _may_be_bookmaker(words: str) -> bool:
    """Whether unknown words may name a bookmaker: not a number, nor if one that is known is among others.

    >>> _may_be_bookmaker("pinnacle"), _may_be_bookmaker("pinnacle x"), _may_be_bookmaker("3"), _may_be_bookmaker("")
    (True, False, False, True)
    """
    whole = slug(words).replace("-", "")
    is_known = any(word in _bookmakers() for word in words.split())
    return whole in _bookmakers() or not (whole.isdecimal() or is_known)


def selections_called(text: str) -> frozenset[str]:
    """The selections that a text may be, whatever their market.

    >>> sorted(selections_called("H")), sorted(selections_called("Unentschieden")), sorted(selections_called("X2"))
    (['home'], ['draw'], ['draw_or_away'])
    """
    parts = _phrases().get(normalised(text), ())
    return frozenset(
        meaning for part, meaning in parts if part in ("selection", "side") and meaning != LINE
    )


def markets_called(text: str, selection: str) -> frozenset[str]:
    """The keys of the markets that a text may name beside one of their selections.

    >>> sorted(markets_called("Corners", "over")), sorted(markets_called("Over/Under 1st half", "under"))
    (['corner_line'], ['goal_line_half'])
    >>> sorted(markets_called("Corners", "home")), sorted(markets_called("Corners Asian Handicap", "home"))
    ([], ['corner_asian'])
    """
    words, line = _read(text)
    options, unknown = _parts(words)
    if unknown or line is not None:
        return frozenset()
    keys = set()
    for parts in islice(_ways(options), _MOST_WAYS):
        if parts.keys() <= {"market", "figure", "half", "full"}:
            named = parts if "market" in parts else {**parts, "selection": selection}
            keys |= {f"{key}_half" if "half" in parts else key for key, _ in _markets(named)}
    return frozenset(
        key
        for key in keys
        if (market := MARKET_BY_KEY.get(key)) and selection in market.shape.selections
    )


def tells_no_goals(header: str) -> bool:
    """Whether a header has a word for something else than goals, as cards, ranks or what was predicted.

    >>> tells_no_goals("Home Cards"), tells_no_goals("Predicted score"), tells_no_goals("result1")
    (True, True, False)
    """
    return any(
        part in ("total", "no goals", "half of no market")
        or (part == "figure" and meaning != "goals")
        for part, meaning in parts_in(header)
    )


def is_home_line(header: str) -> bool:
    """Whether a header is a code of football-data.co.uk for the home side's handicap.

    >>> is_home_line("AHh"), is_home_line("AHCh"), is_home_line("B365AH")
    (True, True, False)
    """
    meaning = price_columns().get(header.strip())
    return meaning is not None and meaning.selection == LINE and header.strip().endswith("h")


def has_odds_word(header: str) -> bool:
    """Whether a header says that there are prices under it, by a word for odds or a market."""
    return header.strip() in price_columns() or any(
        part in ("odds", "market") for part, _ in parts_in(header)
    )


def bookmaker_slug(name: str) -> str:
    """The slug of a bookmaker as a header names it, by its code too; UNNAMED if it names none.

    >>> bookmaker_slug("b365"), bookmaker_slug("bet 365"), bookmaker_slug("Superbet"), bookmaker_slug("")
    ('bet365', 'bet365', 'superbet', 'unnamed')
    """
    known = slug(name)
    return _bookmakers().get(known.replace("-", ""), known) or UNNAMED


@cache
def _bookmakers() -> dict[str, str]:
    """Name or code of a bookmaker without blanks → its slug."""
    names = {
        "avg": "market-average",
        "average": "market-average",
        "max": "market-best",
        "best": "market-best",
    }
    for code, bookmaker in football_data_names("bookmaker").items():
        for word in (bookmaker.replace("-", ""), code.casefold()):
            names.setdefault(word, bookmaker)
    return names


@cache
def _phrases() -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Normalised phrase → the parts that it may be, each with its meaning."""
    text = (
        files("footydata.sources.tables").joinpath("header_words.csv").read_text(encoding="utf-8")
    )
    phrases: dict[str, dict[tuple[str, str], None]] = {}
    for row in csv.DictReader(text.splitlines()):
        for words in map(normalised, row["words"].split(";")):
            in_one = words.replace(" ", "") if len(words) > len("ht a") else words
            for phrase in (words, in_one):
                phrases.setdefault(phrase, {})[row["part"], row["meaning"]] = None
    return {phrase: tuple(parts) for phrase, parts in phrases.items()}
