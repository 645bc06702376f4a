"""One fixture with all that is recorded of it, which prints as a page."""

from dataclasses import dataclass
from html import escape

import pandas as pd

MOST = 40
"""The most rows of a part that a page shows; its frame has all."""

_HEAD = ("status", "state_detail", "referee", "fixture_id")
_SIDES = ["home", "away", "half_home", "half_away"]
_HIDDEN = ("fixture_id", "bookmaker_id", "seq")


@dataclass(frozen=True, slots=True)
class OneFixture:
    """A fixture and what is recorded of it; each part is a frame of the Database method of its name.

    Attributes:
        title: sides, league, season, round and kickoff in one line.
        fixture: the row of Database.fixtures, by column; unknown values are <NA>, or NaT.
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
        """A value of the fixture itself. Raises KeyError if there is no such column."""
        value: object = self.fixture[column]
        return value

    def __repr__(self) -> str:
        return f"<OneFixture: {self.title}>"

    def _repr_html_(self) -> str:
        known = [f"{name} {value}" for name, value in self.fixture[[*_HEAD]].dropna().items()]
        parts = [f"<h3>{escape(self.title)}</h3><p>{escape(', '.join(known))}</p>"]
        figures = self._figures()
        parts += [] if figures.empty else [html_table(figures)]
        for name in ("statistics", "events", "odds"):
            frame: pd.DataFrame = getattr(self, name)
            visible = frame.drop(columns=[each for each in _HIDDEN if each in frame]).dropna(axis="columns", how="all")
            if not visible.size:
                parts.append(f"<h4>{name.capitalize()}</h4><p>none: {escape(self._why(name))}</p>")
            elif name != "statistics":
                parts.append(f"<h4>{name.capitalize()}</h4>{html_table(visible.head(MOST))}")
                parts += [f"<p>and {len(visible) - MOST:,} rows more in .{name}</p>"] if len(visible) > MOST else []
        return "".join(parts)

    def _figures(self) -> pd.DataFrame:
        """One row per known figure of the fixture, statistics included; its columns are the sides and their halves.

        The value in column half_home and row corners is that of half_home_corners.
        """
        values = {str(name): value for row in (self.fixture, *self._recorded()) for name, value in row.items()}
        names = [name.removeprefix("home_") for name in values if name.startswith("home_") and name != "home_id"]
        rows = [[values.get(f"{side}_{name}", pd.NA) for side in _SIDES] for name in names]
        figures = pd.DataFrame(rows, index=names, columns=_SIDES, dtype=object).dropna(how="all")
        return figures.dropna(axis="columns", how="all").reset_index(names="")

    def _recorded(self) -> list[pd.Series]:
        return [row for _, row in self.statistics.iterrows()]

    def _why(self, part: str) -> str:
        return str(getattr(self, part).attrs.get("reason", "nothing is recorded"))


def html_table(frame: pd.DataFrame, *, decimals: int | None = None) -> str:
    """The frame as an HTML table without its index; unknown values are left blank.

    decimals: how many the numbers have; None: as many as they are recorded with.
    """
    number = None if decimals is None else f"{{:.{decimals}f}}".format
    return frame.astype(object).where(frame.notna(), "").to_html(index=False, float_format=number)


def one_fixture(
    title: str, row: pd.DataFrame, *, events: pd.DataFrame, statistics: pd.DataFrame, odds: pd.DataFrame
) -> OneFixture:
    """The fixture of a frame of one row, with what is recorded of it."""
    return OneFixture(title, row.astype(object).iloc[0].rename(row["fixture_id"].iloc[0]), events, statistics, odds)
