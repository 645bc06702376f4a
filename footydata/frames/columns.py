"""The columns of every frame with their dtypes, declared once: frames, exports and the guide are made from them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from footydata.contract.terms import Period
from footydata.records import (
    FairLine,
    Fixture,
    PointsAdjustment,
    Season,
    SeasonTeam,
    Statistics,
    TeamAlias,
    kinds_of,
)

INTEGER: Final = "Int64"
NUMBER: Final = "Float64"
TEXT: Final = "str"
YES_NO: Final = "boolean"
MOMENT: Final = "datetime64[us, UTC]"
CATEGORY: Final = "category"


class Column(NamedTuple):
    """A column of a frame: its name, its dtype, and the field of the row that it shows."""

    name: str
    dtype: str
    field: str


def column(name: str, dtype: str, field: str | None = None) -> Column:
    """A column that shows the field of its name, or another one."""
    return Column(name, dtype, field or name)


def _figures(*names: str) -> tuple[Column, ...]:
    return tuple(column(name, INTEGER) for name in names)


_DTYPES = {int: INTEGER, float: NUMBER, str: TEXT}
_FLAGS = frozenset({"time_known", "in_table", "esports", "has_standings", "is_default"})
_CATEGORIES = frozenset({"country", "league", "status", "bookmaker", "market"})


def of_record(record: type[tuple[object, ...]], *, entity: str | None = None) -> dict[str, Column]:
    """Field of a record → its column: `kickoff_ts` is the moment `kickoff`, `id` the id of the entity."""
    found: dict[str, Column] = {}
    for name, kind in kinds_of(record).items():
        if name.endswith("_ts"):
            found[name] = column(name.removesuffix("_ts"), MOMENT, name)
        elif name == "id" and entity:
            found[name] = column(f"{entity}_id", INTEGER, name)
        else:
            dtype = YES_NO if name in _FLAGS else CATEGORY if name in _CATEGORIES else _DTYPES[kind]
            found[name] = column(name, dtype)
    return found


def _arranged(of: dict[str, Column], first: Sequence[str], last: Sequence[str] = ()) -> tuple[Column, ...]:
    """The columns in order: the first ones, those that no list names, the last ones."""
    rest = [name for name in of if name not in first and name not in last]
    return tuple(of[name] for name in (*first, *rest, *last))


FIXTURE_COLUMNS: tuple[Column, ...] = _arranged(
    of_record(Fixture, entity="fixture")
    | {name: column(name, CATEGORY) for name in ("country", "league")}
    | {name: column(name, TEXT) for name in ("season", "home", "away")},
    (
        *("id", "league_id", "country", "league", "season_id", "season", "round", "stage"),
        *("kickoff_ts", "time_known", "status", "state_detail", "home_id", "home", "away_id", "away"),
    ),
    ("referee", "esports", "in_table"),
)
"""A column that is new in records.Fixture stands here by itself, after the other counts."""

STATISTICS_COLUMNS: tuple[Column, ...] = tuple(column(name, INTEGER) for name in Statistics._fields)

FIGURE_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER),
    *(column(name, TEXT) for name in ("figure", "half")),
    *(column(name, NUMBER) for name in ("home", "away")),
    column("source", TEXT),
)

EVENT_COLUMNS: tuple[Column, ...] = (
    *_figures("fixture_id", "seq"),
    column("type", TEXT),
    *_figures("half", "minute", "stoppage"),
    column("team", TEXT),
    column("count", INTEGER),
    *(column(name, TEXT) for name in ("player", "player_in", "player_out")),
    *_figures("home_score", "away_score"),
)

TICK_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER),
    column("bookmaker_id", INTEGER),
    column("bookmaker", CATEGORY),
    column("market", CATEGORY),
    column("recorded", MOMENT, "recorded_ts"),
    column("minute", INTEGER),
    *(column(name, NUMBER) for name in ("line", "price_1", "price_2", "price_3")),
    *_figures("home_score", "away_score"),
)

ODDS_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER),
    column("bookmaker_id", INTEGER),
    column("bookmaker", CATEGORY),
    column("market", CATEGORY),
    *(column(f"{period}_{name}", NUMBER) for period in Period for name in ("line", "price_1", "price_2", "price_3")),
)

MOVEMENT_COLUMNS: tuple[Column, ...] = (
    *_figures("fixture_id", "bookmaker_id"),
    *(column(name, TEXT) for name in ("bookmaker", "market", "before", "after")),
    *(column(name, NUMBER) for name in ("line_before", "line_after", "line", "chance_1", "chance_2", "chance_3")),
)

RATING_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER),
    column("kickoff", MOMENT, "kickoff_ts"),
    column("league_id", INTEGER),
    *(column(name, TEXT) for name in ("country", "league")),
    column("team_id", INTEGER),
    column("team", TEXT),
    *(column(name, NUMBER) for name in ("rating", "change", "home_rating", "away_rating")),
    column("fixtures", INTEGER),
)

LEAGUE_COLUMNS: tuple[Column, ...] = (
    column("league_id", INTEGER, "id"),
    column("name", TEXT),
    column("short_name", TEXT),
    column("country_code", TEXT),
    column("country", TEXT),
    column("has_standings", YES_NO),
    column("esports", YES_NO),
    column("min_plan", TEXT),
)

TEAM_COLUMNS: tuple[Column, ...] = (
    column("team_id", INTEGER, "id"),
    *(column(name, TEXT) for name in ("name", "country_code", "country")),
)

MATCH_COLUMNS: tuple[Column, ...] = (
    column("asked", TEXT),
    column("team_id", INTEGER),
    *(column(name, TEXT) for name in ("team", "country", "how", "suggestions")),
)

LOAD_COLUMNS: tuple[Column, ...] = (
    column("load_id", INTEGER, "id"),
    column("loaded", MOMENT, "loaded_ts"),
    *(column(name, TEXT) for name in ("kind", "source", "place")),
    *_figures("rows_read", "new", "changed", "same", "conflicting", "refused"),
    *(column(name, TEXT) for name in ("unload", "path")),
)

BOOKMAKER_COLUMNS: tuple[Column, ...] = (
    column("bookmaker_id", INTEGER, "id"),
    column("name", TEXT),
    column("slug", TEXT),
    column("is_default", YES_NO),
)


FAIR_LINE_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER),
    column("kickoff", MOMENT, "kickoff_ts"),
    *(column(name, TEXT) for name in ("country", "league", "home", "away", "market")),
    *(column(name, NUMBER) for name in ("line", "price_1", "price_2", "price_3")),
    *(column(f"price_{place}_{end}", NUMBER) for place in (1, 2, 3) for end in ("low", "high")),
    *(column(f"recorded_{name}", TEXT) for name in ("bookmaker", "period")),
    *(column(f"recorded_{name}", NUMBER) for name in ("line", "price_1", "price_2", "price_3")),
    *(column(f"there_{name}", NUMBER) for name in ("price_1", "price_2", "price_3")),
    *(column(name, NUMBER) for name in ("home_mean", "away_mean")),
    *_figures("home_seen", "away_seen"),
    column("sample", NUMBER),
    column("fixtures_used", INTEGER),
    column("model", TEXT),
)

SCORE_COLUMNS: tuple[Column, ...] = (
    *(column(name, TEXT) for name in ("market", "against")),
    column("line", NUMBER),
    column("forecaster", TEXT),
    column("fixtures", INTEGER),
    *(column(name, NUMBER) for name in ("log_loss", "rps", "behind", "error")),
)

CALIBRATION_COLUMNS: tuple[Column, ...] = (
    column("market", TEXT),
    column("line", NUMBER),
    column("selection", TEXT),
    *(column(name, NUMBER) for name in ("low", "high")),
    column("fixtures", INTEGER),
    *(column(name, NUMBER) for name in ("chance", "share")),
)

BET_COLUMNS: tuple[Column, ...] = (
    *_figures("row", "fixture_id"),
    column("kickoff", MOMENT, "kickoff_ts"),
    *(column(name, TEXT) for name in ("league", "home", "away", "market")),
    column("line", NUMBER),
    column("side", TEXT),
    *(column(name, NUMBER) for name in ("price", "stake")),
    column("outcome", TEXT),
    column("profit", NUMBER),
    column("closing_bookmaker", TEXT),
    *(column(name, NUMBER) for name in ("closing_line", "closing_price")),
    column("is_moved", YES_NO),
    column("closing_value", NUMBER),
    column("closing_reason", TEXT),
)

STORED_LINE_COLUMNS: tuple[Column, ...] = tuple(of_record(FairLine).values())
SEASON_COLUMNS: tuple[Column, ...] = (*of_record(Season, entity="season").values(), column("rules", TEXT))
MEMBER_COLUMNS: tuple[Column, ...] = tuple(of_record(SeasonTeam).values())
DEDUCTION_COLUMNS: tuple[Column, ...] = tuple(of_record(PointsAdjustment).values())
ALIAS_COLUMNS: tuple[Column, ...] = tuple(of_record(TeamAlias).values())
REFEREE_COLUMNS: tuple[Column, ...] = (
    column("referee", TEXT),
    column("country", CATEGORY),
    column("fixtures", INTEGER),
    column("first", MOMENT, "first_ts"),
    column("last", MOMENT, "last_ts"),
)
