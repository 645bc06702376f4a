"""The tables of the database and their rows: one flat NamedTuple per table, its fields in column order.

None means unknown. Times (`_ts`) are unix seconds UTC. A test compares each record with PRAGMA table_info. A record
whose plain name is a shape of the contract (see `service.wire`) ends in Record. `FieldMeaning` beside a field says what
the column holds; frames, exports and the guide show it. A column name with one meaning in several tables is described
in `views/meanings.csv`.
"""

from typing import Any, TypeVar, get_args, get_type_hints

from footydata.football.records.catalogue import BookmakerRecord as BookmakerRecord
from footydata.football.records.catalogue import ClaimAgain as ClaimAgain
from footydata.football.records.catalogue import ClaimRow as ClaimRow
from footydata.football.records.catalogue import CountryName as CountryName
from footydata.football.records.catalogue import CountryRecord as CountryRecord
from footydata.football.records.catalogue import DefaultBookmaker as DefaultBookmaker
from footydata.football.records.catalogue import DefaultLead as DefaultLead
from footydata.football.records.catalogue import ExternalId as ExternalId
from footydata.football.records.catalogue import FetchedSeason as FetchedSeason
from footydata.football.records.catalogue import FixtureSource as FixtureSource
from footydata.football.records.catalogue import LeagueName as LeagueName
from footydata.football.records.catalogue import LeagueRecord as LeagueRecord
from footydata.football.records.catalogue import Load as Load
from footydata.football.records.catalogue import PointsAdjustment as PointsAdjustment
from footydata.football.records.catalogue import Pull as Pull
from footydata.football.records.catalogue import PulledPage as PulledPage
from footydata.football.records.catalogue import RefusedRow as RefusedRow
from footydata.football.records.catalogue import RegisterState as RegisterState
from footydata.football.records.catalogue import RetiredLeague as RetiredLeague
from footydata.football.records.catalogue import SeasonRecord as SeasonRecord
from footydata.football.records.catalogue import SeasonRules as SeasonRules
from footydata.football.records.catalogue import SeasonTeam as SeasonTeam
from footydata.football.records.catalogue import SourceRecord as SourceRecord
from footydata.football.records.catalogue import TableMapRow as TableMapRow
from footydata.football.records.catalogue import TakenPage as TakenPage
from footydata.football.records.catalogue import TeamAlias as TeamAlias
from footydata.football.records.catalogue import TeamEdit as TeamEdit
from footydata.football.records.catalogue import TeamName as TeamName
from footydata.football.records.catalogue import TeamRecord as TeamRecord
from footydata.football.records.catalogue import ToldMember as ToldMember
from footydata.football.records.catalogue import WaitingDetail as WaitingDetail
from footydata.football.records.fixtures import EventRecord as EventRecord
from footydata.football.records.fixtures import FairLine as FairLine
from footydata.football.records.fixtures import FixtureFigure as FixtureFigure
from footydata.football.records.fixtures import FixtureRecord as FixtureRecord
from footydata.football.records.fixtures import FixtureReferee as FixtureReferee
from footydata.football.records.fixtures import FormerFixture as FormerFixture
from footydata.football.records.fixtures import KnockoutRecord as KnockoutRecord
from footydata.football.records.fixtures import OddsLine as OddsLine
from footydata.football.records.fixtures import OddsRecord as OddsRecord
from footydata.football.records.fixtures import OddsTickRecord as OddsTickRecord
from footydata.football.records.fixtures import Placeholder as Placeholder
from footydata.football.records.fixtures import ProjectedTeam as ProjectedTeam
from footydata.football.records.fixtures import ProjectionHead as ProjectionHead
from footydata.football.records.fixtures import StatisticsRecord as StatisticsRecord
from footydata.football.records.fixtures import TeamFixture as TeamFixture
from footydata.football.records.fixtures import VenueRecord as VenueRecord
from footydata.football.terms import Side

