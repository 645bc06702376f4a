"""The rows of the database, flat: one NamedTuple a table, its fields in column order.

None means unknown. Times (`_ts`) are unix seconds UTC. A test holds each against PRAGMA table_info. Those whose plain
name is a shape of the contract, in `models`, end in Record. What a column holds is said beside its field, once, and
frames, exports and the guide say it after that; a name of several tables stands in `frames.meanings`.
"""

from typing import Annotated, NamedTuple, get_args, get_type_hints

from footydata.fixture_records import EventRecord as EventRecord
from footydata.fixture_records import FixtureRecord as FixtureRecord
from footydata.fixture_records import StatisticsRecord as StatisticsRecord
from footydata.fixture_records import TeamFixture as TeamFixture
from footydata.forecast_rows import FairLine as FairLine
from footydata.forecast_rows import ProjectedPlace as ProjectedPlace
from footydata.forecast_rows import ProjectedTeam as ProjectedTeam
from footydata.forecast_rows import ProjectedZone as ProjectedZone
from footydata.forecast_rows import ProjectionHead as ProjectionHead
from footydata.forecast_rows import SealedForecast as SealedForecast
from footydata.further import FixtureFigure as FixtureFigure
from footydata.further import FixtureReferee as FixtureReferee
from footydata.ledgers import CellList as CellList
from footydata.ledgers import FetchedSeason as FetchedSeason
from footydata.ledgers import FixtureChange as FixtureChange
from footydata.ledgers import FixtureLoad as FixtureLoad
from footydata.ledgers import Load as Load
from footydata.ledgers import LoadRow as LoadRow
from footydata.ledgers import Pull as Pull
from footydata.ledgers import PulledPage as PulledPage
from footydata.ledgers import RefusedRow as RefusedRow
from footydata.ledgers import ReplacedValue as ReplacedValue
from footydata.ledgers import TakenPage as TakenPage
from footydata.ledgers import TeamEdit as TeamEdit
from footydata.ledgers import TeamEditRow as TeamEditRow
from footydata.meaning import YES_NO, Holds


class CountryRecord(NamedTuple):
    """A country or a region code. Key: code."""

    code: str
    name: str
    type: str


class LeagueRecord(NamedTuple):
    """A competition. Key: id; rules names its competition rules, None for the default ones."""

    id: int
    name: str
    short_name: Annotated[str | None, Holds("short name, where one is known")]
    country_code: str
    has_standings: Annotated[int, Holds("false: a cup, without a league table", dtype=YES_NO)] = 1
    esports: int = 0
    min_plan: Annotated[str, Holds("the lowest plan whose keys see the competition at /v1")] = "free"
    rules: Annotated[str | None, Holds("the competition's rules, where they are not the usual ones")] = None


class RetiredLeague(NamedTuple):
    """A league id that a merge retired. Key: id."""

    id: int
    survivor_id: int


class SeasonRecord(NamedTuple):
    """A season of a league. Key: id."""

    id: int
    league_id: int
    label: Annotated[str, Holds("25/26, or 2026 where it is one calendar year")]
    start_year: Annotated[int, Holds("the year in which the season starts")]
    current: Annotated[int, Holds("true: the season that a service calls the league's current one", dtype=YES_NO)] = 0


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
    slug: Annotated[str, Holds("the bookmaker's name in requests and on the command line")]
    is_default: Annotated[int, Holds("true: the bookmaker whose odds /v1 shows in its summaries", dtype=YES_NO)] = 0


class OddsRecord(NamedTuple):
    """A market of a fixture at a bookmaker, three periods side by side. Key: the first three.

    market: its key (contract.markets); prices decimal, in the order of the market's selections;
    a line of None with prices of None: nothing recorded. A summary alone has lines without prices.
    """

    fixture_id: int
    bookmaker_id: int
    market: str
    opening_line: float | None = None
    opening_price_1: float | None = None
    opening_price_2: float | None = None
    opening_price_3: float | None = None
    closing_line: float | None = None
    closing_price_1: float | None = None
    closing_price_2: float | None = None
    closing_price_3: float | None = None
    inplay_line: float | None = None
    inplay_price_1: float | None = None
    inplay_price_2: float | None = None
    inplay_price_3: float | None = None


class OddsTickRecord(NamedTuple):
    """A recorded movement of a market. Key: the first five; prices None: suspended."""

    fixture_id: int
    bookmaker_id: int
    market: str
    recorded_ts: Annotated[int, Holds("when the price was recorded", "UTC")]
    seq: int = 0
    minute: int | None = None
    line: float | None = None
    price_1: float | None = None
    price_2: float | None = None
    price_3: float | None = None
    home_score: int | None = None
    away_score: int | None = None


class PointsAdjustment(NamedTuple):
    """Points given or taken (negative) by decision. Key: season_id, team_id, seq."""

    season_id: int
    team_id: int
    seq: int
    points: int
    reason: Annotated[str | None, Holds("why it was decided")]
    decided_on: Annotated[str | None, Holds("the day of the decision, 2026-03-14")]
    source: str


