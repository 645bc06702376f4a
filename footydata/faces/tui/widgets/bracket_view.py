"""A bracket with a cursor on its ties; as many rounds beside one another as the width has room for."""

from collections.abc import Callable, Sequence

from textual import events
from textual.message import Message

from footydata.faces.drawing.bracket import (
    GAP,
    HEIGHT,
    DrawnTie,
    Rounds,
    bracket_lines,
    round_width,
    rounds_across,
    rounds_head,
    top_of,
)
from footydata.faces.drawing.lines import BLANK, Line
from footydata.faces.tui.widgets.lines_view import LinesView, WheelList
from footydata.faces.zone import ClockZone
from footydata.rules.brackets import Place

NO_ROUNDS = Rounds((), (), {})


class BracketView(LinesView, WheelList):
    """The rounds of a bracket."""

    NOTCH = 1

    class Moved(Message):
        """The cursor is on another tie, or other rounds are shown."""

    class Chosen(Message):
        """The tie under the cursor was chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds = NO_ROUNDS
        self._notes: Sequence[Line] = ()
        self._zone: ClockZone = ClockZone()
        self._cursor: Place = (0, 0)
        self._first = 0
        self._lines: list[Line] = []

    @property
    def tie(self) -> DrawnTie | None:
        at, place = self._cursor
        return self._rounds.ties[at][place] if self._rounds.ties else None

    def show(
        self,
        rounds: Rounds,
        *,
        notes: Sequence[Line],
        zone: ClockZone,
        cursor_on: Callable[[DrawnTie], bool] | None,
    ) -> None:
        """Show a bracket; the cursor is on the first tie that `cursor_on` accepts, else where a bracket opens."""
        self._rounds, self._notes, self._zone = rounds, notes, zone
        ties = [
            (at, place) for at, column in enumerate(rounds.ties) for place in range(len(column))
        ]
        accepted = [tie for tie in ties if cursor_on and cursor_on(rounds.ties[tie[0]][tie[1]])]
        self._cursor = accepted[0] if accepted else self._opening(ties)
        self._move(self._cursor)

    def _opening(self, ties: Sequence[Place]) -> Place:
        """The first tie that is open, the final if none is."""
        is_open = [tie for tie in ties if self._rounds.ties[tie[0]][tie[1]].row.through is None]
        return next(iter(is_open), (len(self._rounds.ties) - 1, 0)) if ties else (0, 0)

    @property
    def _across(self) -> int:
        return max(1, min(rounds_across(self.line_width), len(self._rounds.names)))

    @property
    def _window(self) -> Rounds:
        return self._rounds.window(self._first, self._across)

    def head(self, width: int) -> Line:
        """The names of the rounds that are shown."""
        names = self._window.names
        after = len(self._rounds.names) - self._first - len(names)
        return (
            rounds_head(names, self.line_width or width, before=self._first, after=after)
            if names
            else BLANK
        )

    def line_count(self) -> int:
        return len(self._lines)

    def line_at(self, index: int, width: int) -> Line:
        return self._lines[index]

    # Moving

    def action_step(self, by: int) -> None:
        """The next tie of the round."""
        at, place = self._cursor
        self._move((at, place + by))

    def action_page(self, by: int) -> None:
        self.action_step(by // HEIGHT if by > 0 else -(-by // HEIGHT))

    def action_edge(self, towards: int) -> None:
        if self._rounds.ties:
            self._move(
                (self._cursor[0], 0 if towards < 0 else len(self._rounds.ties[self._cursor[0]]))
            )

    def action_round(self, by: int) -> None:
        """The tie that follows in the next round, or that from which the first side comes; else the nearest."""
        if not self._rounds.ties:
            return
        at = max(0, min(len(self._rounds.ties) - 1, self._cursor[0] + by))
        if at == self._cursor[0]:
            return
        nexts = self._rounds.nexts
        joined = [nexts[self._cursor]] if by > 0 and self._cursor in nexts else []
        joined += [before for before, after in nexts.items() if by < 0 and after == self._cursor]
        slots = self._rounds.slots()
        nearest = min(
            range(len(self._rounds.ties[at])),
            key=lambda each: abs(slots[at, each] - slots[self._cursor]),
        )
        self._move(next((tie for tie in sorted(joined) if tie[0] == at), (at, nearest)))

    def action_choose(self) -> None:
        if self.tie:
            self.post_message(self.Chosen())

    def on_click(self, event: events.Click) -> None:
        """The first click moves the cursor, one on the cursor opens its tie."""
        window = self._window
        if not window.names:
            return
        at = min(
            event.x // (round_width(self.line_width, len(window.names)) + GAP),
            len(window.names) - 1,
        )
        line = event.y + self.scroll_offset.y
        slots = window.slots()
        clicked = (
            place
            for place in range(len(window.ties[at]))
            if top_of(slots[at, place]) <= line < top_of(slots[at, place]) + HEIGHT - 1
        )
        place = next(clicked, None)
        if place is None:
            return
        if (at + self._first, place) == self._cursor:
            self.action_choose()
        self._move((at + self._first, place))

    def on_resize(self, event: events.Resize) -> None:
        self._move(self._cursor)

    def _move(self, tie: Place) -> None:
        """Put the cursor on a tie, and show the rounds and the lines that it is in."""
        if not self._rounds.ties or not self.line_width:
            return
        at = tie[0]
        place = max(0, min(len(self._rounds.ties[at]) - 1, tie[1]))
        self._cursor = (at, place)
        last = len(self._rounds.names) - self._across
        self._first = max(0, min(last, at, max(self._first, at - self._across + 1)))
        shown = (at - self._first, place)
        window = self._window
        notes = [BLANK, *self._notes] if self._notes else []
        self._lines = [*bracket_lines(window, self.line_width, shown, self._zone), *notes]
        self.lines_changed()
        top, height = self.scroll_offset.y, max(1, self.size.height)
        start = top_of(window.slots()[shown])
        if start <= top:
            self.scroll_to(y=max(0, start - 1), animate=False)
        elif place == len(self._rounds.ties[at]) - 1 and len(self._lines) - start <= height:
            self.scroll_to(y=len(self._lines) - height, animate=False)
        elif start + HEIGHT > top + height:
            self.scroll_to(y=start + HEIGHT - height, animate=False)
        self.post_message(self.Moved())
