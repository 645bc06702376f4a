"""Former names of national teams, each between the days on which the team played under it.

Outside these days the name is nobody's, or another team's: Ireland was Northern Ireland's name until 1956, and
Yugoslavia was Serbia's from 1994.
Source: martj42/international_results (CC0); West Germany, USSR and the second Yugoslavia are added.
"""

from datetime import date
from functools import cache

from footydata.football.register import rows
from footydata.football.register.naming import normalised
from footydata.football.register.teams import NATIONAL, LimitedSpelling, registered_team


def former_nation(spelling: str, day: date) -> LimitedSpelling | None:
    """The national team that played under a former name on a day, None if none did.

    >>> former_nation("Dahomey", date(1965, 1, 1)).team.name, former_nation("Dahomey", date(1980, 1, 1))
    ('Benin', None)
    """
    names = _names().get(normalised(spelling), ())
    return next((name for first, last, name in names if first <= day <= last), None)


@cache
def _names() -> dict[str, list[tuple[date, date, LimitedSpelling]]]:
    names: dict[str, list[tuple[date, date, LimitedSpelling]]] = {}
    for row in rows("former_nations.csv"):
        team = registered_team(None, row["team"], side=NATIONAL)
        assert team is not None, row["team"]
        first, last = date.fromisoformat(row["first_day"]), date.fromisoformat(row["last_day"])
        name = LimitedSpelling(team, f"{first} to {last}", None, first.year, last.year)
        names.setdefault(normalised(row["former"]), []).append((first, last, name))
    return names