TABLES: dict[str, type[tuple[object, ...]]] = {
    "country": CountryRecord,
    "league": LeagueRecord,
    "retired_league": RetiredLeague,
    "season": SeasonRecord,
    "team": TeamRecord,
    "season_team": SeasonTeam,
    "told_member": ToldMember,
    "country_name": CountryName,
    "league_name": LeagueName,
    "team_name": TeamName,
    "bookmaker": BookmakerRecord,
    "default_bookmaker": DefaultBookmaker,
    "default_lead": DefaultLead,
    "fixture": FixtureRecord,
    "team_fixture": TeamFixture,
    "statistics": StatisticsRecord,
    "knockout": KnockoutRecord,
    "venue": VenueRecord,
    "fixture_figure": FixtureFigure,
    "fixture_referee": FixtureReferee,
    "former_fixture": FormerFixture,
    "event": EventRecord,
    "extra_event": EventRecord,
    "odds": OddsRecord,
    "odds_line": OddsLine,
    "odds_tick": OddsTickRecord,
    "fair_line": FairLine,
    "projection": ProjectionHead,
    "projected_team": ProjectedTeam,
    "points_adjustment": PointsAdjustment,
    "season_rules": SeasonRules,
    "source": SourceRecord,
    "fixture_source": FixtureSource,
    "external_id": ExternalId,
    "team_alias": TeamAlias,
    "team_edit": TeamEdit,
    "load": Load,
    "claim": ClaimRow,
    "claim_again": ClaimAgain,
    "placeholder": Placeholder,
    "fetched_season": FetchedSeason,
    "refused_row": RefusedRow,
    "waiting_detail": WaitingDetail,
    "taken_page": TakenPage,
    "pull": Pull,
    "pulled_page": PulledPage,
    "table_map": TableMapRow,
    "register_state": RegisterState,
}
"""Table → its record, parents before children."""

KEYS: dict[str, int] = {
    "season_team": 2,
    "told_member": 2,
    "country_name": 2,
    "league_name": 2,
    "team_name": 2,
    "team_fixture": 3,
    "fixture_figure": 3,
    "fixture_referee": 2,
    "former_fixture": 4,
    "event": 2,
    "extra_event": 2,
    "odds": 3,
    "odds_line": 5,
    "odds_tick": 5,
    "fair_line": 2,
    "projected_team": 2,
    "points_adjustment": 3,
    "fixture_source": 2,
    "external_id": 4,
    "team_alias": 3,
    "claim_again": 2,
    "placeholder": 2,
    "fetched_season": 4,
    "refused_row": 2,
    "waiting_detail": 2,
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
        name: next(
            kind for kind in (get_args(hints[name]) or (hints[name],)) if kind is not type(None)
        )
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


FIXTURE_CHILDREN = tuple(
    table for table in TABLES if columns_of(table)[0] == "fixture_id" and table != "former_fixture"
)
"""The tables whose rows hang on a fixture, by its id first; the lists of teams follow the fixture itself."""


Row = TypeVar("Row", bound=tuple[Any, ...])

_OTHER: dict[str, str] = {Side.HOME: Side.AWAY, Side.AWAY: Side.HOME}
_OF_SIDES = {"team", "through"}
"""The fields that name a side."""


def exchanged(row: Row) -> Row:
    """A record with its sides exchanged: the values of each, and the side that a field names.

    >>> extra = exchanged(KnockoutRecord(1, extra_home_goals=2, extra_away_goals=0, through="home"))
    >>> extra.extra_home_goals, extra.extra_away_goals, extra.through.value
    (0, 2, 'away')
    """
    values: dict[str, Any] = row._asdict()  # type: ignore[attr-defined]  # every record has it
    others = {name: values[twin] for name in values if (twin := _twin(name)) in values}
    for name in _OF_SIDES & values.keys():
        others[name] = _OTHER.get(values[name])
    swapped: Row = row._replace(**others)  # type: ignore[attr-defined]  # every record has it
    return swapped


def _twin(name: str) -> str:
    words = name.split("_")
    return "_".join(_OTHER.get(word, word) for word in words)
