"""The rows of what fixtures refer to, and of where it came from.

Leagues, seasons, teams, bookmakers, and how sources name them; sources, loads, pulls, and edits of teams by hand.
"""

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


class ToldMember(NamedTuple):
    """A member of a season of which a service told, who stays without fixtures. Key: all."""

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


class TeamEdit(NamedTuple):
    """A merge or alias of teams. Key: id.

    team_id: the team whose names are meant; gone_id: the team whose names mean it since a merge. Both are ids of ours,
    also of a team that is stored under a service's id. reason: the evidence for a merge that footydata made, None for
    an edit of the user. scope: the country of the team; of an alias, that of the competitions in which it is called so.
    source, spelling: of an alias, normalised; source '' for every one. points: the decisions on points that a merge
    moved, as JSON.
    """

    id: int | None
    kind: str
    team_id: int
    gone_id: int | None
    summary: str
    made_ts: int
    undone_ts: int | None = None
    reason: str | None = None
    scope: str | None = None
    source: str | None = None
    spelling: str | None = None
    points: str | None = None


class SourceRecord(NamedTuple):
    """A source of data. Key: id; of two that give the same figure the one with the higher trust wins.

    own_trust: the trust that the source itself has, if a person has chosen another order; None: trust is its own.
    """

    id: int
    name: str
    trust: int
    own_trust: int | None = None


class FixtureSource(NamedTuple):
    """The parts of a fixture that a source has given. Key: fixture_id, source_id; parts: contract.terms.Part bits."""

    fixture_id: int
    source_id: int
    parts: int
    fetched_ts: int


class Load(NamedTuple):
    """One load or pull. Key: id.

    corrects: whether it could correct finished fixtures. run: the id of the first load of a run of files of one source
    that cover the same days, None if no other file of the run did.
    kind: file, fetch or pull. league: the competition that the user named, as COUNTRY/NAME. path: of the file,
    None where it came from elsewhere.
    """

    id: int | None
    source_id: int
    place: str
    started_ts: int
    rows_read: int = 0
    rows_kept: int = 0
    rows_refused: int = 0
    rows_changed: int = 0
    kind: str = "file"
    path: str | None = None
    fixtures_new: int | None = None
    fixtures_changed: int | None = None
    fixtures_same: int | None = None
    fixtures_conflicting: int | None = None
    league: str | None = None
    corrects: int = 0
    run: int | None = None


class ClaimRow(NamedTuple):
    """What a load said of a fixture. Key: id.

    home_name, away_name: the ids of the names in external_id by which the source called the teams, None if it gave ids.
    body: None for the only claim of a fixture, whose rows are it.
    exchanged: whether the source names the sides in the other order.
    """

    id: int
    load_id: int
    fixture_id: int
    home_name: int | None = None
    away_name: int | None = None
    body: bytes | None = None
    exchanged: int = 0


class ClaimAgain(NamedTuple):
    """A later load that said the same as a claim. Key: claim_id, load_id."""

    claim_id: int
    load_id: int


class FetchedSeason(NamedTuple):
    """A season that was requested of a public site. Key: all; season: '' where one file holds all."""

    site: str
    base_url: str
    league: str
    season: str


class RefusedRow(NamedTuple):
    """A row that a load refused. Key: load_id, seq; row: line in the file, None for the whole file."""

    load_id: int
    seq: int
    file: str
    row: int | None
    reason: str
    text: str | None = None


class WaitingDetail(NamedTuple):
    """A detail of a fixture that is not told yet. Key: load_id, seq; body: a ParsedFixture in MessagePack.

    needs_default: whether it is of the service's default bookmaker, which was not known.
    """

    load_id: int
    seq: int
    fixture_id: int
    needs_default: int
    body: bytes


class TakenPage(NamedTuple):
    """A file or remote page that was loaded whole. Key: source_id, address."""

    source_id: int
    address: str
    digest: str
    taken_ts: int


class TableMapRow(NamedTuple):
    """How tables with a header are read that no source knows. Key: header; both are JSON."""

    header: str
    map: str
    saved_ts: int


class RegisterState(NamedTuple):
    """To which register the stored rows were updated; one row."""

    id: int
    digest: str


class Pull(NamedTuple):
    """A pull of a remote service. Key: id; asked and lists are JSON; finished_ts: None while it is unfinished.

    load_id: its row in load, None before it began.
    """

    id: int | None
    source_id: int
    asked: str
    lists: str
    started_ts: int
    finished_ts: int | None = None
    load_id: int | None = None


class PulledPage(NamedTuple):
    """A page that a pull has fetched. Key: source_id, address; is_final: it is never fetched again."""

    source_id: int
    address: str
    pull_id: int
    is_final: int
