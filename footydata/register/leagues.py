"""The competitions that the register knows by name. A released id is never given to another."""

from functools import cache
from typing import NamedTuple

from footydata.register.naming import normalised
from footydata.register.rows import rows
from footydata.register.teams import FIRST


class RegisteredLeague(NamedTuple):
    """A competition of the register.

    calendar: across (two years) or within (one). meetings: how often a pair may meet at one venue in a season.
    side: of its teams, as in `teams`.
    """

    id: int
    country: str
    name: str
    calendar: str
    meetings: int
    rules: str | None
    has_standings: bool
    side: str = FIRST


def registered_league(country: str, name: str) -> RegisteredLeague | None:
    """The competition of that country and name, or other name."""
    return _leagues().get((country, normalised(name)))


def registered_league_called(name: str) -> RegisteredLeague | None:
    """The competition of that name or other name, None where those of several countries have it, or none."""
    wanted = normalised(name)
    found = {league for (_, known), league in _leagues().items() if known == wanted}
    return found.pop() if len(found) == 1 else None


def registered_leagues() -> tuple[RegisteredLeague, ...]:
    """Every competition of the register, in the order of the file."""
    return tuple(dict.fromkeys(_leagues().values()))


def side_of(country: str, name: str) -> str:
    """The side of a competition's teams, FIRST where the register does not know it."""
    league = registered_league(country, name)
    return FIRST if league is None else league.side


@cache
def _leagues() -> dict[tuple[str, str], RegisteredLeague]:
    registered: dict[tuple[str, str], RegisteredLeague] = {}
    for row in rows("leagues.csv"):
        league = RegisteredLeague(
            id=int(row["id"]),
            country=row["country"],
            name=row["name"],
            calendar=row["calendar"],
            meetings=int(row["meetings"]),
            rules=row["rules"] or None,
            has_standings=row["has_standings"] == "1",
            side=row["side"],
        )
        for name in (league.name, *row["other_names"].split(";")):
            if name:
                registered[league.country, normalised(name)] = league
    return registered
