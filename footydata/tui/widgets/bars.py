"""The bars around a list: title and heads above, keys below."""

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from footydata.tui.drawing.lines import Line, fitted, width_of
from footydata.tui.drawing.tabs import tab_at
from footydata.tui.keys import Key, Keymap, Label, labels
from footydata.tui.palette import palette


class Bar(Widget):
    """One line of styled text, drawn for the width that there is."""

    ALLOW_SELECT = False

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._base: Style | None = None

    def line(self, width: int) -> Line:
        """The line."""
        return ()

    def notify_style_update(self) -> None:
        """Other colours."""
        self._base = None
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """The strip of the line."""
        if self._base is None:
            self._base = self.rich_style
        base, styles = self._base, palette(self.app.theme)
        line = () if self.has_class("-unknown") else self.line(self.size.width)
        segments = [Segment(text, base + styles[style]) for text, style in line]
        return Strip(segments).adjust_cell_length(self.size.width, base)


class TextBar(Bar):
    """A text at the left and a remark at the right: the first of the remarks that fits; before it the data's age."""

    def __init__(self, *, id: str | None = None, style: str = "strong") -> None:
        super().__init__(id=id)
        self._text_style = style
        self._text = ""
        self._remarks: tuple[str, ...] = ()
        self._age = ""

    def tell(self, text: str, *remarks: str) -> None:
        """Show a text, and one of the remarks."""
        self._text, self._remarks = text, remarks
        self.refresh()

    def tell_age(self, age: str) -> None:
        """Show how old the data are."""
        if age != self._age:
            self._age = age
            self.refresh()

    def line(self, width: int) -> Line:
        """The text, the age and the remark."""
        room = max(0, width - 2)
        text = fitted(self._text, min(room, width_of([(self._text, "")])))
        left = room - width_of([(text, "")])
        choices = [*[f"{self._age} · {one}" for one in self._remarks if one and self._age], self._age, *self._remarks]
        remark = next((one for one in choices if one and width_of([(one, "")]) + 2 <= left), "")
        return [(f" {text}", self._text_style), (fitted(remark, left, "right") + " ", "muted")]


class DrawnBar(Bar):
    """A line that a function draws for the width."""

    def __init__(self, draw: Callable[[int], Line], *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.draw = draw

    def line(self, width: int) -> Line:
        """The line as the function draws it."""
        return self.draw(width)


class KeyBar(Bar):
    """The keys of a screen: as many as fit, the most important first; a click on one presses it."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, keys: Sequence[Key], keymap: Keymap) -> None:
        super().__init__()
        self._keymap = keymap
        self._labels = labels(keys, keymap)

    def tell(self, keys: Sequence[Key]) -> None:
        """Show other keys."""
        self._labels = labels(keys, self._keymap)
        self.refresh()

    def line(self, width: int) -> Line:
        """Keys and what they do."""
        return [span for label in self._fitting(width) for span in _spans(label)]

    def on_click(self, event: events.Click) -> None:
        """Press the key under the pointer."""
        x = 0
        for label in self._fitting(self.size.width):
            end = x + width_of(_spans(label))
            if event.x < end:
                self.post_message(self.Pressed(label.press_at(event.x - x - 1)))
                return
            x = end

    def _fitting(self, width: int) -> list[Label]:
        taken: list[Label] = []
        room = width
        for label in self._labels:
            if width_of(_spans(label)) <= room:
                taken.append(label)
                room -= width_of(_spans(label))
        return taken


def _spans(label: Label) -> Line:
    return (f" {label.text}", "accent"), (f" {label.word} ", "muted")


class Block(Widget):
    """A few lines of styled text above a list, drawn for the width."""

    ALLOW_SELECT = False

    def __init__(
        self,
        draw: Callable[[int], Sequence[Line]],
        *,
        height: int,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self.styles.height = height

    def render_line(self, y: int) -> Strip:
        """A line of the block."""
        base, styles = self.rich_style, palette(self.app.theme)
        lines = () if self.has_class("-unknown") else self._draw(self.size.width)
        line = lines[y] if y < len(lines) else ()
        return Strip([Segment(text, base + styles[style]) for text, style in line]).adjust_cell_length(
            self.size.width, base
        )


class TabBar(DrawnBar):
    """A line of tabs; a click chooses one."""

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def on_click(self, event: events.Click) -> None:
        """Choose the tab under the pointer."""
        place = tab_at(self.line(self.size.width), event.x)
        if place is not None:
            self.post_message(self.Chosen(place))
