"""Whether away goals decide a tie that is level on aggregate, by competition and year.

away_goals.csv has a row a change, with its source; since is the start year of a season, 0 for the first. rounds has the
numbers of the rounds in which they count, `but final`, or nothing for all. A competition or year without a row is one
whose rule is not known here.
"""

from enum import StrEnum
from typing import NamedTuple

from footydata.football.register import rows_by
from footydata.football.register.leagues import registered_league

_BUT_FINAL = "but final"


class AwayGoalsCount(StrEnum):
    """Which away goals count: none, those of ninety minutes, those of extra time too, or those after it alone."""

    NO = "no"
    NINETY_MINUTES = "ninety minutes"
    EXTRA_TIME = "extra time"
    AFTER_EXTRA_TIME = "after extra time"


class AwayGoals(NamedTuple):
    """The rule of a season. rounds: numbers of the rounds in which they count, empty for all."""

    rule: AwayGoalsCount
    rounds: tuple[int, ...] = ()
    in_final: bool = True

    def counting(self, *, number: int | None, is_final: bool) -> AwayGoalsCount:
        """Which away goals count in a round. number: of a numbered round.

        >>> rule = AwayGoals(AwayGoalsCount.EXTRA_TIME, rounds=(1,))
        >>> rule.counting(number=1, is_final=False).value, rule.counting(number=None, is_final=False).value
        ('extra time', 'no')
        """
        counts = self.in_final if is_final else not self.rounds or number in self.rounds
        return self.rule if counts else AwayGoalsCount.NO


def away_goals_of(country: str, league: str, start_year: int) -> AwayGoals | None:
    """The rule of a season by its start year, None if it is not known. league: by any of its names.

    >>> away_goals_of("EUROPE", "Champions League", 2018).rule, away_goals_of("EUROPE", "Champions League", 2021).rule
    (<AwayGoalsCount.EXTRA_TIME: 'extra time'>, <AwayGoalsCount.NO: 'no'>)
    >>> away_goals_of("AMERICAS", "Copa Libertadores", 2018).in_final
    False
    """
    known = registered_league(country, league, start_year)
    key = (country, known.name if known else "")
    for row in reversed(rows_by("away_goals.csv", "country", "league").get(key, ())):
        if int(row["since"]) <= start_year:
            in_final = row["rounds"] != _BUT_FINAL
            numbers = tuple(map(int, row["rounds"].split())) if in_final else ()
            return AwayGoals(AwayGoalsCount(row["counting"]), numbers, in_final and not numbers)
    return None
