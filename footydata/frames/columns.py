"""The columns of every frame, in order. What a column holds is declared in its record or in `views/meanings.csv`.

Frames, exports, the guide and the docstrings of Database are made from these.
"""

from typing import NamedTuple

from footydata.football.records import PointsAdjustment, SeasonTeam, TeamAlias
from footydata.football.terms import TableType
from footydata.store.read.fixtures.export_rows import ExportedSeason, RefereeRow
from footydata.views.averages import averages_columns, counts_columns
from footydata.views.bets import BET_COLUMNS, PRICED
from footydata.views.columns import Column, columns
from footydata.views.contents import BOOKMAKER_COLUMNS, LOAD_COLUMNS
from footydata.views.fixtures import FIXTURE_COLUMNS
from footydata.views.lines import FAIR_LINE_COLUMNS
from footydata.views.one_fixture import (
    FORM_COLUMNS,
    PROFILE_COLUMNS,
    RECORDED_LINE_COLUMNS,
    REFEREE_RATE_COLUMNS,
    STORED_LINE_COLUMNS,
)
from footydata.views.outlook import CURRENT_RATING_COLUMNS, RATING_COLUMNS
from footydata.views.players import PLAYER_CARD_COLUMNS, SCORER_COLUMNS
from footydata.views.quality import (
    DIFFERING_VALUE_COLUMNS,
    DISAGREEMENT_COLUMNS,
    SOURCE_VALUE_COLUMNS,
)
from footydata.views.recorded import (
    EVENT_COLUMNS,
    FIGURE_COLUMNS,
    MOVEMENT_COLUMNS,
    ODDS_COLUMNS,
    STATISTICS_COLUMNS,
    TICK_COLUMNS,
)
from footydata.views.seasons import PROJECTION_COLUMNS
from footydata.views.tables import (
    ALL_STANDINGS_COLUMNS,
    BRACKET_COLUMNS,
    GOES_THROUGH_COLUMN,
    POSITION_COLUMNS,
    STAGE_COLUMN,
    TABLE_COLUMNS,
)
from footydata.views.teams import LEAGUE_COLUMNS, MATCH_COLUMNS, TEAM_COLUMNS, referees_columns

QUOTE_COLUMNS = columns(
    "backtest quotes",
    (*PRICED, "side", "line", "price", "bookmaker", "fair_price", "fitted_until"),
)
PLACED_COLUMNS = (*BET_COLUMNS, *columns("backtest bets", ("fair_price", "bankroll")))
SCORE_COLUMNS = columns(
    "evaluate scores",
    (
        *(
            "market",
            "against",
            "line",
            "forecaster",
            "fixtures",
            "log_loss",
            "rps",
            "behind",
            "error",
        ),
        *("clustered_error", "clusters"),
    ),
)
CALIBRATION_COLUMNS = columns(
    "evaluate calibration",
    ("market", "line", "selection", "low", "high", "fixtures", "chance", "share", "forecaster"),
)
FIXTURE_SCORE_COLUMNS = columns(
    "evaluate fixtures",
    (
        *("fixture_id", "kickoff_ts", "country", "league", "season", "home", "away", "market"),
        *("forecaster", "log_loss", "rps"),
        *("opening_line", "opening_log_loss", "closing_line", "closing_log_loss"),
    ),
)
COMPARISON_COLUMNS = columns(
    "evaluate comparison",
    (
        *(
            "market",
            "against",
            "line",
            "one",
            "other",
            "fixtures",
            "difference",
            "error",
            "statistic",
            "p_value",
        ),
        *("clustered_error", "clusters", "clustered_p_value"),
    ),
)
FAIR_PRICE_COLUMNS = columns(
    "evaluate fair", ("fixture_id", "side", "line", "fair_price", "fitted_until")
)
TEAM_FIXTURE_COLUMNS = columns(
    "team_fixtures",
    (
        *("id", "kickoff_ts", "status", "country", "league", "season", "team_id", "team", "venue"),
        *("opponent_id", "opponent"),
    ),
    entity="fixture",
)
SEASON_COLUMNS = columns("seasons", ExportedSeason._fields, entity="season")
MEMBER_COLUMNS = columns("members", SeasonTeam._fields)
DEDUCTION_COLUMNS = columns("deductions", PointsAdjustment._fields)
ALIAS_COLUMNS = columns("aliases", TeamAlias._fields)
REFEREE_COLUMNS = columns("exported referees", RefereeRow._fields)
_HEAD = columns(
    "exported standings", ("season_id", "league_id", "country", "league", "season", "stage")
)
EXPORTED_TABLE_COLUMNS = {type: (*_HEAD, *of_rows) for type, of_rows in TABLE_COLUMNS.items()}
"""Type of table → the season and its league, then the columns of the table's rows."""


