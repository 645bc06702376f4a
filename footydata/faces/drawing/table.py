"""What the table of a league shows beside its rows: its tabs, how the season may end, what is live."""

from footydata.faces.drawing.lines import Line, fitted, tab_line, width_of
from footydata.faces.drawing.views import view_layout
from footydata.football.rows import TableHalf, Venue
from footydata.football.terms import TableType
from footydata.football.wording import plural
from footydata.store.forecasts import Projection
from footydata.views.view import Shown, View

NAMES = {TableType.TOTAL: "Points", TableType.CORNER: "Corners", TableType.CARD: "Cards"}
"""What the kinds of table are called, in the order of the keys 1, 2, 3."""

VENUES: dict[str, str] = {Venue.ALL: "all fixtures", Venue.HOME: "home", Venue.AWAY: "away"}

HALVES: dict[str, str] = {TableHalf.FULL: "whole match", TableHalf.FIRST: "first half"}

LEFT_OUT_FIRST = 999
"""The least width of a column that is left out before all others."""


def ending_view(view: View, projection: Projection, width: int) -> View:
    """The view with how the season may end at the end of its rows, if they have room for it, and what that rests on."""
    texts = _chances(projection)
    column = Shown(
        "at the end",
        lambda row: texts.get(row.team_id),
        LEFT_OUT_FIRST,
        style="muted",
        kind="text",
    )
    wider = view._replace(shown=(*view.shown, column))
    if column not in view_layout(wider, width).columns:
        note = "A wider terminal shows at the end of the rows how the season may end."
        return view._replace(notes=[*view.notes, note])
    meaning = f"At the end: points in four of five of {projection.runs:,} runs, and the chances."
    return wider._replace(notes=[*view.notes, meaning, *projection.notes])


def _chances(projection: Projection) -> dict[int, str]:
    """By team: its points at the end, and the chance of each zone that it may reach."""
    texts: dict[int, str] = {}
    for team in projection.teams:
        zones = [
            f"{zone} {chance:.0%}"
            for zone, chance in team.zones.items()
            if 0.005 <= chance <= 0.995
        ]
        first = (
            [f"1st {team.places[0]:.0%}"]
            if team.places and team.places[0] >= 0.005 and not zones
            else []
        )
        points = f"{team.low_points:.0f}-{team.high_points:.0f} pts"
        texts[team.team_id] = "  ".join([points, *first, *zones])
    return texts


def live_note(live: int) -> str:
    """That a table counts fixtures which are not over; live: how many."""
    are = "is" if live == 1 else "are"
    return f"As it stands: {plural(live, 'fixture')} {are} live and count as if they were over now."


def table_tabs(type: TableType, width: int, *, venue: str, half: str, at: str) -> Line:
    """The kinds of table with their keys, the shown one in brackets, then venue, half, and the moment."""
    line = tab_line(list(NAMES.values()), list(NAMES).index(type))
    rest = " · ".join(filter(None, (VENUES[venue], HALVES[half], at)))
    if at and width_of(line) + len(rest) + 2 > width:
        # What is unusual goes first.
        own = [
            VENUES[venue] if venue != Venue.ALL else "",
            HALVES[half] if half != TableHalf.FULL else "",
        ]
        rest = " · ".join(filter(None, (at, *own)))
    return [*line, (fitted(f"  {rest}", max(0, width - width_of(line))), "muted")]
