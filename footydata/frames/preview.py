"""The preview of a fixture: a frame for each part, printed as one page."""

from dataclasses import dataclass
from html import escape

import pandas as pd

from footydata.football.terms import TableType
from footydata.frames.columns import (
    FIXTURE_COLUMNS,
    FORM_COLUMNS,
    PROFILE_COLUMNS,
    REFEREE_RATE_COLUMNS,
    STORED_LINE_COLUMNS,
    TABLE_COLUMNS,
)
from footydata.frames.framing import framed
from footydata.frames.one_fixture import html_table
from footydata.store.read.fixtures.preview import PARTS, Preview, heading_of, title_of


@dataclass(frozen=True, slots=True)
class FixturePreview:
    """What was known of a fixture before its kickoff: a frame for each part. It prints as a page.

    Attributes:
        fixture: the fixture itself, one row as Database.fixtures has it.
        known_until: the moment as of which it is: the kickoff, or now if that is to come.
        meetings: the finished fixtures of the two teams, the newest first.
        forms: one row per side and venue (all, home, away): letters of the last fixtures, newest last, and averages.
        profiles: one row per figure, side and venue: the side's averages over a year, and the league's.
        referee: one row per figure: his averages over three years, and the league's.
        places: the rows of the two teams in the table, home first.
        fair_lines: one row per market, with its evidence.
        reasons: part → why it is empty, or of the places why one is missing.
    """

    fixture: pd.DataFrame
    known_until: pd.Timestamp
    meetings: pd.DataFrame
    forms: pd.DataFrame
    profiles: pd.DataFrame
    referee: pd.DataFrame
    places: pd.DataFrame
    fair_lines: pd.DataFrame
    reasons: dict[str, str]
    title: str

    def __str__(self) -> str:
        blocks = [self.title]
        for part in PARTS:
            frame = getattr(self, part)
            text = f"none: {frame.attrs['reason']}" if frame.empty else _shown(frame, part).to_string(index=False)
            blocks.append(f"{heading_of(part)}\n{text}")
        return "\n\n".join(blocks)

    def __repr__(self) -> str:
        return f"<FixturePreview: {self.title}>"

    def _repr_html_(self) -> str:
        blocks = [f"<h3>{escape(self.title)}</h3>"]
        for part in PARTS:
            frame = getattr(self, part)
            text = (
                f"<p>none: {escape(frame.attrs['reason'])}</p>"
                if frame.empty
                else html_table(_shown(frame, part), decimals=2)
            )
            blocks.append(f"<h4>{heading_of(part)}</h4>{text}")
        return "".join(blocks)


def preview(read: Preview) -> FixturePreview:
    parts = {
        "meetings": framed(FIXTURE_COLUMNS, read.meetings),
        "forms": framed(FORM_COLUMNS, read.forms),
        "profiles": framed(PROFILE_COLUMNS, read.profiles),
        "referee": framed(REFEREE_RATE_COLUMNS, read.referee),
        "places": framed(TABLE_COLUMNS[TableType.TOTAL], read.places),
        "fair_lines": framed(STORED_LINE_COLUMNS, read.fair_lines),
    }
    for part, why in read.reasons.items():
        if parts[part].empty:
            parts[part].attrs["reason"] = why
    return FixturePreview(
        fixture=framed(FIXTURE_COLUMNS, [read.fixture]),
        known_until=pd.Timestamp(read.known_until, unit="s", tz="UTC"),
        **parts,
        reasons=dict(read.reasons),
        title=title_of(read.fixture),
    )


_HIDDEN = {"fixture_id", "league_id", "side", "team_id", "state_detail", "time_known", "esports", "stage", "computed"}


def _shown(frame: pd.DataFrame, part: str) -> pd.DataFrame:
    """The columns that a page shows, rounded; those without any value are left out."""
    if part == "meetings":
        names = ["kickoff", "league", "home", "home_goals", "away_goals", "away", "home_corners", "away_corners"]
        frame = frame[names].assign(kickoff=frame["kickoff"].dt.date)
    columns = [name for name in frame.columns if name not in _HIDDEN and frame[name].notna().any()]
    return frame[columns].round(2)
