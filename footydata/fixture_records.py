"""The rows of a fixture, its statistics and its timeline; further tables of `records`.

What a column holds is said beside its field; `home_goals` speaks for `away_goals` and `half_home_goals` too.
"""

from typing import Annotated, NamedTuple

from footydata.meaning import CATEGORY, YES_NO, Holds


class FixtureRecord(NamedTuple):
    """A fixture with its figures of regulation time. Key: id.

    state_detail: or a status that a remote service added. in_table: 0 for play-off fixtures that no table counts.
    """

    id: int
    league_id: int
    season_id: int | None
    home_id: Annotated[int, Holds("id of the home team")]
    away_id: Annotated[int, Holds("id of the away team")]
    kickoff_ts: Annotated[int, Holds("kickoff", "UTC")]
    time_known: Annotated[
        int, Holds("false where the source gives the day alone; kickoff is then 00:00 UTC of it", dtype=YES_NO)
    ] = 1
    status: Annotated[str, Holds("scheduled, live or finished", dtype=CATEGORY)] = "scheduled"
    state_detail: Annotated[
        str | None, Holds("postponed, cancelled, abandoned, awarded or removed, where it is one of them")
    ] = None
    esports: Annotated[int, Holds("true: e-football, which no list mixes with real football", dtype=YES_NO)] = 0
    round: Annotated[int | None, Holds("number of the round, where the source gives one")] = None
    stage: Annotated[
        str | None, Holds("part of the season, such as a group or the play-offs; empty where it is one whole")
    ] = None
    in_table: Annotated[int, Holds("false: a play-off or the like, which no table counts", dtype=YES_NO)] = 1
    home_goals: Annotated[int | None, Holds("goals", "goals", of_sides=True)] = None
    away_goals: int | None = None
    half_home_goals: int | None = None
    half_away_goals: int | None = None
    home_corners: Annotated[int | None, Holds("corners", "corners", of_sides=True)] = None
    away_corners: int | None = None
    half_home_corners: int | None = None
    half_away_corners: int | None = None
    home_yellow: Annotated[int | None, Holds("yellow cards", "yellow cards", of_sides=True)] = None
    away_yellow: int | None = None
    home_red: Annotated[int | None, Holds("red cards", "red cards", of_sides=True)] = None
    away_red: int | None = None
    referee: Annotated[str | None, Holds("name of the referee, as the source writes it")] = None


class TeamFixture(NamedTuple):
    """A fixture in a team's list. Key: all; follows `fixture`."""

    team_id: int
    kickoff_ts: int
    fixture_id: int


class StatisticsRecord(NamedTuple):
    """In-play statistics of a fixture, whole and first half. Key: fixture_id."""

    fixture_id: int
    home_attacks: Annotated[int | None, Holds("attacks", "attacks", of_sides=True)] = None
    away_attacks: int | None = None
    home_dangerous_attacks: Annotated[int | None, Holds("dangerous attacks", "dangerous attacks", of_sides=True)] = None
    away_dangerous_attacks: int | None = None
    home_shots_on_target: Annotated[int | None, Holds("shots on target", "shots on target", of_sides=True)] = None
    away_shots_on_target: int | None = None
    home_shots_off_target: Annotated[int | None, Holds("shots off target", "shots off target", of_sides=True)] = None
    away_shots_off_target: int | None = None
    home_possession: Annotated[int | None, Holds("possession", "per cent", of_sides=True)] = None
    away_possession: int | None = None
    half_home_attacks: int | None = None
    half_away_attacks: int | None = None
    half_home_dangerous_attacks: int | None = None
    half_away_dangerous_attacks: int | None = None
    half_home_shots_on_target: int | None = None
    half_away_shots_on_target: int | None = None
    half_home_shots_off_target: int | None = None
    half_away_shots_off_target: int | None = None
    half_home_possession: int | None = None
    half_away_possession: int | None = None


class EventRecord(NamedTuple):
    """An event of a fixture's timeline. Key: fixture_id, seq; minute is None on period_score.

    home_score, away_score: period_score alone.
    """

    fixture_id: int
    seq: Annotated[int, Holds("place in the fixture's timeline, from 1")]
    type: Annotated[str, Holds("goal, corner, yellow_card, red_card, substitution, missed_penalty or period_score")]
    half: Annotated[int, Holds("1 or 2")]
    minute: Annotated[int | None, Holds("minute without stoppage time: 45 for 45+2", "minutes")] = None
    stoppage: Annotated[int | None, Holds("minutes past the end of the half: 2 for 45+2", "minutes")] = None
    team: str | None = None
    count: Annotated[
        int | None, Holds("running number of that type for that team: the third home corner is 3", "events")
    ] = None  # type: ignore[assignment]  # the contract's word; hides tuple.count
    player: Annotated[str | None, Holds("the player, where known")] = None
    player_in: Annotated[str | None, Holds("who comes on")] = None
    player_out: Annotated[str | None, Holds("who goes off")] = None
    home_score: Annotated[int | None, Holds("goals of the home side at that moment", "goals")] = None
    away_score: Annotated[int | None, Holds("goals of the away side at that moment", "goals")] = None
