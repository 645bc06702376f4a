"""One fixture with all that is recorded of it, which prints as a page."""

from dataclasses import dataclass
from html import escape

import pandas as pd


@dataclass(frozen=True, slots=True)
class OneFixture:
    """A fixture and what is recorded of it, each part as the method of Database of its name has it.

    Attributes:
        title: sides, league, season, round and kickoff in one line.
        fixture: its columns by name; a value that is not known is <NA>, or NaT.
        events: one row per event, in order.
        statistics: one row.
        odds: one row per bookmaker and market.
    """

    title: str
    fixture: pd.Series
    events: pd.DataFrame
    statistics: pd.DataFrame
    odds: pd.DataFrame

    def __getitem__(self, column: str) -> object:
        """A value of the fixture itself. Raises KeyError where it has no such column."""
        value: object = self.fixture[column]
        return value

    def __repr__(self) -> str:
        return f"<OneFixture: {self.title}>"

    def _repr_html_(self) -> str:
        known = self.fixture[self.fixture.notna()].to_frame("")
        parts = [f"<h3>{escape(self.title)}</h3>{known.to_html()}"]
        for name in ("events", "statistics", "odds"):
            frame = getattr(self, name)
            shown = frame.drop(columns="fixture_id").dropna(axis="columns", how="all")
            is_known = bool(shown.size)
            text = shown.to_html(index=False, na_rep="") if is_known else f"<p>none: {escape(self._why(name))}</p>"
            parts.append(f"<h4>{name.capitalize()}</h4>{text}")
        return "".join(parts)

    def _why(self, part: str) -> str:
        return str(getattr(self, part).attrs.get("reason", "nothing is recorded"))


def one_fixture(
    title: str, row: pd.DataFrame, *, events: pd.DataFrame, statistics: pd.DataFrame, odds: pd.DataFrame
) -> OneFixture:
    """The fixture of a frame of one row, with its parts."""
    return OneFixture(title, row.astype(object).iloc[0].rename(row["fixture_id"].iloc[0]), events, statistics, odds)