class Frame(NamedTuple):
    """A frame: the call that returns it, what one row is, and its columns in order."""

    door: str
    row: str
    columns: tuple[Column, ...]


_DOORS = {
    "evaluate comparison": "fd.evaluate().compare()",
    "evaluate fair": "fd.evaluate().fair()",
    "backtest quotes": "What a strategy of `fd.backtest` sees",
}
"""Frame → what returns it, where its name does not say that."""


def _door(name: str) -> str:
    """The call that returns the frame of a name.

    >>> _door("fixtures"), _door("averages(line=9.5)"), _door("preview forms")
    ('db.fixtures()', 'db.averages(line=9.5)', 'db.preview().forms')
    """
    if "(" in name:
        return f"db.{name}"
    call, _, part = name.partition(" ")
    of = "fd" if call in ("evaluate", "backtest") else "db"
    return _DOORS.get(name, f"{of}.{call}()" + (f".{part}" if part else ""))


FRAMES: dict[str, Frame] = {
    name: Frame(_door(name), row, columns)
    for name, row, columns in (
        ("fixtures", "One row per fixture.", FIXTURE_COLUMNS),
        ("head_to_head", "One row per finished fixture of two teams.", FIXTURE_COLUMNS),
        ("events", "One row per event.", EVENT_COLUMNS),
        ("statistics", "One row per fixture.", STATISTICS_COLUMNS),
        ("figures", "One row per fixture, further figure and half.", FIGURE_COLUMNS),
        (
            "odds",
            "One row per fixture, bookmaker and market; of one market, the prices are named by its selections.",
            ODDS_COLUMNS,
        ),
        ("odds_history", "One row per recorded price.", TICK_COLUMNS),
        ("odds_movement", "One row per step of a market.", MOVEMENT_COLUMNS),
        ("fair_lines", "One row per fixture and market.", FAIR_LINE_COLUMNS),
        (
            "team_fixtures",
            "One row per team and fixture; then each figure for and against, with its averages before kickoff.",
            TEAM_FIXTURE_COLUMNS,
        ),
        ("averages", "One row per team and figure.", averages_columns("team")),
        ('averages(by="league")', "One row per league and figure.", averages_columns("league")),
        ('averages(by="referee")', "One row per referee and figure.", averages_columns("referee")),
        (
            "averages(line=9.5)",
            "One row per team, with the overs and unders of the figure.",
            averages_columns("team", has_line=True),
        ),
        ('averages(market="corner")', "One row per team.", counts_columns("team")),
        (
            'averages(market="corner", by="referee")',
            "One row per referee.",
            counts_columns("referee"),
        ),
        ("referees", "One row per referee and country.", referees_columns(())),
        (
            'referees(by="season")',
            "One row per referee, league and season.",
            referees_columns(("season",)),
        ),
        ("ratings", "One row per team.", CURRENT_RATING_COLUMNS),
        ("ratings(history=True)", "One row per team and fixture.", RATING_COLUMNS),
        (
            "project",
            "One row per team, then the chance of each zone and place, from 0 to 1.",
            PROJECTION_COLUMNS,
        ),
        ("bets", "One row per bet.", BET_COLUMNS),
        (
            "sources",
            "One row per value of a fixture and source that gives it.",
            SOURCE_VALUE_COLUMNS,
        ),
        (
            "disagreements",
            "One row per season, figure and two sources that give it.",
            DISAGREEMENT_COLUMNS,
        ),
        (
            'disagreements(by="fixture")',
            "One row per value in which two sources differ.",
            DIFFERING_VALUE_COLUMNS,
        ),
        ("loads", "One row per load.", LOAD_COLUMNS),
        ("leagues", "One row per league.", LEAGUE_COLUMNS),
        ("teams", "One row per team.", TEAM_COLUMNS),
        ("resolve_teams", "One row per name.", MATCH_COLUMNS),
        ("bookmakers", "One row per bookmaker.", BOOKMAKER_COLUMNS),
        (
            "standings",
            "One row per team: points. In a season of groups the first column is `stage`, the group that the table is of.",
            TABLE_COLUMNS[TableType.TOTAL],
        ),
        (
            'standings(stage="Third places")',
            "One row per third of a group. All tables of a season with such thirds have these columns.",
            (STAGE_COLUMN, *TABLE_COLUMNS[TableType.TOTAL], GOES_THROUGH_COLUMN),
        ),
        ('standings(type="corner")', "One row per team: corners.", TABLE_COLUMNS[TableType.CORNER]),
        ('standings(type="card")', "One row per team: cards.", TABLE_COLUMNS[TableType.CARD]),
        ("bracket", "One row per tie, those that meet next together.", BRACKET_COLUMNS),
        ("all_standings", "One row per team and season.", ALL_STANDINGS_COLUMNS),
        ("players", "One row per player and team that scored.", SCORER_COLUMNS),
        ('players(of="cards")', "One row per player and team with a card.", PLAYER_CARD_COLUMNS),
        ("positions", "One row per day (or round) and team.", POSITION_COLUMNS[TableType.TOTAL]),
        ("preview forms", "One row per side and venue.", FORM_COLUMNS),
        ("preview profiles", "One row per figure, side and venue.", PROFILE_COLUMNS),
        ("preview referee", "One row per figure.", REFEREE_RATE_COLUMNS),
        ("preview recorded_lines", "One row per market.", RECORDED_LINE_COLUMNS),
        (
            "evaluate scores",
            "One row per market, what it was scored against, and forecaster.",
            SCORE_COLUMNS,
        ),
        ("evaluate calibration", "One row per model and bin of its chances.", CALIBRATION_COLUMNS),
        (
            "evaluate fixtures",
            "One row per fixture and forecaster, by kickoff.",
            FIXTURE_SCORE_COLUMNS,
        ),
        (
            "evaluate comparison",
            "One row per thing that two forecasters were scored on.",
            COMPARISON_COLUMNS,
        ),
        ("evaluate fair", "One row per fixture, line and side.", FAIR_PRICE_COLUMNS),
        ("backtest quotes", "One row per fixture, market and side.", QUOTE_COLUMNS),
        ("backtest bets", "One row per bet.", PLACED_COLUMNS),
    )
}
"""Name → frame. A method of Database has the name of its frame."""
EXPORTED: dict[str, Frame] = {
    name: Frame(name, row, columns)
    for name, row, columns in (
        ("seasons", "One row per season.", SEASON_COLUMNS),
        ("members", "One row per team of a season.", MEMBER_COLUMNS),
        ("deductions", "One row per decision on points.", DEDUCTION_COLUMNS),
        ("aliases", "One row per alias of your own.", ALIAS_COLUMNS),
        ("referees", "One row per referee and country.", REFEREE_COLUMNS),
        ("fair_lines", "One row per fixture and market, as stored.", STORED_LINE_COLUMNS),
    )
}
"""Exported table that differs from every frame → its columns."""


def column_list(frame: Frame, *, has_name: bool) -> str:
    """The columns of a frame for a docstring: name, dtype, what each holds, its unit, and whether it may be <NA>.

    has_name: whether the list names its frame, as one of several.
    """
    width = max(len(column.name) for column in frame.columns)
    dtype_width = max(len(column.dtype) for column in frame.columns)
    lines = [f"Columns of {frame.door}:" if has_name else "Columns:"]
    for column in frame.columns:
        unit = "" if column.unit in column.text else column.unit
        notes = ", ".join(note for note in (unit, "or <NA>" if column.is_optional else "") if note)
        lines.append(
            f"    {column.name:{width}}  {column.dtype:{dtype_width}}  {column.text}{f' [{notes}]' if notes else ''}"
        )
    return "\n".join(lines)
