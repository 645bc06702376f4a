"""What a notebook shows as a page: one fixture with all that is recorded of it, its preview, and a league table."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import Any

import pandas as pd

from footydata.frames.viewed import to_frame
from footydata.views.view import Views
from footydata.views.view import known as known_columns

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
        fixture: the row of Database.fixtures, by column; unknown values are <NA>, or NaT. attrs["doubts"]: why it, or
            its fair lines, may be wrong.
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
        parts += _doubts_html(self.fixture.attrs["doubts"])
        figures = self._figures()
        if len(figures):
            parts.append(html_table(figures, figures.itertuples(index=False)))
        for name in ("statistics", "events", "odds"):
            frame: pd.DataFrame = getattr(self, name)
            visible = frame.drop(columns=[each for each in _HIDDEN if each in frame]).dropna(
                axis="columns", how="all"
            )
            if not visible.size:
                why = escape(str(frame.attrs.get("reason", "nothing is recorded")))
                parts.append(f"<h4>{name.capitalize()}</h4><p>none: {why}</p>")
            elif name != "statistics":
                rows = visible.head(MOST).itertuples(index=False)
                parts.append(f"<h4>{name.capitalize()}</h4>{html_table(visible, rows)}")
                if len(visible) > MOST:
                    parts.append(f"<p>and {len(visible) - MOST:,} rows more in .{name}</p>")
        return "".join(parts)

    def _figures(self) -> pd.DataFrame:
        """One row per known figure of the fixture, statistics included; its columns are the sides and their halves.

        The value in column half_home and row corners is that of half_home_corners.
        """
        recorded = (row for _, row in self.statistics.iterrows())
        values = {
            str(name): value for row in (self.fixture, *recorded) for name, value in row.items()
        }
        names = [
            name.removeprefix("home_")
            for name in values
            if name.startswith("home_") and name != "home_id"
        ]
        rows = [[values.get(f"{side}_{name}", pd.NA) for side in _SIDES] for name in names]
        figures = pd.DataFrame(rows, index=names, columns=_SIDES, dtype=object).dropna(how="all")
        return figures.dropna(axis="columns", how="all").reset_index(names="")


def html_table(
    heads: Iterable[object],
    rows: Iterable[Iterable[Any]],
    *,
    decimals: int | None = None,
    title: str = "",
    ends: Collection[int] = (),
) -> str:
    """Rows as an HTML table; unknown values are left blank.

    decimals: how many the numbers have; None: as many as they are recorded with. ends: the rows with a line below.
    """
    caption = f"<caption{_LEFT}><b>{escape(title)}</b></caption>" if title else ""
    head = "".join(f"<th>{escape(str(name))}</th>" for name in heads)
    lines = []
    for at, row in enumerate(rows):
        cells = []
        for value in row:
            is_number = isinstance(value, float) and decimals is not None
            text = "" if pd.isna(value) else f"{value:.{decimals}f}" if is_number else str(value)
            cells.append(f"<td{_LEFT if isinstance(value, str) else ''}>{escape(text)}</td>")
        lines.append(f"<tr{_END if at in ends else ''}>{''.join(cells)}</tr>")
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<table class="dataframe">{caption}{body}</table>'


def one_fixture(views: Views) -> OneFixture:
    """A fixture with what is recorded of it."""
    frames = {name: to_frame(view) for name, view in views.parts.items()}
    row = frames["fixture"]
    series = row.astype(object).iloc[0].rename(row["fixture_id"].iloc[0])
    parts = {name: frames[name] for name in ("events", "statistics", "odds")}
    return OneFixture(views.title, series, **parts)


@dataclass(frozen=True, slots=True)
class FixturePreview:
    """What was known of a fixture before its kickoff: a frame for each part. A notebook shows it as a page.

    Attributes:
        fixture: the fixture itself, one row as Database.fixtures has it.
        known_until: the moment as of which it is: the kickoff, or now if that is to come.
        meetings: the finished fixtures of the two teams, the newest first.
        forms: one row per side and venue (all, home, away): letters of the last fixtures, newest last, and averages.
        profiles: one row per figure, side and venue: the side's averages over a year, and the league's.
        referee: one row per figure: his averages over three years, and the league's.
        places: the rows of the two teams in the table, home first.
        fair_lines: one row per market, with its evidence.
        recorded_lines: one row per market that a bookmaker quotes: the closing quote, else the opening one, of the
            default bookmaker or, if that has none, of the one with the most fixtures.
        reasons: part → why it is empty, or of the places why one is missing.
        doubts: why it may be wrong: it rests on old results.
    """

    fixture: pd.DataFrame
    known_until: pd.Timestamp
    meetings: pd.DataFrame
    forms: pd.DataFrame
    profiles: pd.DataFrame
    referee: pd.DataFrame
    places: pd.DataFrame
    fair_lines: pd.DataFrame
    recorded_lines: pd.DataFrame
    reasons: dict[str, str]
    title: str
    doubts: list[str]
    _page: str = field(repr=False)

    def __repr__(self) -> str:
        return f"<FixturePreview: {self.title}>"

    def _repr_html_(self) -> str:
        return self._page


def one_preview(views: Views) -> FixturePreview:
    """What was known before a fixture, as frames, and as the page that its views are."""
    page = [f"<h3>{escape(views.title)}</h3>"]
    page += _doubts_html(views.doubts)
    for name, view in views.parts.items():
        if view.blocks or view.reason:
            page.append(f"<h4>{name.replace('_', ' ').capitalize()}</h4>")
        for block in view.blocks:
            shown = known_columns(view.shown, block.rows)
            rows = ([each.cell(row) for each in shown] for row in block.rows)
            page.append(html_table([each.head for each in shown], rows, decimals=2))
        if view.reason:
            page.append(f"<p>{'' if view.rows else 'none: '}{escape(view.reason)}</p>")
    return FixturePreview(
        known_until=pd.Timestamp(views.as_of_ts or 0, unit="s", tz="UTC"),
        **{name: to_frame(view) for name, view in views.parts.items()},
        reasons=views.reasons,
        title=views.title,
        doubts=[*views.doubts],
        _page="".join(page),
    )


def _doubts_html(doubts: Sequence[str]) -> list[str]:
    return [f"<p>Doubtful: {escape(doubt)}</p>" for doubt in doubts]


_LEFT = ' style="text-align: left; white-space: nowrap"'
_END = ' style="border-bottom: 2px solid"'


def table_page(table: pd.DataFrame) -> str:
    """The HTML of a league table: the title, the columns that have values with a line below each zone, and remarks.

    A column of deductions has values where one is not 0.
    """
    about = table.attrs
    zones: Mapping[str, Sequence[int]] = about.get("zones", {})
    known = [
        name
        for name in table.columns.drop("team_id", errors="ignore")
        if table[name].notna().any() and (name != "deduction" or table[name].any())
    ]
    zone_of = {
        place: zone for zone, (first, last) in zones.items() for place in range(first, last + 1)
    }
    of_rows = [zone_of.get(place, "") for place in table.get("position", [0] * len(table))]
    ends = [at for at, (zone, below) in enumerate(pairwise(of_rows)) if zone != below]
    remarks = [
        *(f"Doubtful: {doubt}" for doubt in about.get("doubts", [])),
        *(
            f"{zone.capitalize()}: {' to '.join(map(str, dict.fromkeys(ends)))}"
            for zone, ends in zones.items()
        ),
        *about.get("decisions", []),
        *about.get("notes", []),
    ]
    below = "".join(f"<div>{escape(str(remark))}</div>" for remark in remarks)
    rows = table[known].itertuples(index=False)
    title = about.get("title", "")
    return html_table(known, rows, decimals=2, title=title, ends=ends) + below
