"""How a season may end: its open fixtures are simulated many times, and each ending is ordered by its rules.

Each run draws the teams' strengths first, from the covariance of the fit, and then all its fixtures from these: a team
that is better than the fit says is better in all fixtures of the run. Strengths are also drawn to change, which the fit
does not count.
"""

import sqlite3
from collections.abc import Sequence

import numpy as np

from footydata.football.errors import TooFewFixtures
from footydata.football.register.leagues import FIRST_OF_TABLE, PROMOTION, RELEGATION, TITLE, Zone
from footydata.football.rows import PointsStanding
from footydata.football.terms import DAY, Figure
from footydata.football.wording import plural
from footydata.forecast.league_past import league_past
from footydata.forecast.models.by_figure import GOALS
from footydata.forecast.models.fitted import Fitted
from footydata.forecast.models.model import FEWEST_FIXTURES
from footydata.odds.numbers import Floats
from footydata.rules.endings import (
    Endings,
    FixturesToCome,
    Runs,
    Teams,
    fixtures_to_come,
    simulate_endings,
)
from footydata.rules.play_offs import play_offs, winners
from footydata.store.file.transactions import write_transaction
from footydata.store.forecasts import Projection, TeamEnding, write_projection
from footydata.store.read.seasons.season import LeagueSeason
from footydata.store.read.seasons.season_course import SeasonToCome, season_to_come

CHANGE = 0.08
"""The standard deviation by which a team's strength and tempo change from those of its past; of logarithms of means.

Chosen from .02 to .12 by the log loss of projections of seasons that began before 2017
(tests/benchmarks/projections.py), which is flat from .08 to .10.
"""

NEWCOMERS_DIFFER = 0.5
"""How much newcomers differ from one another, as a share of how much the ridge of all teams lets them.

The best of .25, .5 and 1 by the log loss of projections of seasons that began before 2017
(tests/benchmarks/projections.py).
"""


class Draws:
    """Draws the score of a fixture in every run.

    teams: the league's teams as the fit names them; a fixture names them by their indices in it.
    """

    def __init__(
        self,
        fitted: Fitted,
        teams: Sequence[int],
        *,
        runs: int,
        rng: np.random.Generator,
    ) -> None:
        self._rng = rng
        self._low = fitted.effects.settings.low
        level, edge, strength, tempo = _parameters(fitted, teams, runs, rng)
        noise = rng.normal(scale=CHANGE, size=(2, *strength.shape))
        strength, tempo = strength + noise[0], tempo + noise[1]
        self._attack, self._defence = strength + tempo, strength - tempo
        self._at_home, self._away = level + edge / 2, level - edge / 2
        self._runs = np.arange(runs)

    def __call__(self, home: Teams, away: Teams, *, is_neutral: bool = False) -> tuple[Runs, Runs]:
        """The goals of both sides in each run; home, away: the index of a team, or one for each run."""
        home_index, away_index = self._index(home), self._index(away)
        neutral = (self._at_home + self._away) / 2
        home_level, away_level = (neutral, neutral) if is_neutral else (self._at_home, self._away)
        home_mean = np.exp(home_level + self._attack[home_index] - self._defence[away_index])
        away_mean = np.exp(away_level + self._attack[away_index] - self._defence[home_index])
        home_goals, away_goals = (
            self._rng.poisson(mean).astype(np.int16) for mean in (home_mean, away_mean)
        )
        if self._low:
            self._correct(home_goals, away_goals, home_mean, away_mean)
        return home_goals, away_goals

    def _index(self, team: Teams) -> tuple[Teams, ...]:
        return (team,) if isinstance(team, int) else (team, self._runs)

    def _correct(self, home: Runs, away: Runs, home_mean: Floats, away_mean: Floats) -> None:
        """Draw scores of at most one goal a side again, with the correction of Dixon and Coles.

        It changes the chances of these four scores and not their sum.
        """
        low = np.flatnonzero((home <= 1) & (away <= 1))
        home_mean, away_mean = home_mean[low], away_mean[low]
        nil = np.maximum(1 - home_mean * away_mean * self._low, 0)
        away_one = away_mean * np.maximum(1 + home_mean * self._low, 0)
        home_one = home_mean * np.maximum(1 + away_mean * self._low, 0)
        one_one = home_mean * away_mean * max(1 - self._low, 0)
        draws = self._rng.random(len(low)) * (nil + away_one + home_one + one_one)
        home[low] = draws > nil + away_one
        away[low] = ((draws > nil) & (draws <= nil + away_one)) | (
            draws > nil + away_one + home_one
        )


