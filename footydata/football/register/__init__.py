"""The register: packaged facts about competitions, teams, bookmakers and decisions, and the modules that read them.

The facts are CSV files, read when they are first needed, one country at a time. Clubs, their spellings and the former
names of competitions come from openfootball/clubs and openfootball/leagues (CC0 1.0), the rest is the project's own.
`tests/register/build.py` merges a newer checkout of openfootball/clubs.
"""

import csv
from collections.abc import Iterator
from functools import cache
from hashlib import blake2b
from importlib.resources import files

from footydata.version import __version__


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
