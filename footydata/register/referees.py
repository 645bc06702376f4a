"""Spellings of referees that are one man's, listed one by one; a name that is merely alike is another man's.

referees.csv holds them by the country of the competition, each with the facts that it rests on. (M Haywood and
M Heywood, of one league and season, are two men: eleven times they had a fixture on the same day.)
"""

from functools import cache
from typing import NamedTuple

from footydata.register.rows import rows


class RefereeSpelling(NamedTuple):
    """How a source once spelt a referee, and the name that he goes by. source: the facts that tell it."""

    country: str
    spelling: str
    name: str
    source: str


def referee_spellings() -> tuple[RefereeSpelling, ...]:
    """Every listed spelling, in the order of the file."""
    return tuple(_by_spelling().values())


def referee_name(country: str, spelling: str) -> str:
    """The name of a referee in the competitions of a country, as spelt where no other one is listed.

    >>> referee_name("GB-ENG", "Mn Atkinson"), referee_name("GB-SCT", "Mn Atkinson")
    ('M Atkinson', 'Mn Atkinson')
    """
    listed = _by_spelling().get((country, spelling))
    return spelling if listed is None else listed.name


@cache
def _by_spelling() -> dict[tuple[str, str], RefereeSpelling]:
    return {(row["country"], row["spelling"]): RefereeSpelling(**row) for row in rows("referees.csv")}