def _parameters(
    fitted: Fitted, teams: Sequence[int], runs: int, rng: np.random.Generator
) -> tuple[Floats, Floats, Floats, Floats]:
    """Level and edge, (runs,), strength and tempo, (teams, runs), drawn from the distribution of the fit.

    Unseen teams are drawn as newcomers, independently of one another, and closer together than the ridge of all
    teams lets them be: a promoted team is neither the best nor far behind. Referee and market are left out.
    """
    # The errors are curvature^-1 times a gradient with the covariance gradient_covariance.
    root = np.linalg.cholesky(fitted.gradient_covariance + np.eye(len(fitted.values)) * 1e-9)
    noise = np.linalg.solve(
        fitted.curvature, root @ rng.standard_normal((len(fitted.values), runs))
    )
    values = fitted.values[:, None] + noise
    # Tempos stand before the edge, strengths after it (Effects); a fit of goals has no other effects of the market.
    effects, teams_count = fitted.effects, fitted.effects.team_count
    edge = len(values) - teams_count - 1
    tempo, strength = values[edge - teams_count : edge], values[edge + 1 :]
    index_of = {team: index for index, team in enumerate(effects.ids.tolist())}
    indices = np.array([index_of.get(team, len(index_of)) for team in teams])
    strength, tempo = strength[indices], tempo[indices]
    for unseen in np.flatnonzero(indices == len(index_of)):
        # All unseen teams have the same draws: in another order they are independent.
        order = rng.permutation(runs)
        for drawn in (strength, tempo):
            mean = drawn[unseen].mean()
            drawn[unseen] = mean + NEWCOMERS_DIFFER * (drawn[unseen, order] - mean)
    return values[0], values[edge], strength, tempo


RUNS = 10_000
MOST_RUNS = 200_000
SEED = 2014
BAND = (10, 90)
"""The percentiles of a team's points between which four endings in five lie."""


def project(
    connection: sqlite3.Connection,
    *,
    league_id: int,
    season_id: int | None = None,
    at_ts: int | None = None,
    runs: int = RUNS,
    seed: int = SEED,
    now: int,
) -> Projection:
    """How a season may end, as of a moment or of now (unix seconds); the same seed gives the same projection.

    season_id: None means the newest season. Of fixtures at the moment or later only the teams are read.
    Raises what standings raises, StandingsNotAvailable, and TooFewFixtures if the league's past is too short for a fit.
    """
    season = season_to_come(LeagueSeason(connection, league_id, season_id, now=now), at_ts)
    moment = now if at_ts is None else min(at_ts, now)
    results = season.results
    is_closed = season.is_closed
    coming = (
        FixturesToCome((), 0, ())
        if is_closed
        else fixtures_to_come(season.facts, results.counted, results.open)
    )
    if not coming.regular and not coming.after:
        # Only play-offs after the season are simulated: from what was known at its end, not today.
        moment = min(moment, (season.head.last_ts or moment) + DAY)
    rng = np.random.default_rng(seed)
    past = league_past(connection, league_id, at_ts=moment, now=now, with_prices=False).of(
        Figure.GOALS, half=False
    )
    if len(past.home) < FEWEST_FIXTURES:
        raise TooFewFixtures(
            f"{len(past.home)} past fixtures with goals; a projection needs {FEWEST_FIXTURES}"
        )
    fitted = GOALS.fit(past, at_ts=moment)
    draws = Draws(fitted, tuple(season.facts.names), runs=runs, rng=rng)
    ended = simulate_endings(season.facts, results.counted, coming, draws, runs=runs, rng=rng)
    zones = _zones(season.zones, ended, draws, rng)
    return Projection(
        league_id=season.head.league_id,
        league=season.head.league,
        season_id=season.head.season_id,
        season=season.head.season,
        as_of_ts=moment,
        computed_ts=now,
        runs=runs,
        model=GOALS.name,
        fixtures_used=fitted.fixtures,
        to_come=ended.simulated,
        added=ended.added,
        zones=tuple(zones),
        notes=_notes(season, ended.added),
        teams=_teams(season, ended, zones),
    )


