"""How a table is read: what each column means, and what no column says. Written and read as TOML.

A map fits a table that has all its columns. What is still open is written as `?`; a map with one is not used.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from footydata.football.countries import ALL_CODES
from footydata.football.errors import InvalidArgument
from footydata.football.register import country_words, normalised
from footydata.football.register.leagues import (
    leagues_by_code,
    registered_league_called,
    registered_leagues,
)
from footydata.football.wording import meant
from footydata.sources.cells import season_key
from footydata.sources.parsed import BadRow, LeagueKey
from footydata.sources.tables.meanings import IGNORE, Meaning, meaning_text, read_meaning

OPEN = "?"
"""What stands in a map for an answer that a person has to give."""

CHOICES: dict[str, tuple[str, ...]] = {
    "seasons": ("column", "day"),
    "days": ("day first", "month first"),
    "odds": ("decimal", "american", "fractional"),
    "handicap": ("home", "away"),
    "scores": ("ninety minutes", "final"),
    "first": ("home", "away"),
}
"""Setting → what it may be."""

MEANT: dict[str, str] = {
    "league": 'the competition, as "GB-ENG/Premier League"',
    "season": 'of every row, as "24/25"; without it the column or the calendar tells it',
    "seasons": 'whether the "column" tells the season of a row, or its "day"',
    "days": 'how days are written: "day first" or "month first"',
    "zone": 'of the times, as "Europe/London"; without it they are not taken',
    "odds": 'how prices are written: "decimal", "american" or "fractional"',
    "handicap": 'whose handicap a line is: "home" or "away"',
    "scores": '"ninety minutes", or "final" where extra time may be in them',
    "first": 'whose goals stand first in a score: "home" or "away"',
    "bookmaker": "of the prices whose column names none",
    "sheet": "the sheet of the workbook; without it all that have these columns",
    "encoding": 'of the file, as "gbk"; without it UTF-8, or what its words are in',
}
"""Setting of a map besides its columns → what it is, in the order in which they are written."""


@cache
def league_named(text: str) -> LeagueKey:
    """The competition of a text COUNTRY/NAME, or of a code of the sources. Raises InvalidArgument.

    COUNTRY is a code or an English name.

    >>> league_named("mx/Liga MX"), league_named("Mexico/Liga MX").country, league_named("D1").name
    (LeagueKey(country='MX', name='Liga MX', id=None, is_new=False), 'MX', 'Bundesliga')
    """
    country, mark, name = (part.strip() for part in text.partition("/"))
    if not mark and (coded := leagues_by_code().get(country.casefold())) is not None:
        return LeagueKey(*coded)
    if not mark or not name:
        near = registered_league_called(text)
        named = (near, *(league for league in registered_leagues() if league.name == text))
        example = next((f"{each.country}/{each.name}" for each in named if each), "MX/Liga MX")
        raise InvalidArgument(
            f"{text!r} is not a COUNTRY/NAME, such as {example!r}", parameter="league", value=text
        )
    code = country.upper()
    if code not in ALL_CODES:
        code = country_words().get(normalised(country), "")
    if not code:
        raise InvalidArgument(
            f"{country!r} is not a country; give its code or its name, such as 'MX' or 'Mexico'",
            parameter="league",
            value=text,
        )
    return LeagueKey(code, name)


@dataclass(frozen=True, slots=True)
class TableMap:
    """How a table is read.

    Attributes:
        columns: header of a column → its meaning; a column that is not in it is not taken.
        leagues: what the column of competitions says → COUNTRY/NAME, or ignore.
        header: the row of the header, 0 for a table without one, whose columns are 1, 2, 3 ...; None: to be found.
        The others are the settings of MEANT; None: not needed.
    """

    columns: Mapping[str, Meaning]
    leagues: Mapping[str, str] = field(default_factory=dict)
    header: int | None = None
    league: str | None = None
    season: str | None = None
    seasons: str | None = None
    days: str | None = None
    zone: str | None = None
    odds: str | None = None
    handicap: str | None = None
    scores: str | None = None
    first: str | None = None
    bookmaker: str | None = None
    sheet: str | None = None
    encoding: str | None = None

    @property
    def taken(self) -> dict[str, Meaning]:
        """The columns that are taken, each with its meaning."""
        return {name: meaning for name, meaning in self.columns.items() if meaning != IGNORE}

    def fits(self, header: Sequence[str]) -> bool:
        """Whether a header has every column that is taken."""
        return bool(self.taken) and self.taken.keys() <= set(header)

    def name_of(self, meaning: Meaning) -> str | None:
        """The column of a meaning, None if there is none."""
        return next((name for name, each in self.columns.items() if each == meaning), None)


def map_of(written: Mapping[str, Any], *, has_league: bool = False) -> TableMap:
    """The map in a document, or of columns alone, as {"Date": "date", "Home": "home", "Away": "away"}.

    has_league: whether the load has a competition, which answers that of the map if it is open.
    Raises InvalidArgument if a meaning or a setting is none, a column is missing, or two have the same meaning.
    """
    document = dict(written)
    columns = document.pop("columns", None)
    if not isinstance(columns, Mapping):
        document, columns = {}, written
    if has_league and document.get("league") == OPEN:
        del document["league"]
    for setting, value in document.items():
        check_setting(setting, value)
    read = {
        str(name): OPEN if meaning == OPEN else read_meaning(str(name), meaning)
        for name, meaning in columns.items()
    }
    table_map = TableMap(read, **document)
    answers = {**document, **table_map.leagues, **read}
    if names := ", ".join(name for name, answer in answers.items() if answer == OPEN):
        raise InvalidArgument(
            f"the map leaves open: {names}; give an answer for each ?", parameter="map", value=names
        )
    meant_by: dict[Meaning, str] = {}
    for name, meaning in table_map.taken.items():
        if (first := meant_by.setdefault(meaning, name)) != name:
            raise InvalidArgument(
                f"columns {first!r} and {name!r} are both mapped to {meaning_text(meaning)}",
                parameter=name,
                value=meaning_text(meaning),
            )
    for parts in (("date", "kickoff"), ("home", "teams"), ("away", "teams")):
        if not meant_by.keys() & set(parts):
            raise InvalidArgument(
                f"no column is mapped to {' or '.join(parts)}",
                parameter="map",
                value=None,
                choices=parts,
            )
    return table_map


def kept_map_of(document: Mapping[str, Any]) -> TableMap:
    """A map that was kept, which may leave columns to their cells. Raises InvalidArgument."""
    settings = {name: value for name, value in document.items() if name != "columns"}
    columns = {name: read_meaning(name, text) for name, text in document["columns"].items()}
    return TableMap(columns, **settings)


def map_from(
    written: "str | Path | TableMap | Mapping[str, object]", *, has_league: bool = False
) -> TableMap:
    """The map in a TOML file or a document; has_league as of `map_of`.

    Raises InvalidArgument, which names the file, and OSError.
    """
    if isinstance(written, TableMap):
        written = as_document(written)
    if isinstance(written, Mapping):
        return map_of(written, has_league=has_league)
    path = Path(written)
    try:
        return map_of(tomllib.loads(path.read_text(encoding="utf-8-sig")), has_league=has_league)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidArgument(
            f"{path.name} is no TOML: {error}", parameter="map", value=path.name
        ) from None
    except InvalidArgument as error:
        error.args = (f"{path.name}: {error}",)
        raise


def as_document(table_map: TableMap) -> dict[str, Any]:
    """A map as the document that `map_of` reads."""
    settings = {name: getattr(table_map, name) for name in ("header", *MEANT)}
    settings["leagues"] = dict(table_map.leagues) or None
    columns = {name: meaning_text(meaning) for name, meaning in table_map.columns.items()}
    document = {name: value for name, value in settings.items() if value is not None}
    return {**document, "columns": columns}


def to_toml(
    table_map: TableMap,
    title: str,
    examples: Mapping[str, str],
    answers: Mapping[str, Sequence[str]],
) -> Iterator[str]:
    """The lines of a map as TOML.

    title: a remark at its top. examples: of a column's cells. answers: what may stand in the place of each `?`.
    """
    yield from (f"# {line}" for line in title.splitlines())
    if table_map.header is not None:
        yield f"header = {table_map.header}"
    for name in MEANT:
        value = getattr(table_map, name)
        if value is not None:
            yield f"{name} = {_string(value)}  # {MEANT[name]}"
        elif name == "zone" and table_map.name_of("time") is not None:
            yield f'# zone = "UTC"  # {MEANT[name]}'
    if table_map.leagues:
        yield from ("", "[leagues]  # COUNTRY/NAME, or ignore")
    for code, league in table_map.leagues.items():
        yield f"{_string(code)} = {_string(league)}"
    yield from ("", "[columns]")
    for name, meaning in table_map.columns.items():
        choices = " or ".join(map(_string, answers.get(name, ())))
        remark = "; ".join(filter(None, (choices, examples.get(name))))
        end = f"  # {remark}" if remark else ""
        yield f"{_string(name)} = {_string(meaning_text(meaning))}{end}"


def _string(text: str) -> str:
    """A text as a basic string of TOML, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check_setting(name: str, value: Any) -> None:
    """Raises InvalidArgument if a map has no such setting, or it can't have the value."""
    why = None
    choices = CHOICES.get(name, ())
    if name not in (*MEANT, "header", "leagues"):
        raise InvalidArgument(
            f"a map has no setting {name!r}; {meant(name, MEANT)}",
            parameter="map",
            value=name,
            choices=MEANT,
        )
    try:
        if name == "header":
            why = None if type(value) is int and value >= 0 else "no row"
        elif name == "leagues":
            for league in value.values():
                if league not in (OPEN, IGNORE):
                    league_named(str(league))
        elif not isinstance(value, str) or not value.strip():
            why = "no text"
        elif value == OPEN:
            return
        elif choices and value not in choices:
            why = meant(value, choices)
        elif name == "league":
            league_named(value)
        elif name == "season":
            season_key(value)
        elif name == "zone":
            ZoneInfo(value)
        elif name == "encoding":
            "".encode(value)
    except InvalidArgument:
        raise
    except (AttributeError, BadRow, KeyError, ValueError, OSError, LookupError):
        why = f"none: it is {MEANT.get(name, 'COUNTRY/NAME of each')}"
    if why is not None:
        raise InvalidArgument(
            f"{name} of a map is {value!r}: {why}", parameter=name, value=value, choices=choices
        )
