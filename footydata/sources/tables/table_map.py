"""How a table is read: what each column means, and what no column tells. Written and read as TOML.

A map fits a table that has all its columns. An answer that is still open is written as `?`; a map with one is not used.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from footydata.football.errors import InvalidArgument
from footydata.football.wording import meant
from footydata.sources.parsed import league_named
from footydata.sources.refusing import BadRow
from footydata.sources.tables.meanings import (
    IGNORE,
    Meaning,
    OddsColumn,
    meaning_text,
    read_meaning,
)
from footydata.sources.tables.questions import Question
from footydata.sources.v1_pages import season_key

OPEN = "?"
"""What stands in a map for an answer that a person has to give."""

CHOICES: dict[str, tuple[str, ...]] = {
    "days": ("day first", "month first"),
    "odds": ("decimal", "american", "fractional"),
    "handicap": ("home", "away"),
    "scores": ("ninety minutes", "final"),
    "first": ("home", "away"),
}
"""Setting → what it may be: the order of day and month; how prices are written; whose handicap a line is; whether the
goals are those of ninety minutes, or may include extra time; whose figures stand first in a cell of both sides'."""

SETTINGS = (
    "league",
    "season",
    "days",
    "zone",
    "odds",
    "handicap",
    "scores",
    "first",
    "bookmaker",
    "sheet",
)
"""The settings of a map besides its columns, in the order in which they are written."""

MEANT: dict[str, str] = {
    "league": 'the competition, as "GB-ENG/Premier League"',
    "season": 'of every row, as "24/25"; without it the calendar tells it',
    "days": 'how days are written: "day first" or "month first"',
    "zone": 'of the times, as "Europe/London"; without it they are not taken',
    "odds": 'how prices are written: "decimal", "american" or "fractional"',
    "handicap": 'whose handicap a line is: "home" or "away"',
    "scores": '"ninety minutes", or "final" where extra time may be in them',
    "first": 'whose goals stand first in a score: "home" or "away"',
    "bookmaker": "of the prices whose column names none",
    "sheet": "the sheet of the workbook; without it all that have these columns",
}
"""Setting → what it is, for people."""


@dataclass(frozen=True, slots=True)
class TableMap:
    """How a table is read.

    Attributes:
        columns: header of a column → its meaning; a column that is not in it is not taken.
        league: COUNTRY/NAME where no column tells it. season: the label of every row's.
        days, odds, handicap, scores, first: as in CHOICES. zone: a name of the time zone database. None: not needed.
        bookmaker: of prices whose column names none. sheet: of a workbook, None for all that have the columns.
    """

    columns: Mapping[str, Meaning]
    league: str | None = None
    season: str | None = None
    days: str | None = None
    zone: str | None = None
    odds: str | None = None
    handicap: str | None = None
    scores: str | None = None
    first: str | None = None
    bookmaker: str | None = None
    sheet: str | None = None
    examples: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def taken(self) -> dict[str, Meaning]:
        """The columns that are taken, each with its meaning."""
        return {name: meaning for name, meaning in self.columns.items() if meaning != IGNORE}

    @property
    def open_settings(self) -> list[str]:
        """The settings and columns whose answer is open."""
        settings = [name for name in SETTINGS if getattr(self, name) == OPEN]
        return settings + [name for name, meaning in self.columns.items() if meaning == OPEN]

    def fits(self, header: Sequence[str]) -> bool:
        """Whether a header has every column that is taken."""
        return self.taken.keys() <= set(header)

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
    if unknown := sorted(document.keys() - set(SETTINGS)):
        raise InvalidArgument(
            f"a map has no setting {unknown[0]!r}; {meant(unknown[0], SETTINGS)}",
            parameter="map",
            value=unknown[0],
            choices=SETTINGS,
        )
    if has_league and document.get("league") == OPEN:
        del document["league"]
    for setting, value in document.items():
        check_setting(setting, value)
    named = {str(name): meaning for name, meaning in columns.items()}
    read = {
        name: OPEN if meaning == OPEN else read_meaning(name, meaning)
        for name, meaning in named.items()
    }
    table_map = TableMap(read, **document)
    if open_settings := table_map.open_settings:
        names = ", ".join(open_settings)
        raise InvalidArgument(
            f"the map leaves open: {names}; give an answer for each ?", parameter="map", value=names
        )
    check(table_map)
    return table_map


def map_from(
    written: str | Path | Mapping[str, object] | None, *, has_league: bool = False
) -> TableMap | None:
    """The map in a TOML file or a document, None for None; has_league as of `map_of`.

    Raises InvalidArgument, and OSError.
    """
    if written is None:
        return None
    if isinstance(written, Mapping):
        return map_of(written, has_league=has_league)
    return read_map(Path(written), has_league=has_league)


