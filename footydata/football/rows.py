"""The rows that queries return beside records: joined with names in the chosen language, flat. None means unknown."""

from typing import NamedTuple


class FixtureRow(NamedTuple):
    """A fixture with the names of its league and sides: the fields of records.FixtureRecord, then six more.

    season: its label, None if unknown. min_plan: the lowest plan whose keys see the competition. country: the name of
    the league's.
    """

    # [[[cog
    # from inspect import formatannotation
    # from typing import get_type_hints
    # from footydata.football.records import FixtureRecord
    # for name, kind in get_type_hints(FixtureRecord).items():
    #     cog.outl(f"    {name}: {formatannotation(kind)}")
    # ]]]
    id: int
    league_id: int
    season_id: int | None
    home_id: int
    away_id: int
    kickoff_ts: int
    time_known: int
    status: str
    state_detail: str | None
    esports: int
    round: int | None
    stage: str | None
    in_table: int
    home_goals: int | None
    away_goals: int | None
    half_home_goals: int | None
    half_away_goals: int | None
    home_corners: int | None
    away_corners: int | None
    half_home_corners: int | None
    half_away_corners: int | None
    home_yellow: int | None
    away_yellow: int | None
    home_red: int | None
    away_red: int | None
    referee: str | None
    # [[[end]]]
    league: str
    home: str
    away: str
    season: str | None
    min_plan: str
    country: str


class LeagueRow(NamedTuple):
    """A league with its country's name, both in the chosen language."""

    id: int
    name: str
    short_name: str | None
    country_code: str
    country: str
    has_standings: int
    esports: int
    min_plan: str
    rules: str | None


class TeamRow(NamedTuple):
    """A team with its country's name (None if unknown), both in the chosen language."""

    id: int
    name: str
    country_code: str | None
    country: str | None


class PlayedFixture(NamedTuple):
    """A finished fixture with its score; queries return them by kickoff."""

    fixture_id: int
    league_id: int
    kickoff_ts: int
    home_id: int
    away_id: int
    home_goals: int
    away_goals: int
