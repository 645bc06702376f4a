"""What a person has to answer before a table is read."""

from typing import NamedTuple


class Question(NamedTuple):
    """What is open: a setting of the map, or the header of a column; choices: empty if it is free."""

    setting: str
    why: str
    choices: tuple[str, ...] = ()
