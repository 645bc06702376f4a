"""A table that no source knows: shown to a person, who says yes, no, or what a column means; else its map is printed."""

import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click

from footydata.faces.cli.printing import say, say_lines
from footydata.football.errors import InvalidArgument
from footydata.ingest.report import LoadReport
from footydata.sources.tables.meanings import read_meaning
from footydata.sources.tables.reading import ASKED, NO, Reading, reading_of
from footydata.sources.tables.showing import HOW_TO_AGREE, text_of_reading, toml_of_reading
from footydata.sources.tables.table_map import SETTINGS, TableMap, check_setting

_WIDTH = 100
"""Of a reading that is not printed on a terminal."""

Load = Callable[..., LoadReport]
"""Loads paths, with `table_maps`."""


def show(reading: Reading) -> None:
    """Print what is understood of a table, on stderr."""
    width = shutil.get_terminal_size().columns if sys.stderr.isatty() else _WIDTH
    say_lines(text_of_reading(reading, width).splitlines(), err=True)


def print_maps(readings: list[Reading]) -> None:
    """Print the reading of each table on stderr, and on stdout one map a header."""
    headers: set[tuple[str, ...]] = set()
    for reading in readings:
        show(reading)
        header = tuple(reading.understood.header.names)
        if header not in headers and reading.outcome != NO:
            headers.add(header)
            say_lines(toml_of_reading(reading).splitlines())


def agree(report: LoadReport, load: Load) -> None:
    """Ask about each table of a load that nobody agreed to, and load those to which a person says yes.

    A yes covers the other files with the header. Raises Abort if the person gives up.
    """
    asked: set[Path] = set()
    while left := [each for each in report.open_tables if each[0] not in asked]:
        path, reading = left[0]
        asked.add(path)
        table_map = _answer(reading)
        if table_map is None:
            continue
        report.replace(load([path], table_maps=(table_map,)))
        header = reading.understood.header.names
        for other, its in [each for each in report.open_tables if each[0] not in asked]:
            if its.understood.header.names == header:
                report.replace(load([other]))


def _answer(reading: Reading) -> TableMap | None:
    """The map to which a person says yes, None for a no."""
    changed = TableMap({})
    while True:
        show(reading)
        answer = click.prompt(HOW_TO_AGREE.rstrip(": "), default="", show_default=False, err=True)
        word = str(answer).strip()
        if word.casefold() in ("n", "no", ""):
            return None
        if word.casefold() in ("y", "yes"):
            if reading.outcome not in (ASKED, NO):
                return reading.map
            say("it can't be loaded so: something is open, or contradicts itself", err=True)
            continue
        try:
            changed = with_answer(reading.map, changed, word)
        except InvalidArgument as error:
            say(str(error), err=True)
            continue
        reading = reading_of(reading.table, reading.name, agreed=changed, league=reading.league)


def with_answer(table_map: TableMap, changed: TableMap, answer: str) -> TableMap:
    """What a person changed of a map so far, with an answer NAME = VALUE. Raises InvalidArgument.

    >>> with_answer(TableMap({"Tore": "?"}), TableMap({}), "Tore = score").columns
    {'Tore': 'score'}
    """
    name, mark, value = (part.strip().strip('"') for part in answer.rpartition("="))
    if not mark:
        raise InvalidArgument(f"{answer!r} is not NAME = VALUE", parameter="map", value=answer)
    if name in table_map.columns:
        meaning = read_meaning(name, value)
        return replace(changed, columns={**changed.columns, name: meaning})
    code = name.removeprefix("leagues.")
    if code in table_map.leagues:
        return replace(changed, leagues={**changed.leagues, code: value})
    if name == "header" and value.isdecimal():
        return replace(changed, header=int(value))
    if name in SETTINGS:
        check_setting(name, value)
        return replace(changed, **{name: value})  # type: ignore[arg-type]  # a setting is a text
    raise InvalidArgument(
        f"no column or setting is called {name!r}",
        parameter="map",
        value=name,
        choices=(*SETTINGS, *table_map.columns),
    )
