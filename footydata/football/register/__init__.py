"""The register: packaged facts about competitions, teams, bookmakers and decisions, and the modules that read them.

The facts are CSV files, read when they are first needed, one country at a time. Clubs, their spellings and the former
names of competitions come from openfootball/clubs and openfootball/leagues (CC0 1.0), the rest is the project's own.
`tests/register/build.py` merges a newer checkout of openfootball/clubs.
"""

import csv
from collections.abc import Iterator
from importlib.resources import files


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a file as column → value; none if there is no such file."""
    place = files("footydata.football.register").joinpath(name)
    if place.is_file():
        header, *listed = csv.reader(place.read_text(encoding="utf-8").splitlines())
        for row in listed:
            yield dict(zip(header, row, strict=True))
