"""The columns of every frame, in order. What a column holds is declared in its record or in `views/meanings.csv`.

Frames, exports, the guide and the docstrings of Database are made from these.
"""

from typing import NamedTuple

from footydata.football.records import PointsAdjustment, SeasonTeam, TeamAlias
from footydata.store.read.fixtures.export_rows import ExportedSeason, RefereeRow
from footydata.views.bets import BET_COLUMNS, PRICED
from footydata.views.columns import Column, columns
from footydata.views.tables import (
    TABLE_COLUMNS,
)

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
    """A frame: what one row is, its columns in order, and the arguments with which a method returns it."""

    row: str
    columns: tuple[Column, ...]
    arguments: str = ""


def column_list(frame: Frame, *, of: str = "") -> str:
    """The columns of a frame for a docstring: name, dtype, what each holds, its unit, and whether it may be <NA>.

    of: the call that returns the frame, where it is one of several.
    """
    width = max(len(column.name) for column in frame.columns)
    dtype_width = max(len(column.dtype) for column in frame.columns)
    lines = [f"Columns of {of}:" if of else "Columns:"]
    for column in frame.columns:
        unit = "" if column.unit in column.text else column.unit
        notes = ", ".join(note for note in (unit, "or <NA>" if column.is_optional else "") if note)
        lines.append(
            f"    {column.name:{width}}  {column.dtype:{dtype_width}}  {column.text}{f' [{notes}]' if notes else ''}"
        )
    return "\n".join(lines)