class SeasonRules(NamedTuple):
    """The competition rules of a season that differ from its league's. Key: season_id; rules as League.rules."""

    season_id: int
    rules: str
    reason: str | None
    source: str


class SourceRecord(NamedTuple):
    """A source of data. Key: id; the higher trust wins where two tell the same figure."""

    id: int
    name: str
    trust: int


class FixtureSource(NamedTuple):
    """What a fixture holds from a source. Key: fixture_id, source_id; parts: contract.terms.Part bits."""

    fixture_id: int
    source_id: int
    parts: int
    fetched_ts: int


class ExternalId(NamedTuple):
    """An id or spelling of a source. Key: all but entity_id."""

    source_id: int
    kind: str
    scope: str
    key: str
    entity_id: int


class TeamAlias(NamedTuple):
    """How a source ('': every one) may call a team, by the user's word. Key: all but team_id."""

    source: str
    scope: str
    spelling: Annotated[str, Holds("the spelling without case, accents and punctuation")]
    team_id: int


TABLES: dict[str, type[tuple[object, ...]]] = {
    "country": CountryRecord,
    "league": LeagueRecord,
    "retired_league": RetiredLeague,
    "season": SeasonRecord,
    "team": TeamRecord,
    "season_team": SeasonTeam,
    "country_name": CountryName,
    "league_name": LeagueName,
    "team_name": TeamName,
    "bookmaker": BookmakerRecord,
    "fixture": FixtureRecord,
    "team_fixture": TeamFixture,
    "statistics": StatisticsRecord,
    "fixture_figure": FixtureFigure,
    "fixture_referee": FixtureReferee,
    "event": EventRecord,
    "odds": OddsRecord,
    "odds_tick": OddsTickRecord,
    "fair_line": FairLine,
    "projection": ProjectionHead,
    "projected_team": ProjectedTeam,
    "projected_place": ProjectedPlace,
    "projected_zone": ProjectedZone,
    "sealed_forecast": SealedForecast,
    "points_adjustment": PointsAdjustment,
    "season_rules": SeasonRules,
    "source": SourceRecord,
    "fixture_source": FixtureSource,
    "external_id": ExternalId,
    "team_alias": TeamAlias,
    "team_edit": TeamEdit,
    "team_edit_row": TeamEditRow,
    "load": Load,
    "fixture_load": FixtureLoad,
    "cell_list": CellList,
    "fixture_change": FixtureChange,
    "replaced_value": ReplacedValue,
    "load_row": LoadRow,
    "fetched_season": FetchedSeason,
    "refused_row": RefusedRow,
    "taken_page": TakenPage,
    "pull": Pull,
    "pulled_page": PulledPage,
}
"""Table → its record, parents before children."""

KEYS: dict[str, int] = {
    "season_team": 2,
    "country_name": 2,
    "league_name": 2,
    "team_name": 2,
    "team_fixture": 3,
    "fixture_figure": 3,
    "fixture_referee": 2,
    "event": 2,
    "odds": 3,
    "odds_tick": 5,
    "fair_line": 2,
    "projected_team": 2,
    "projected_place": 3,
    "projected_zone": 3,
    "points_adjustment": 3,
    "fixture_source": 2,
    "external_id": 4,
    "team_alias": 3,
    "team_edit_row": 2,
    "fixture_load": 2,
    "fixture_change": 3,
    "replaced_value": 2,
    "load_row": 5,
    "fetched_season": 4,
    "refused_row": 2,
    "taken_page": 2,
    "pulled_page": 2,
}
"""Table → how many leading fields are its key, where that is not 1."""


def fields_of(record: type[tuple[object, ...]]) -> tuple[str, ...]:
    """The columns of a record, in order."""
    fields: tuple[str, ...] = record._fields  # type: ignore[attr-defined]  # every record is a NamedTuple
    return fields


def kinds_of(record: type[tuple[object, ...]]) -> dict[str, type]:
    """Field of a record → int, float or str.

    >>> kinds_of(SeasonTeam), kinds_of(OddsTickRecord)["line"]
    ({'season_id': <class 'int'>, 'team_id': <class 'int'>}, <class 'float'>)
    """
    hints = get_type_hints(record)
    return {
        name: next(kind for kind in (get_args(hints[name]) or (hints[name],)) if kind is not type(None))
        for name in fields_of(record)
    }


def columns_of(table: str) -> tuple[str, ...]:
    """The columns of a table, in order.

    >>> columns_of("season_team")
    ('season_id', 'team_id')
    """
    return fields_of(TABLES[table])


def key_of(table: str) -> tuple[str, ...]:
    """The columns of a table's key.

    >>> key_of("team_alias")
    ('source', 'scope', 'spelling')
    """
    return columns_of(table)[: KEYS.get(table, 1)]


FIXTURE_CHILDREN = tuple(table for table in TABLES if columns_of(table)[0] == "fixture_id")
"""The tables whose rows hang on a fixture, by its id first; the lists of teams follow the fixture itself."""
