"""The frames that the package declares, by the call that returns them."""

from footydata.database import Database
from footydata.evaluation.evaluate import FAIR_PRICE_COLUMNS, FIXTURE_SCORE_COLUMNS
from footydata.evaluation.running import COMPARISON_COLUMNS
from footydata.evaluation.scoring import CALIBRATION_COLUMNS, SCORE_COLUMNS
from footydata.frames.export.tables import WHOLE
from footydata.frames.own_frames import PLACED_COLUMNS, QUOTE_COLUMNS
from footydata.frames.viewed import Frame
from footydata.views.one_fixture import (
    FORM_COLUMNS,
    PROFILE_COLUMNS,
    RECORDED_LINE_COLUMNS,
    REFEREE_RATE_COLUMNS,
    STORED_LINE_COLUMNS,
)

OTHER_FRAMES: dict[str, Frame] = {
    "db.preview().forms": Frame(FORM_COLUMNS, "One row per side and venue."),
    "db.preview().profiles": Frame(PROFILE_COLUMNS, "One row per figure, side and venue."),
    "db.preview().referee": Frame(REFEREE_RATE_COLUMNS, "One row per figure."),
    "db.preview().recorded_lines": Frame(RECORDED_LINE_COLUMNS, "One row per market."),
    "fd.evaluate().scores": Frame(
        SCORE_COLUMNS, "One row per market, what it was scored against, and forecaster."
    ),
    "fd.evaluate().calibration": Frame(
        CALIBRATION_COLUMNS, "One row per model and bin of its chances."
    ),
    "fd.evaluate().fixtures": Frame(
        FIXTURE_SCORE_COLUMNS, "One row per fixture and forecaster, by kickoff."
    ),
    "fd.evaluate().compare()": Frame(
        COMPARISON_COLUMNS, "One row per thing that two forecasters were scored on."
    ),
    "fd.evaluate().fair()": Frame(FAIR_PRICE_COLUMNS, "One row per fixture, line and side."),
    "What a strategy of `fd.backtest` sees": Frame(
        QUOTE_COLUMNS, "One row per fixture, market and side."
    ),
    "fd.backtest().bets": Frame(PLACED_COLUMNS, "One row per bet."),
}
"""What returns a frame → the frame, where it is no method of Database."""

BY_CALL: dict[str, Frame] = {
    call: frame
    for method in vars(Database).values()
    for call, frame in getattr(method, "frames", {}).items()
} | OTHER_FRAMES
"""`db.fixtures()` → its frame."""

FRAMES = {
    call.removeprefix("db.").removesuffix("()").replace("().", " "): frame
    for call, frame in BY_CALL.items()
}
"""`fixtures`, `averages(line=9.5)`, `preview forms` → its frame."""

_WHOLE = {each.table: tuple(each.columns) for each in WHOLE}

EXPORTED = {
    "seasons": Frame(_WHOLE["seasons"], "One row per season."),
    "members": Frame(_WHOLE["members"], "One row per team of a season."),
    "deductions": Frame(_WHOLE["deductions"], "One row per decision on points."),
    "aliases": Frame(_WHOLE["aliases"], "One row per alias of your own."),
    "referees": Frame(_WHOLE["referees"], "One row per referee and country."),
    "fair_lines": Frame(STORED_LINE_COLUMNS, "One row per fixture and market, as stored."),
}
"""Exported table that differs from every frame → its columns."""
