"""Why the table of a season may be wrong: it fits no format, its groups overlap, or its fixtures can't all be true."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from statistics import mode

from footydata.football.countries import COUNTRIES
from footydata.football.moments import day_of
from footydata.football.register.leagues import meets_once, side_of
from footydata.football.register.teams import NATIONAL
from footydata.football.terms import DAY
from footydata.football.wording import plural, some_of
from footydata.rules.formats import doubts
from footydata.rules.groups import is_complete
from footydata.rules.regulations import CompetitionRules
from footydata.rules.stages import Kind, stage_of
from footydata.rules.tallies import Results
from footydata.store.read.quality.evidence import possible_duplicates
from footydata.store.read.seasons.season import LeagueSeason, SeasonResults

SEASON_OVER_AFTER = 60 * DAY
"""Seconds after its last kickoff from which a season is over."""

BREAK = 180 * DAY
"""Longer than any break between two seasons: where nothing is known for so long, fixtures may be missing."""

NAMED = 3
"""How many doubtful fixtures of a kind are named."""


def format_doubts(season: LeagueSeason, results: SeasonResults) -> tuple[str, ...]:
    """Why the table may be wrong, a sentence each; a part of a season is not expected to fit the format."""
    played = Counter(team for row in results.counted for team in (row.home_id, row.away_id))
    rules = season.rules_of(results)
    met = [(row.home_id, row.away_id) for row in results.counted]
    stages = {results.stages.get(row.fixture_id, "") for row in results.counted}
    is_group = not results.open and {stage_of(stage).kind for stage in stages} == {Kind.GROUP}
    reasons = doubts(
        {team: played[team] for team in results.names},
        results.names,
        rules,
        is_over=is_over(season, results),
        is_whole_group=is_group and is_complete(met, results.names, rules.legs),
    )
    if not reasons:
        return ()
    clubs = possible_duplicates(season.connection, [season.head.season_id])
    return (*reasons, *(clause for _, clause in clubs))


def is_over(season: LeagueSeason, results: SeasonResults) -> bool:
    """Whether the results are those of a whole season of which no fixture is to come."""
    last_ts = season.head.last_ts
    return (
        results.whole
        and not results.open
        and last_ts is not None
        and last_ts < season.now - SEASON_OVER_AFTER
    )


def unmet(results: SeasonResults, *, now: int) -> tuple[str, ...]:
    """That a season that ended long ago may be cut short: most pairs of its teams met as often, and some less."""
    counted = results.counted
    if not results.whole or not counted or counted[-1].kickoff_ts > now - BREAK:
        return ()
    met = Counter(frozenset((row.home_id, row.away_id)) for row in counted)
    pairs = [met[frozenset(pair)] for pair in combinations(sorted(frozenset().union(*met)), 2)]
    usual = mode(pairs)
    fewer = sum(count < usual for count in pairs)
    # Where a season splits, some meet more often than most; there none is missing.
    if usual < max(pairs) or not fewer or len(counted) < results.played:
        return ()
    return (
        f"{fewer} of {len(pairs)} pairs of teams met fewer than {plural(usual, 'time')}, unlike most: the file may "
        "lack fixtures, or the season was cut short",
    )


def level_doubt(level: Iterable[int], names: Mapping[int, str], rules: CompetitionRules) -> str:
    """The doubt of teams that are in the order of their names alone."""
    rest = f"; the rules go on with {rules.last_resort}" if rules.last_resort else ""
    return (
        f"nothing known here separates {' and '.join(sorted(names[team] for team in level))}{rest}"
    )


def doubtful_fixtures(season: LeagueSeason, counted: Results) -> tuple[str, ...]:
    """What can't all be true of the fixtures that a table counts, a sentence a kind; of nations nothing.

    A pair that has met twice at one venue is doubtful only with one score, and where no pair has met there twice with
    another.
    """
    country, name = season.head.country_code, season.head.league
    reasons: dict[str, list[str]] = {}
    # Nearly no season has any of these, and tables are asked of thousands.
    days = [(row.home_id, row.kickoff_ts // DAY) for row in counted]
    days += [(row.away_id, row.kickoff_ts // DAY) for row in counted]
    # Players of e-football have many fixtures a day.
    is_of_clubs = not season.head.esports and not side_of(country, name).startswith(NATIONAL)
    if is_of_clubs and len(set(days)) < len(days):
        reasons["two fixtures on a day"] = [
            f"{season.names[team]} on {day_of(day * DAY)}"
            for (team, day), count in Counter(days).items()
            if count > 1
        ]
    pairs = [row[:2] for row in counted] if meets_once(country, name) else []
    if len(set(pairs)) < len(pairs):
        met = Counter(pairs)
        again = {row[:4]: None for row in counted if met[row[:2]] > 1}
        if len({meeting[:2] for meeting in again}) == len(again):
            reasons["twice at one venue with one score"] = [
                f"{season.names[home]} - {season.names[away]}" for home, away, *_ in again
            ]
    if country in COUNTRIES:
        values = season.head.season_id, country
        foreign = season.connection.execute(_FOREIGN, values).fetchall()
        playing = {team for row in counted for team in row[:2]} if foreign else set()
        reasons["of another country"] = [
            f"{team} ({code})"
            for id_, team, code in foreign
            if code in COUNTRIES and id_ in playing
        ]
    return tuple(f"{what}: {some_of(texts, NAMED)}" for what, texts in reasons.items() if texts)


_FOREIGN = """
    select team.id, team.name, team.country_code from season_team join team on team.id = season_team.team_id
    where season_team.season_id = ? and team.country_code <> ? order by team.id
"""
