"""The register: packaged facts as CSV files, read when they are first needed; countries, bookmakers, referees, figures.

Competitions with their seasons and teams have modules of their own. Names are compared without case and accents; an id
that we assign is a hash of names, so that two people who load the same files get the same ids. Clubs, their spellings
and the former names of competitions come from openfootball/clubs and openfootball/leagues (CC0 1.0), the rest is the
project's own.
`tests/register/build.py` merges a newer checkout of openfootball/clubs.

countries.csv has a row for each country; zone is empty if a country has several or it is unknown. region: in whose
competitions its national teams and clubs play. neighbours: the countries that clubs of its league system may be
registered under, as Monaco in France. words: adjectives, native names and codes, separated by `;`.
bookmakers.csv: a released id is never reused.
referees.csv has the spellings that are the same referee, by the country of the competition, each with its evidence; a
name that is merely similar is another referee. (M Haywood and M Heywood, of one league and season, are two men: eleven
times they had fixtures on the same day.)
figures.csv declares the further figures, those that sources have of a fixture and the contract does not, so that
another figure is another row. The contract's own (goals, corners, cards, the five statistics) are not among them.
tournaments.csv has the competition of each tournament of internationals, and why one never has extra time.
"""

import csv
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import NamedTuple

from footydata.football.countries import ALL_CODES, WORLD
from footydata.football.records import BookmakerRecord
from footydata.football.terms import OWN_IDS_FROM, Side
from footydata.version import __version__

HASHED_IDS_FROM = OWN_IDS_FROM << 10
"""Ids from OWN_IDS_FROM up to this one are those of the register; hashed ids are from here to 2^53."""

_LAST_ID = 2**53 - 1
_YEAR_ZERO = 1800
LETTERS = {
    "ß": "ss",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "\u0131": "i",
}
"""Letters that Unicode does not decompose into letter and accent → how they are compared; \u0131: dotless i."""

_REPLACED = {**LETTERS, "&": " and ", **dict.fromkeys("'`\u2018\u2019\u00b4\u02bc", "")}
_WORD = re.compile(r"\w+")
_INITIALS = re.compile(r"\b([^\W\d_]) (?=[^\W\d_]\b)")
_LEGAL_FORMS = re.compile(r"^(?:a?fc|cf|fk) | (?:a?fc|cf|fk)$")


class _Plain(dict[int, str]):
    """Letter → the letter without accents, cached: a tenth of the time of normalising whole names."""

    def __missing__(self, letter: int) -> str:
        text = _REPLACED.get(chr(letter), chr(letter))
        plain = "".join(
            c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)
        )
        self[letter] = plain
        return plain


_PLAIN = _Plain()

UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
"""How these letters are written on a keyboard without them."""


def normalised(name: str) -> str:
    """A name without case, accents and punctuation.

    >>> normalised("Nott'm  Forest"), normalised("Beşiktaş J.K."), normalised("Brighton & Hove")
    ('nottm forest', 'besiktas j k', 'brighton and hove')
    """
    return " ".join(_WORD.findall(name.casefold().translate(_PLAIN)))


def bare(name: str) -> str:
    """The normalised name with its initials together, without FC, AFC, CF or FK at either end, unless nothing is left.

    >>> bare("Liverpool FC"), bare("FC Barcelona"), bare("Arsenal F.C."), bare("A.S. Roma"), bare("FC")
    ('liverpool', 'barcelona', 'arsenal', 'as roma', 'fc')
    """
    return bare_of(normalised(name))


def bare_of(normalised_name: str) -> str:
    """As `bare`, of a name that is normalised already.

    >>> bare_of("afc bournemouth")
    'bournemouth'
    """
    return _LEGAL_FORMS.sub("", _INITIALS.sub(r"\1", normalised_name))


def slug(name: str) -> str:
    """A name as a slug of the request parameters.

    >>> slug("William Hill")
    'william-hill'
    """
    return normalised(name).replace(" ", "-").replace("_", "-")


def assigned_id(kind: str, *parts: object) -> int:
    """The id that we assign to what these parts name; the same on every machine."""
    return HASHED_IDS_FROM + _hashed(kind, *parts) % (_LAST_ID - HASHED_IDS_FROM)


def assigned_fixture_id(start_year: int, league_id: int, *parts: object) -> int:
    """The id that we assign to a fixture; the ids of a season are close together, and seasons follow each other.

    8 bits for the year, 11 for the league, 33 for the fixture: what is loaded and read together is stored together,
    which saves a third of the time of a load.
    """
    season = ((start_year - _YEAR_ZERO) % 256 << 11) + _hashed("league", league_id) % 2**11
    return (season << 33) + _hashed("fixture", *parts) % 2**33


def assigned_source_id(name: str) -> int:
    """The id that we assign to a source, the same on every machine; of 15 bits, as many rows have it."""
    return _hashed("source", name) % 2**15


def _hashed(*parts: object) -> int:
    text = "\x1f".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


