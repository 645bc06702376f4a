"""The figures of a fixture: counts of both sides as mirrored bars around their names."""

from typing import TypeAlias

from footydata.faces.tui.drawing.fixtures import UNKNOWN
from footydata.faces.tui.drawing.lines import BLANK, Line, beside, fitted, spaced, titled
from footydata.faces.tui.reading.fixture import FixtureRead
from footydata.football.register.figures import figures_by_name
from footydata.football.table_rows import TableHalf
from footydata.football.terms import STATISTICS, Side

LABEL = 20
SIDE_BY_SIDE_FROM = 118
GAP = 2


def statistics_tab(read: FixtureRead, width: int) -> list[Line]:
    """The whole match, the first half, and the further figures of the sources; side by side if there is room."""
    half = half_lines(read, width)
    if half and width >= SIDE_BY_SIDE_FROM:
        column = (width - GAP) // 2
        blocks = [beside(figure_lines(read, column), half_lines(read, column), left_width=column, gap=GAP)]
    else:
        blocks = [figure_lines(read, width), half]
    return spaced([*blocks, further_lines(read, width)])


_Figure: TypeAlias = tuple[str, float | None, float | None, float | None, float | None]
"""A figure's name, home and away count, and those of the first half."""


def figure_lines(read: FixtureRead, width: int) -> list[Line]:
    """The figures of the whole match; nothing if none is known."""
    known = [figure for figure in _figures(read) if None not in figure[1:3]]
    if not known:
        return []
    lines = [titled("Figures", width, "first half" if any(None not in figure[3:] for figure in known) else "")]
    return lines + [_figure_line(figure, width) for figure in known]


def half_lines(read: FixtureRead, width: int) -> list[Line]:
    """The figures of the first half; nothing if none is known."""
    halves: list[_Figure] = [(name, home, away, None, None) for name, _, _, home, away in _figures(read)]
    known = [figure for figure in halves if None not in figure[1:3]]
    return [titled("First half", width), *[_figure_line(figure, width) for figure in known]] if known else []


def _figures(read: FixtureRead) -> list[_Figure]:
    row, statistics = read.fixture, read.statistics._asdict()
    figures: list[_Figure] = [
        ("Goals", row.home_goals, row.away_goals, row.half_home_goals, row.half_away_goals),
        ("Corners", row.home_corners, row.away_corners, row.half_home_corners, row.half_away_corners),
        ("Yellow cards", row.home_yellow, row.away_yellow, None, None),
        ("Red cards", row.home_red, row.away_red, None, None),
    ]
    for name in STATISTICS:
        whole = [statistics[f"{side}_{name}"] for side in Side]
        half = [statistics[f"half_{side}_{name}"] for side in Side]
        label = name.replace("_", " ").capitalize()
        figures.append(("Possession %" if name == "possession" else label, whole[0], whole[1], half[0], half[1]))
    return figures


def _figure_line(figure: _Figure, width: int) -> Line:
    name, home, away, half_home, half_away = figure
    if home is None or away is None:
        return BLANK
    half = "" if half_home is None and half_away is None else f"{_value(half_home)}-{_value(half_away)}"
    bar = max(0, (width - LABEL - 2 * 5 - 10) // 2)
    most = max(home + away, 1)
    left, right = round(bar * home / most), round(bar * away / most)
    return [
        (f"{_value(home):>4} ", "strong" if home > away else "plain"),
        (" " * (bar - left) + "━" * left, "good"),
        (fitted(name, LABEL, "centre"), "plain"),
        ("━" * right + " " * (bar - right), "away"),
        (f" {_value(away):<4}", "strong" if away > home else "plain"),
        (fitted(half, 9, "right"), "muted"),
    ]


def _value(value: float | None) -> str:
    """A count as it is, a sum with two decimals."""
    if value is None:
        return UNKNOWN
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def further_lines(read: FixtureRead, width: int) -> list[Line]:
    """The figures that the contract does not carry, each source's under its name."""
    lines: list[Line] = []
    for source in dict.fromkeys(row.source for row in read.further):
        by_figure = {(row.figure, row.half): row for row in read.further if row.source == source}
        halves = any(half == TableHalf.FIRST for _, half in by_figure)
        lines.append(titled("Further figures", width, f"{source}, first half" if halves else source))
        for (figure, half), row in by_figure.items():
            if half != TableHalf.FULL:
                continue
            name = figure.replace("_", " ").capitalize()
            first = by_figure.get((figure, TableHalf.FIRST))
            if row.home is not None and row.away is not None:
                sides = (first.home, first.away) if first else (None, None)
                lines.append(_figure_line((name, row.home, row.away, *sides), width))
            else:
                known = [f"{value:,}" if value is not None else "?" for value in (row.home, row.away)]
                shown = known[0] if not figures_by_name()[figure].sided else " - ".join(known)
                lines.append([(fitted(f"{name} {shown}", width - 9, "centre"), "plain")])
    return lines
