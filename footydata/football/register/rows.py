"""Reads the register's CSV files."""

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
