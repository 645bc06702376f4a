"""Reads where an openfootball match was played.

'Estádio do Maracanã, Rio de Janeiro' is a ground and its city, and so it is in most files; some have the city first
('Zagreb, Maksimir Stadion'), or the ground in brackets ('Paris (Stade de France)'). The brackets of 'Boston
(Foxborough)' hold a suburb, those of 'Valencia (Spain)' a country.
"""

import re
from collections.abc import Iterable

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


class Grounds:
    """Reads the grounds of one file; written: as it has them at its matches."""

    def __init__(self, written: Iterable[str] = ()) -> None:
        pairs = list(filter(None, map(_parted, written)))
        first, last = (sum(_is_ground(pair[place]) for pair in pairs) for place in (0, 1))
        self._is_city_first = last > first

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
            if _is_ground(inside):
                return VenueRecord(NO_ID, inside, outside)
            if country_words().get(normalised(inside)) in ALL_CODES:
                return VenueRecord(NO_ID, None, outside, inside)
        return (
            VenueRecord(NO_ID, name, None) if _is_ground(name) else VenueRecord(NO_ID, None, name)
        )


def _is_ground(name: str) -> bool:
    return bool(_GROUND.search(name))


def _parted(text: str) -> tuple[str, str] | None:
    first, comma, last = text.rpartition(",")
    return (first.strip(), last.strip()) if comma and first.strip() and last.strip() else None