def store(connection: sqlite3.Connection, projection: Projection) -> None:
    """Store a projection in place of the season's earlier one."""
    with write_transaction(connection):
        write_projection(connection, projection)


def _zones(
    known: Sequence[Zone], ended: Endings, draws: Draws, rng: np.random.Generator
) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    """Zone → the chance of each team, upper zones first; what play-offs decide is added to promotion or relegation."""
    chances = ended.chances()
    zone_chances = (
        {} if any(zone.name == FIRST_OF_TABLE for zone in known) else {TITLE: chances[:, 0]}
    )
    for zone in known:
        zone_chances[zone.name] = chances[:, zone.first - 1 : zone.last].sum(axis=1)
    for zone in known:
        if zone.play_off:
            order = ended.order[zone.first - 1 : zone.last]
            points = np.take_along_axis(ended.points, order, axis=0)
            won = winners(play_offs()[zone.play_off], order, points, draws, rng)
            goes_up = zone.name.startswith(PROMOTION)
            moved = won[won >= 0] if goes_up else order[order != won]
            decided = PROMOTION if goes_up else RELEGATION
            share = np.bincount(moved, minlength=len(ended.teams)) / order.shape[1]
            zone_chances[decided] = zone_chances.get(decided, 0.0) + share
    return zone_chances


def _teams(
    season: SeasonToCome,
    ended: Endings,
    zones: dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]],
) -> tuple[TeamEnding, ...]:
    chances, mean = ended.chances(), ended.points.mean(axis=1)
    low, high = np.percentile(ended.points, BAND, axis=1)
    place = {team: at for at, team in enumerate(ended.teams)}
    return tuple(
        TeamEnding(
            *(row.team_id, row.team_name, row.position, row.played, row.points),
            *(float(mean[at]), float(low[at]), float(high[at])),
            places=tuple(chances[at].tolist()),
            zones={name: float(values[at]) for name, values in zones.items()},
        )
        for row in season.table.rows
        if isinstance(row, PointsStanding)
        for at in [place[row.team_id]]
    )


def _notes(season: SeasonToCome, added: int) -> tuple[str, ...]:
    """What a projection doesn't know or assumes, a sentence each."""
    rules, notes = season.facts.rules, [*season.table.notes, *season.table.doubts]
    if season.overdue and not season.is_closed:
        notes.append(
            f"{plural(season.overdue, 'fixture')} of days that have passed without a result, drawn like the rest"
        )
    if added:
        notes.append(f"{plural(added, 'fixture')} to come by the format, which no list has yet")
    if not rules.legs and not rules.regular and not season.is_closed:
        notes.append(
            "how often each pair meets is not known here: the listed fixtures alone are played to the end"
        )
    if not season.zones:
        notes.append("which places mean promotion or relegation is not known here")
    for zone in season.zones:
        if "play-off" in zone.name:
            notes.append(_play_off_note(zone))
    if any(zone.name == FIRST_OF_TABLE for zone in season.zones):
        notes.append("the title is decided by play-offs, which are not drawn")
    if rules.last_resort:
        notes.append(
            f"teams that are level on results are ordered by lot, where the rules go on with {rules.last_resort}"
        )
    return tuple(dict.fromkeys(notes))


def _play_off_note(zone: Zone) -> str:
    """How the chances count a zone of play-offs."""
    decided = PROMOTION if zone.name.startswith(PROMOTION) else RELEGATION
    if not zone.play_off:
        return f"the {zone.name} is not drawn: its column is the chance of the place, and none of it is in '{decided}'"
    play_off = play_offs()[zone.play_off]
    if play_off.of:
        record = (
            f"{play_off.won} of {play_off.of} such play-offs were won by the team of this division"
        )
        return f"the {zone.name} is against another division: {record}, and '{decided}' counts on that ({play_off.source})"
    return f"the {zone.name} is drawn, and '{decided}' has its outcome ({play_off.source})"
