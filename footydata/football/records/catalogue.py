"""The rows of what fixtures refer to: leagues, seasons, teams, bookmakers, and how sources name them."""

from typing import Annotated, NamedTuple

from footydata.football.records.meaning import YES_NO, FieldMeaning


class CountryRecord(NamedTuple):
    """A country or a region code. Key: code."""

    code: str
    name: str
    type: str


class LeagueRecord(NamedTuple):
    """A competition. Key: id; rules: the name of its competition rules, None for the default ones."""

    id: int
    name: str
    short_name: Annotated[str | None, FieldMeaning("short name, where one is known")]
    country_code: str
    has_standings: Annotated[
        int, FieldMeaning("false: a cup, without a league table", dtype=YES_NO)
    ] = 1
    esports: int = 0
    min_plan: Annotated[
        str, FieldMeaning("the lowest plan whose keys see the competition at /v1")
    ] = "free"
    rules: Annotated[
        str | None, FieldMeaning("the competition's rules, where they are not the usual ones")
    ] = None


class RetiredLeague(NamedTuple):
    """A league id that a merge retired. Key: id."""

    id: int
    survivor_id: int


class SeasonRecord(NamedTuple):
    """A season of a league. Key: id."""

    id: int
    league_id: int
    label: Annotated[str, FieldMeaning("25/26, or 2026 where it is one calendar year")]
    start_year: Annotated[int, FieldMeaning("the year in which the season starts")]
    current: Annotated[
        int,
        FieldMeaning(
            "true: the season that a service calls the league's current one", dtype=YES_NO
        ),
    ] = 0


class TeamRecord(NamedTuple):
    """A team. Key: id."""

    id: int
    name: str
    country_code: str | None = None


class SeasonTeam(NamedTuple):
    """Membership of a team in a season, with or without fixtures. Key: all."""

    season_id: int
    team_id: int


class CountryName(NamedTuple):
    """A country's name in another language. Key: country_code, lang."""

    country_code: str
    lang: str
    name: str


class LeagueName(NamedTuple):
    """A league's name in another language. Key: league_id, lang."""

    league_id: int
    lang: str
    name: str


class TeamName(NamedTuple):
    """A team's name in another language. Key: team_id, lang."""

    team_id: int
    lang: str
    name: str


class BookmakerRecord(NamedTuple):
    """A bookmaker. Key: id."""

    id: int
    name: str
    slug: Annotated[str, FieldMeaning("the bookmaker's name in requests and on the command line")]
    is_default: Annotated[
        int, FieldMeaning("true: the bookmaker whose odds /v1 shows in its summaries", dtype=YES_NO)
    ] = 0


class DefaultBookmaker(NamedTuple):
    """Which bookmaker a person or a remote service made the default one. Key: chosen_by."""

    chosen_by: str
    bookmaker_id: int


class DefaultLead(NamedTuple):
    """By how many fixtures the default bookmaker led when they were counted, after which load; one row or none."""

    id: int
    load_id: int
    fixtures: int


class PointsAdjustment(NamedTuple):
    """Points given or deducted (negative) by a decision. Key: season_id, team_id, seq."""

    season_id: int
    team_id: int
    seq: int
    points: int
    reason: Annotated[str | None, FieldMeaning("why it was decided")]
    decided_on: Annotated[str | None, FieldMeaning("the day of the decision, 2026-03-14")]
    source: str


class SeasonRules(NamedTuple):
    """The competition rules of a season where they differ from its league's. Key: season_id."""

    season_id: int
    rules: str
    reason: str | None
    source: str


class ExternalId(NamedTuple):
    """An id or spelling of a source. Key: the first four; id: by which claims name it.

    base_id: the team that the name means before anything is decided, None if it is not a name of a team.
    """

    source_id: int
    kind: str
    scope: str
    key: str
    entity_id: int
    id: int | None = None
    base_id: int | None = None


class TeamAlias(NamedTuple):
    """A name that the user has given a team. Key: all but team_id; source: the one that uses it, '': every source."""

    source: str
    scope: str
    spelling: Annotated[str, FieldMeaning("the spelling without case, accents and punctuation")]
    team_id: int
