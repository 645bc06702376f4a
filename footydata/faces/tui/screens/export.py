"""Asks in which format to write a view to a file."""

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen

from footydata.faces.tui.view_rows import FORMATS, ViewRows, write_view
from footydata.faces.tui.widgets.choice_list import Choice, ChoiceList
from footydata.football.wording import plural

NAMES = {"csv": "CSV", "json": "JSON", "md": "Markdown"}


class ExportScreen(ModalScreen[None]):
    """The formats; the file is written to the folder that the browser was started in."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", show=False, priority=True),
        Binding("enter", "write", show=False, priority=True),
        Binding("down", "step(1)", show=False, priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
        *[Binding(format[0], f"write('{format}')", show=False, priority=True) for format in FORMATS],
    ]

    def __init__(self, rows: ViewRows, folder: Path) -> None:
        super().__init__()
        self._rows = rows
        self._folder = folder

    def compose(self) -> ComposeResult:
        """The box with the formats."""
        with Vertical(id="export", classes="box") as box:
            box.border_title = f"Write {plural(len(self._rows.rows), 'row')} to a file"
            box.border_subtitle = "c j m or Enter · Esc closes"
            yield ChoiceList()

    def on_mount(self) -> None:
        """Show the formats."""
        choices = [Choice(f"{format[0]} {NAMES[format]}", f".{format}", format) for format in FORMATS]
        self.query_one(ChoiceList).show(choices)

    def action_step(self, by: int) -> None:
        """Move the cursor."""
        self.query_one(ChoiceList).action_step(by)

    def on_option_list_option_selected(self) -> None:
        """A format was clicked."""
        self.action_write()

    def action_write(self, format: str | None = None) -> None:
        """Write the file and close."""
        chosen = self.query_one(ChoiceList).choice
        try:
            path = write_view(self._rows, format or (chosen.value if chosen else FORMATS[0]), self._folder)
        except OSError as error:
            self.app.notify(f"Nothing was written: {error}", markup=False, severity="error")
        else:
            self.app.notify(f"{plural(len(self._rows.rows), 'row')} in {path}", markup=False)
        self.dismiss()
