"""An open football database, and what its methods share: the connection, the clock, and the docs of their frames."""

import reprlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from footydata.football.choices import (
    Narrowing,
    OneOrMany,
)
from footydata.football.errors import FixtureNotFound, InvalidArgument
from footydata.football.languages import ENGLISH
from footydata.football.rows import FixtureRow
from footydata.frames.columns import FRAMES, Frame
from footydata.store.file.snapshots import DatabaseFile, of_one_snapshot
from footydata.store.read.fixtures.asked import narrowed, several
from footydata.store.read.fixtures.fixtures import FixtureFilter, fixture_by_id, fixture_ids
from footydata.store.read.quality.reasons import why_no_fixtures

if TYPE_CHECKING:
    import pandas as pd


P = ParamSpec("P")
T = TypeVar("T")
Opened = TypeVar("Opened", bound="OpenedDatabase")


def gives(
    *frames: str,
) -> Callable[[Callable[Concatenate[Opened, P], T]], Callable[Concatenate[Opened, P], T]]:
    """Decorates a method so that it reads one snapshot and its help lists the columns of these frames."""

    def giving(method: Callable[Concatenate[Opened, P], T]) -> Callable[Concatenate[Opened, P], T]:
        read = of_one_snapshot(method)
        listed = [listing(FRAMES[name], is_one=len(frames) == 1) for name in frames]
        read.__doc__ = "\n\n".join([cleandoc(method.__doc__ or ""), *listed])
        return read

    return giving


def listing(frame: Frame, *, is_one: bool) -> str:
    """The columns of a frame for a docstring: name, dtype, what each holds, its unit, and whether it may be <NA>.

    is_one: whether it is the only frame of the method, which needs no name.
    """
    width = max(len(column.name) for column in frame.columns)
    kinds = max(len(column.dtype) for column in frame.columns)
    lines = ["Columns:" if is_one else f"Columns of {frame.door}:"]
    for column in frame.columns:
        unit = "" if column.unit in column.text else column.unit
        notes = ", ".join(note for note in (unit, "or <NA>" if column.is_optional else "") if note)
        lines.append(
            f"    {column.name:{width}}  {column.dtype:{kinds}}  {column.text}{f' [{notes}]' if notes else ''}"
        )
    return "\n".join(lines)


def check_database(db: object) -> None:
    """Raise InvalidArgument for anything but a Database."""
    if not isinstance(db, OpenedDatabase):
        raise InvalidArgument(
            f'db {reprlib.repr(db)} is not a Database; open one: fd.Database("football.db")', parameter="db", value=db
        )


class OpenedDatabase:
    """A database file, and the clock that gives the present in unix seconds."""

    def __init__(self, path: str | Path, *, clock: Callable[[], float] = time.time) -> None:
        self.path = Path(path)
        self._clock = clock
        self._file = DatabaseFile(self.path)

    @property
    def _connection(self) -> sqlite3.Connection:
        return self._file.connection

    def _now(self) -> int:
        return int(self._clock())

    def _ids(self, fixture_id: OneOrMany[int] | None, narrowed_to: Narrowing) -> tuple[Sequence[int], FixtureFilter]:
        """The ids of the given fixtures and an empty filter; if none are given, those of the filters and the filter."""
        named = several(fixture_id)
        if named is not None:
            return [self._fixture(each).id for each in named], FixtureFilter()
        asked = narrowed(self._connection, **narrowed_to)
        return fixture_ids(self._connection, asked), asked

    def _explained(self, frame: "pd.DataFrame", asked: FixtureFilter) -> "pd.DataFrame":
        """The frame; if it is empty without a reason, with the reason that no fixture matches the filter."""
        if frame.empty and "reason" not in frame.attrs:
            frame.attrs["reason"] = why_no_fixtures(self._connection, asked)
        return frame

    def _fixture(self, fixture_id: int, *, lang: str = ENGLISH) -> FixtureRow:
        row = fixture_by_id(self._connection, fixture_id, lang=lang)
        if row is None:
            raise FixtureNotFound(f"no fixture has the id {fixture_id}", param="fixture_id")
        return row