def read_map(path: Path, *, has_league: bool = False) -> TableMap:
    """The map in a TOML file; has_league as of `map_of`. Raises InvalidArgument, which names the file, and OSError."""
    try:
        table_map = map_of(
            tomllib.loads(path.read_text(encoding="utf-8-sig")), has_league=has_league
        )
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidArgument(
            f"{path.name} is no TOML: {error}", parameter="map", value=path.name
        ) from None
    except InvalidArgument as error:
        raise InvalidArgument(
            f"{path.name}: {error}",
            parameter=error.parameter,
            value=error.value,
            choices=error.choices,
        ) from None
    return table_map


def check(table_map: TableMap) -> None:
    """Raises InvalidArgument if a map can't be used: columns are missing, or say the same twice."""
    names: dict[Meaning, str] = {}
    for name, meaning in table_map.taken.items():
        if meaning != OPEN and (first := names.setdefault(meaning, name)) != name:
            raise InvalidArgument(
                f"columns {first!r} and {name!r} are both mapped to {meaning_text(meaning)}",
                parameter=name,
                value=meaning_text(meaning),
            )
    for parts in (("date", "kickoff"), ("home", "teams"), ("away", "teams")):
        if not any(part in names for part in parts):
            raise InvalidArgument(
                f"no column is mapped to {' or '.join(parts)}",
                parameter="map",
                value=None,
                choices=parts,
            )


def to_toml(table_map: TableMap, title: str, questions: Sequence[Question] = ()) -> str:
    """A map as TOML, with an example of each column's cells.

    title: a remark at its top. questions: what is open, whose answers stand beside each ?.
    """
    choices = {question.setting: question.choices for question in questions}
    lines = [
        *(f"# {line}" for line in title.splitlines()),
        *_settings(table_map),
        "",
        *_columns(table_map, choices),
    ]
    return "\n".join(lines) + "\n"


def as_document(table_map: TableMap) -> dict[str, Any]:
    """A map as the document that `map_of` reads."""
    settings = {name: value for name in SETTINGS if (value := getattr(table_map, name)) is not None}
    return {
        **settings,
        "columns": {name: _written(meaning) for name, meaning in table_map.columns.items()},
    }


def _written(meaning: Meaning) -> str | dict[str, Any]:
    if isinstance(meaning, str):
        return meaning
    return {name: value for name, value in meaning._asdict().items() if value is not None}


def _settings(table_map: TableMap) -> Iterator[str]:
    has_clock = table_map.name_of("time") is not None
    for name in SETTINGS:
        value = getattr(table_map, name)
        if value is not None:
            yield f"{name} = {_string(value)}  # {MEANT[name]}"
        elif name == "zone" and has_clock:
            yield f'# zone = "UTC"  # {MEANT[name]}'


def _columns(table_map: TableMap, choices: Mapping[str, Sequence[str]]) -> Iterator[str]:
    yield "[columns]"
    for name, meaning in table_map.columns.items():
        example = table_map.examples.get(name, "")
        written = _string(meaning) if isinstance(meaning, str) else _inline(meaning)
        answers = _answers(choices.get(name, ())) if meaning == OPEN else ""
        remark = "; ".join(filter(None, (answers, example)))
        yield f"{_string(name)} = {written}" + (f"  # {remark}" if remark else "")


def _answers(choices: Sequence[str]) -> str:
    """What may stand in the place of a column's ?."""
    if not choices:
        return (
            f'{_string(IGNORE)}, or a word of the guide\'s page own-file, as "score" or "corners"'
        )
    *others, last = map(_string, choices)
    return f"{', '.join(others)} or {last}" if others else last


def _inline(meaning: OddsColumn) -> str:
    parts = ", ".join(
        f"{name} = {value:g}" if isinstance(value, float) else f"{name} = {_string(value)}"
        for name, value in meaning._asdict().items()
        if value is not None
    )
    return f"{{ {parts} }}"


def _string(text: str) -> str:
    """A text as a basic string of TOML, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def check_setting(name: str, value: object) -> None:
    """Raises InvalidArgument if a setting can't have the value."""
    choices = CHOICES.get(name, ())
    if not isinstance(value, str) or not value.strip():
        raise InvalidArgument(
            f"{name} of a map is no text: {value!r}", parameter=name, value=value, choices=choices
        )
    if value == OPEN:
        return
    if choices and value not in choices:
        raise InvalidArgument(
            f"{name} of a map is {value!r}; {meant(value, choices)}",
            parameter=name,
            value=value,
            choices=choices,
        )
    if name == "league":
        league_named(value)
    if name == "season":
        try:
            season_key(value)
        except BadRow as error:
            raise InvalidArgument(
                f"{name} of a map: {error}, as 24/25", parameter=name, value=value
            ) from None
    if name == "zone":
        try:
            ZoneInfo(value)
        except (KeyError, ValueError, OSError):
            raise InvalidArgument(
                f"zone of a map is {value!r}, which is no time zone, as Europe/London",
                parameter=name,
                value=value,
            ) from None
