"""Which spellings are the same referee: only those listed; a name that is merely similar is another referee.

referees.csv has them by the country of the competition, each with its evidence. (M Haywood and M Heywood, of one league
and season, are two men: eleven times they had fixtures on the same day.)
"""

from functools import cache
from typing import NamedTuple

from footydata.football.register import rows


class RefereeSpelling(NamedTuple):
    """A spelling of a referee, and his usual name. source: the evidence for it."""

    country: str
    spelling: str
    name: str
    source: str


def referee_spellings() -> tuple[RefereeSpelling, ...]:
    """Every listed spelling, in the order of the file."""
    return tuple(_by_spelling().values())


def referee_name(country: str, spelling: str) -> str:
    """The usual name of a referee in the competitions of a country; the spelling itself if it is not listed.

    >>> referee_name("GB-ENG", "Mn Atkinson"), referee_name("GB-SCT", "Mn Atkinson")
    ('M Atkinson', 'Mn Atkinson')
    """
    spelled = _by_spelling().get((country, spelling))
    return spelling if spelled is None else spelled.name


@cache
def _by_spelling() -> dict[tuple[str, str], RefereeSpelling]:
    return {
        (row["country"], row["spelling"]): RefereeSpelling(**row) for row in rows("referees.csv")
    }
