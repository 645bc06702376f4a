"""The columns of every frame with their dtypes, declared once: frames, exports and the guide are made from them."""

from typing import Final, NamedTuple

from footydata.contract.terms import Period
from footydata.records import Statistics

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


FIXTURE_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER, "id"),
    column("league_id", INTEGER),
    column("country", CATEGORY),
    column("league", CATEGORY),
    column("season", TEXT),
    column("round", INTEGER),
    column("stage", TEXT),
    column("kickoff", MOMENT, "kickoff_ts"),
    column("time_known", YES_NO),
    column("status", CATEGORY),
    column("state_detail", TEXT),
    column("home_id", INTEGER),
    column("home", TEXT),
    column("away_id", INTEGER),
    column("away", TEXT),
    *_figures("home_goals", "away_goals", "half_home_goals", "half_away_goals"),
    *_figures("home_corners", "away_corners", "half_home_corners", "half_away_corners"),
    *_figures("home_yellow", "away_yellow", "home_red", "away_red"),
    column("referee", TEXT),
    column("esports", YES_NO),
)

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
    column("market", TEXT),
    column("recorded", MOMENT, "recorded_ts"),
    column("minute", INTEGER),
    *(column(name, NUMBER) for name in ("line", "price_1", "price_2", "price_3")),
    *_figures("home_score", "away_score"),
)

ODDS_COLUMNS: tuple[Column, ...] = (
    column("fixture_id", INTEGER),
    column("bookmaker_id", INTEGER),
    column("market", TEXT),
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
    column("league", TEXT),
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
    *(column(name, TEXT) for name in ("league", "home", "away", "market")),
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
