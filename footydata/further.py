"""The rows of what the contract does not carry; further tables of `records`, none of which reaches /v1."""

from typing import NamedTuple


class FixtureFigure(NamedTuple):
    """A further figure of a fixture. Key: fixture_id, figure, half (0: the whole fixture, 1: the first half).

    figure: its name in register.figures. A figure without sides has its value as home's, away None.
    source_id: whence the row came.
    """

    fixture_id: int
    figure: str
    half: int
    home: float | None
    away: float | None
    source_id: int


class FixtureReferee(NamedTuple):
    """What a source called a fixture's referee, where he goes by another name. Key: fixture_id, source_id."""

    fixture_id: int
    source_id: int
    spelling: str
    name: str