@cache
def register_digest() -> str:
    """What tells this register from others: a digest of the package's version and its files."""
    digest = blake2b(__version__.encode(), digest_size=8)
    folders = [files("footydata.football.register")]
    while folders:
        for place in sorted(folders.pop().iterdir(), key=lambda place: place.name):
            if place.is_dir():
                folders.append(place)
            elif place.name.endswith(".csv"):
                digest.update(place.name.encode() + place.read_bytes())
    return digest.hexdigest()


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a file as column → value; none if there is no such file."""
    place = files("footydata.football.register").joinpath(name)
    if place.is_file():
        header, *listed = csv.reader(place.read_text(encoding="utf-8").splitlines())
        for row in listed:
            yield dict(zip(header, row, strict=True))


@cache
def rows_by(name: str, *columns: str) -> dict[tuple[str, ...], list[dict[str, str]]]:
    """The rows of a file by their values of some columns, in the order of the file."""
    by_key: dict[tuple[str, ...], list[dict[str, str]]] = {}
    for row in rows(name):
        by_key.setdefault(tuple(row[column] for column in columns), []).append(row)
    return by_key


@cache
def country_words() -> dict[str, str]:
    """Normalised word for a country, as it precedes or follows the name of a competition → the country's code.

    >>> [country_words()[word] for word in ("england", "deutsche", "bra")]
    ['GB-ENG', 'DE', 'BR']
    """
    words = {normalised(name): code for code, name in ALL_CODES.items()}
    words |= {
        normalised(word): row["code"]
        for row in rows("countries.csv")
        for word in row["words"].split(";")
        if word
    }
    return words


def zone_of(country: str) -> str | None:
    """The time zone of a country, None if it has several or it is unknown.

    >>> zone_of("GB-SCT"), zone_of("US")
    ('Europe/London', None)
    """
    return _countries().get(country, {}).get("zone") or None


@cache
def neighbours_of(country: str) -> tuple[str, ...]:
    """The countries that clubs of a country's league system may be registered under.

    >>> neighbours_of("FR"), neighbours_of("DE")
    (('MC',), ())
    """
    return tuple(_countries().get(country, {}).get("neighbours", "").split())


@cache
def _countries() -> dict[str, dict[str, str]]:
    return {row["code"]: row for row in rows("countries.csv")}


@cache
def countries_of(region: str) -> tuple[str, ...]:
    """The countries whose national teams and clubs play in the competitions of a region; all of them for WORLD.

    >>> "IL" in countries_of("EUROPE"), "IL" in countries_of("ASIA"), "NZ" in countries_of("WORLD")
    (True, False, True)
    """
    return tuple(
        code
        for code, row in _countries().items()
        if row["region"] and region in (row["region"], WORLD)
    )


OVER_THE_MARKET = ("market-average", "market-best")
"""The slugs of the average and of the best price of several bookmakers."""


@cache
def registered_bookmakers() -> dict[str, BookmakerRecord]:
    """Slug → bookmaker."""
    return {
        row["slug"]: BookmakerRecord(int(row["id"]), row["name"], row["slug"])
        for row in rows("bookmakers.csv")
    }


def bookmaker_of(slug: str, name: str = "") -> BookmakerRecord:
    """The bookmaker of the register, else one with an id of ours. name: its own, if it is not registered."""
    own_id = assigned_id("bookmaker", slug)
    return registered_bookmakers().get(slug) or BookmakerRecord(own_id, name or slug, slug)


@cache
def referee_names() -> dict[tuple[str, str], str]:
    """The country of a competition and a listed spelling of a referee → his usual name.

    >>> referee_names()["GB-ENG", "Mn Atkinson"], ("GB-SCT", "Mn Atkinson") in referee_names()
    ('M Atkinson', False)
    """
    return {(row["country"], row["spelling"]): row["name"] for row in rows("referees.csv")}


class FurtherFigure(NamedTuple):
    """A figure of the register.

    title: for people; unit: what it is counted in. sided: whether each side has its own; else it is of the fixture, and
    stored as the home side's value. highest: a value above it is an error. at_least: figures or statistics that are
    parts of this one. football_data: the columns of a main-format file, home and away, empty if it has none.
    statsbomb: the type of the events that are counted, or `Type.field` for the sum of a field; None if it has none.
    """

    name: str
    title: str
    unit: str
    sided: bool
    highest: float
    at_least: tuple[str, ...]
    football_data: tuple[str, ...]
    statsbomb: str | None


def further_figures() -> tuple[FurtherFigure, ...]:
    """Every figure of the register, in its order."""
    return tuple(figures_by_name().values())


@cache
def figures_by_name() -> dict[str, FurtherFigure]:
    """Name → figure, in the order of the register.

    >>> figures_by_name()["fouls"].football_data
    ('HF', 'AF')
    """
    return {
        row["name"]: FurtherFigure(
            name=row["name"],
            title=row["title"],
            unit=row["unit"],
            sided=row["sided"] == "1",
            highest=float(row["highest"]),
            at_least=tuple(row["at_least"].split()),
            football_data=tuple(row["football_data"].split()),
            statsbomb=row["statsbomb"] or None,
        )
        for row in rows("figures.csv")
    }


def names_of_sides(figure: FurtherFigure, *, half: bool = False) -> tuple[str, ...]:
    """The names of a figure in conditions and columns: of both sides together, then of each.

    >>> names_of_sides(figures_by_name()["shots"], half=True)
    ('half_shots', 'half_home_shots', 'half_away_shots')
    >>> names_of_sides(figures_by_name()["attendance"])
    ('attendance',)
    """
    prefix = "half_" if half else ""
    sides = tuple(f"{prefix}{side}_{figure.name}" for side in Side) if figure.sided else ()
    return (f"{prefix}{figure.name}", *sides)
