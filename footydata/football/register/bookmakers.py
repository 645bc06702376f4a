"""The bookmakers of the register. A released id is never reused."""

from functools import cache
from typing import NamedTuple

from footydata.football.register import rows

OVER_THE_MARKET = ("market-average", "market-best")
"""The slugs of the average and of the best price of several bookmakers."""


class RegisteredBookmaker(NamedTuple):
    """A bookmaker of the register."""

    id: int
    slug: str
    name: str


def registered_bookmaker(slug: str) -> RegisteredBookmaker | None:
    """The bookmaker with the slug, None if the register has none."""
    return _bookmakers().get(slug)


@cache
def _bookmakers() -> dict[str, RegisteredBookmaker]:
    return {
        row["slug"]: RegisteredBookmaker(int(row["id"]), row["slug"], row["name"])
        for row in rows("bookmakers.csv")
    }
