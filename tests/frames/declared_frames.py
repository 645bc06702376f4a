"""The frames that the package declares, by the call that returns them."""

from footydata.database import Database
from footydata.frames.columns import (
    ALIAS_COLUMNS,
    DEDUCTION_COLUMNS,
    MEMBER_COLUMNS,
    OTHER_FRAMES,
    REFEREE_COLUMNS,
    SEASON_COLUMNS,
    Frame,
)
from footydata.views.one_fixture import STORED_LINE_COLUMNS

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
