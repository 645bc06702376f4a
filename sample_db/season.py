"""When and between whom a season is played: round robins, knock-out rounds, kickoffs around today.

Seasons follow the calendar (August to May, or February to December), but the round in play is always
today's: the rounds before and after it are spread over what the calendar leaves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from random import Random

from footydata.football.moments import day_of, midnight_of
from footydata.football.terms import DAY

from .leagues import Competition

MINUTE, HOUR = 60, 3600
BUCKET = 300
"""The sample is the same for every `now` of the same five minutes."""

QUARTER = 900
FIRST_PLAYED, LAST_LEFT = 6, 3
"""The round in play is at least the sixth and leaves at least three to come."""

SHORTEST_STEP, LONGEST_STEP = 5.0, 14.0
"""Days between two rounds."""

YEAR_OF_WEEKS = 364 * DAY
ESPORTS_ROUND = 30 * MINUTE
ESPORTS_ROUND_IN_PLAY = 9

Pairing = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Meeting:
    """A fixture that is to be played: round, sides by team id, kickoff in unix seconds."""

    round: int
    home_id: int
    away_id: int
    kickoff_ts: int
    stage: str | None = None


@dataclass(frozen=True, slots=True)
class SeasonDates:
    """The label of a season and the midnights (unix seconds) of its first and last round."""

    label: str
    start_year: int
    first: int
    last: int


def bucket_of(now: int) -> int:
    """The moment that the sample shows: now, rounded down to five minutes."""
    return now - now % BUCKET


def midnight(moment: int) -> int:
    """00:00 UTC of the moment's day."""
    return moment - moment % DAY


def season_dates(competition: Competition, now: int, *, years_back: int = 0) -> SeasonDates:
    """The season of the competition around now, or one of years before."""
    today = day_of(now)
    turn = 7 if competition.split_years else 2
    year = today.year - (today.month < turn) - years_back
    if competition.split_years:
        label, first, last = (
            f"{year % 100:02}/{(year + 1) % 100:02}",
            date(year, 8, 8),
            date(year + 1, 5, 24),
        )
    else:
        label, first, last = str(year), date(year, 2, 15), date(year, 12, 5)
    return SeasonDates(label, year, midnight_of(first), midnight_of(last))


def round_robin(team_ids: Sequence[int], rng: Random) -> list[list[Pairing]]:
    """A double round robin by the circle method: each pair meets once at either ground.

    One list of (home, away) a round; the number of teams is even. In each half of the season a team has at most twice
    in a row the same venue: the first team, which keeps its place in the circle, has them in turn by round, the others
    by their place, which moves by one each round.
    """
    circle = list(team_ids)
    rng.shuffle(circle)
    rounds: list[list[Pairing]] = []
    for number in range(len(circle) - 1):
        pairs = [(circle[i], circle[-1 - i]) for i in range(len(circle) // 2)]
        rounds.append([(b, a) if (i or number) % 2 else (a, b) for i, (a, b) in enumerate(pairs)])
        circle.insert(1, circle.pop())
    return rounds + [[(away, home) for home, away in pairs] for pairs in rounds]


def round_in_play(rounds: int, dates: SeasonDates, now: int) -> int:
    """The number of the round that is played today."""
    share = (midnight(now) - dates.first) / (dates.last - dates.first)
    return min(max(1 + round((rounds - 1) * share), FIRST_PLAYED), rounds - LAST_LEFT)


def round_midnights(rounds: int, dates: SeasonDates, now: int, *, current: bool) -> list[int]:
    """The midnight of each round; in the current season one of them is today's."""
    if not current:
        step = (dates.last - dates.first) / (rounds - 1)
        return [midnight(round(dates.first + number * step)) for number in range(rounds)]
    today, playing = midnight(now), round_in_play(rounds, dates, now)
    before = _step(today - dates.first, playing - 1)
    after = _step(dates.last - today, rounds - playing)
    return [
        today + round((number - playing) * (before if number < playing else after)) * DAY
        for number in range(1, rounds + 1)
    ]


def league_meetings(
    competition: Competition, team_ids: Sequence[int], now: int, rng: Random, *, current: bool
) -> list[Meeting]:
    """The fixtures of a league season, round after round."""
    dates = season_dates(competition, now, years_back=0 if current else 1)
    rounds = round_robin(team_ids, rng)
    playing = round_in_play(len(rounds), dates, now) if current else None
    quarter = now - now % QUARTER
    meetings = []
    for number, (pairs, day) in enumerate(
        zip(rounds, round_midnights(len(rounds), dates, now, current=current), strict=True), 1
    ):
        if number == playing:
            kickoffs = [quarter + minutes * MINUTE for minutes in competition.today]
        else:
            kickoffs = [day + int(hours * HOUR) for hours in competition.hours]
        meetings += [
            Meeting(number, *pair, kickoff) for pair, kickoff in zip(pairs, kickoffs, strict=True)
        ]
    return meetings


def esports_meetings(
    competition: Competition, team_ids: Sequence[int], now: int, rng: Random, *, current: bool
) -> list[Meeting]:
    """The fixtures of an e-football season: a round each half hour, the ninth in play."""
    base = bucket_of(now) - (0 if current else YEAR_OF_WEEKS)
    return [
        Meeting(
            number,
            *pair,
            base + (number - ESPORTS_ROUND_IN_PLAY) * ESPORTS_ROUND + minutes * MINUTE,
        )
        for number, pairs in enumerate(round_robin(team_ids, rng), 1)
        for pair, minutes in zip(pairs, competition.today, strict=True)
    ]


def knockout_meetings(
    competition: Competition, team_ids: Sequence[int], day: int, *, number: int, stage: str
) -> list[Meeting]:
    """One round of a cup on one day: neighbours in the list meet."""
    return [
        Meeting(number, home, away, day + int(competition.hours[i] * HOUR), stage)
        for i, (home, away) in enumerate(zip(team_ids[::2], team_ids[1::2], strict=True))
    ]


def _step(seconds: int, rounds: int) -> float:
    return min(max(seconds / DAY / rounds, SHORTEST_STEP), LONGEST_STEP)
