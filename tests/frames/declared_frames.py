"""The frames that the package declares, by the call that returns them."""

from footydata.database import Database
from footydata.frames.columns import (
    ALIAS_COLUMNS,
    CALIBRATION_COLUMNS,
    COMPARISON_COLUMNS,
    DEDUCTION_COLUMNS,
    FAIR_PRICE_COLUMNS,
    FIXTURE_SCORE_COLUMNS,
    MEMBER_COLUMNS,
    PLACED_COLUMNS,
    QUOTE_COLUMNS,
    REFEREE_COLUMNS,
    SCORE_COLUMNS,
    SEASON_COLUMNS,
    Frame,
)
from footydata.views.one_fixture import (
    FORM_COLUMNS,
    PROFILE_COLUMNS,
    RECORDED_LINE_COLUMNS,
    REFEREE_RATE_COLUMNS,
    STORED_LINE_COLUMNS,
)

OTHER_FRAMES: dict[str, Frame] = {
    "db.preview().forms": Frame("One row per side and venue.", FORM_COLUMNS),
    "db.preview().profiles": Frame("One row per figure, side and venue.", PROFILE_COLUMNS),
    "db.preview().referee": Frame("One row per figure.", REFEREE_RATE_COLUMNS),
    "db.preview().recorded_lines": Frame("One row per market.", RECORDED_LINE_COLUMNS),
    "fd.evaluate().scores": Frame(
        "One row per market, what it was scored against, and forecaster.", SCORE_COLUMNS
    ),
    "fd.evaluate().calibration": Frame(
        "One row per model and bin of its chances.", CALIBRATION_COLUMNS
    ),
    "fd.evaluate().fixtures": Frame(
        "One row per fixture and forecaster, by kickoff.", FIXTURE_SCORE_COLUMNS
    ),
    "fd.evaluate().compare()": Frame(
        "One row per thing that two forecasters were scored on.", COMPARISON_COLUMNS
    ),
    "fd.evaluate().fair()": Frame("One row per fixture, line and side.", FAIR_PRICE_COLUMNS),
    "What a strategy of `fd.backtest` sees": Frame(
        "One row per fixture, market and side.", QUOTE_COLUMNS
    ),
    "fd.backtest().bets": Frame("One row per bet.", PLACED_COLUMNS),
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

EXPORTED = {
    "seasons": Frame("One row per season.", SEASON_COLUMNS),
    "members": Frame("One row per team of a season.", MEMBER_COLUMNS),
    "deductions": Frame("One row per decision on points.", DEDUCTION_COLUMNS),
    "aliases": Frame("One row per alias of your own.", ALIAS_COLUMNS),
    "referees": Frame("One row per referee and country.", REFEREE_COLUMNS),
    "fair_lines": Frame("One row per fixture and market, as stored.", STORED_LINE_COLUMNS),
}
"""Exported table that differs from every frame → its columns."""
