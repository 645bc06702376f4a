"""Results for the tests of tables: written as scores, or drawn at random."""

import random

from hypothesis import strategies as st

from footydata.rules.regulations import DEFAULT, CompetitionRules, SeasonFacts
from footydata.rules.tallies import Result


def played(*scores: str) -> list[Result]:
    """Results from texts such as '1-2 3:0': team 1 at home to team 2, three to nil; in order of kickoff."""
    results = []
    for number, text in enumerate(scores, start=1):
        teams, figures = text.split()
        home_id, away_id = map(int, teams.split("-"))
        home, away = map(int, figures.split(":"))
        results.append(Result(home_id, away_id, home, away, number))
    return results


def facts(teams: int, rules: CompetitionRules = DEFAULT, **fields: object) -> SeasonFacts:
    """Facts of a season whose teams are 1 to n, called A, B, C and so on."""
    names = {team: chr(64 + team) for team in range(1, teams + 1)}
    return SeasonFacts(names, rules, **fields)  # type: ignore[arg-type]  # the tests name the fields


@st.composite
def seasons(draw: st.DrawFn, *, least: int = 2, most: int = 7) -> tuple[int, list[Result]]:
    """A number of teams and results of home and away fixtures between them, perhaps not all; scores are low."""
    teams = draw(st.integers(least, most))
    pairs = [
        (home, away) for home in range(1, teams + 1) for away in range(1, teams + 1) if home != away
    ]
    share = draw(st.sampled_from([0.5, 0.9, 1.0]))
    # One draw for all scores: so low that teams are often level.
    chance = random.Random(draw(st.integers(0, 2**32)))
    chance.shuffle(pairs)
    goals = draw(st.sampled_from([(0, 0, 1), (0, 1), (0, 1, 1, 2, 3)]))
    kept = [pair for pair in pairs if chance.random() < share]
    return teams, [
        Result(home, away, chance.choice(goals), chance.choice(goals), number)
        for number, (home, away) in enumerate(kept, start=1)
    ]


def shuffled(results: list[Result], seed: int) -> list[Result]:
    """The same results in another order."""
    copy = list(results)
    random.Random(seed).shuffle(copy)
    return copy
