"""Reads where an openfootball match was played.

'Estádio do Maracanã, Rio de Janeiro' is a ground and its city, and so it is in most files; some have the city first
('Zagreb, Maksimir Stadion'), or the ground in brackets ('Paris (Stade de France)'). The brackets of 'Boston
(Foxborough)' hold a suburb, those of 'Valencia (Spain)' a country. A text file may list its stadiums in remarks.
"""

import re
from collections.abc import Iterable, Iterator

from footydata.football.countries import ALL_CODES
from footydata.football.records import VenueRecord
from footydata.football.register.countries import country_words
from footydata.football.register.naming import normalised
from footydata.sources.cells import read_name
from footydata.sources.parsed import NO_ID

_GROUND = re.compile(
    r"\b(?:stad\w*|est[aá]di\w*|arena|park|parc|ground|field|bowl|dome|camp|coliseum)\b",
    re.IGNORECASE,
)
"""Words of a ground's name, in the languages of the files."""

_BRACKETS = re.compile(r"(?P<outside>[^()]+?)\s*\((?P<inside>[^()]+)\)")
_HEADING = re.compile(r"#\s*Stadiums:", re.IGNORECASE)
_REMARK = re.compile(r"#\s*(?P<text>.*?)\s*")


class Grounds:
    """Reads the grounds of one file.

    written: as the file has them at its matches. listed: the lines of its list of stadiums.
    """

    def __init__(self, written: Iterable[str] = (), listed: Iterable[str] = ()) -> None:
        self._is_city_first = _is_city_first(written)
        pairs = list(filter(None, map(_parted, listed)))
        is_city_first = _is_city_first(listed)
        self._stadiums: dict[str, list[str]] = {}
        for first, last in pairs:
            city, stadium = (first, last) if is_city_first else (last, first)
            self._stadiums.setdefault(city, []).append(stadium)
        self._names = {stadium for stadiums in self._stadiums.values() for stadium in stadiums}

    def read(self, text: str) -> VenueRecord | None:
        """The ground and city of a match, None if the text is empty. Raises BadRow."""
        text = " ".join(text.split())
        if not text:
            return None
        name = read_name(text, "the ground")
        parted, bracketed = _parted(name), _BRACKETS.fullmatch(name)
        if parted:
            city, venue = parted if self._is_city_first else reversed(parted)
            return VenueRecord(NO_ID, venue, city)
        if bracketed:
            outside, inside = bracketed["outside"], bracketed["inside"]
            if self._is_ground(inside):
                return VenueRecord(NO_ID, inside, outside)
            if country_words().get(normalised(inside)) in ALL_CODES:
                return VenueRecord(NO_ID, None, outside, inside)
        if self._is_ground(name):
            cities = [city for city, stadiums in self._stadiums.items() if name in stadiums]
            return VenueRecord(NO_ID, name, cities[0] if len(cities) == 1 else None)
        stadiums = self._stadiums.get(name, [])
        return VenueRecord(NO_ID, stadiums[0] if len(stadiums) == 1 else None, name)

    def _is_ground(self, name: str) -> bool:
        return name in self._names or bool(_GROUND.search(name))


def listed_stadiums(lines: Iterable[str]) -> Iterator[str]:
    """The list of stadiums in the remarks of a text file: what follows '# Stadiums:', a line each."""
    is_list = False
    for line in lines:
        remark = _REMARK.fullmatch(line.strip())
        if remark is None or not remark["text"]:
            is_list = False
        elif _HEADING.match(line.strip()):
            is_list = True
        elif is_list:
            yield remark["text"]


def _parted(text: str) -> tuple[str, str] | None:
    first, comma, last = text.rpartition(",")
    return (first.strip(), last.strip()) if comma and first.strip() and last.strip() else None


def _is_city_first(written: Iterable[str]) -> bool:
    """Whether more of these places have the word of a ground in their last part than in their first."""
    pairs = list(filter(None, map(_parted, written)))
    first, last = (
        (sum(bool(_GROUND.search(part)) for part in parts) for parts in zip(*pairs, strict=True))
        if pairs
        else (0, 0)
    )
    return last > first
