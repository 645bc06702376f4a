"""A list of fixtures under headings: each line is drawn when it comes on screen."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from footydata.faces.drawing.fixtures import ListDisplay, filled_columns, fixture_line
from footydata.faces.drawing.lines import BLANK, Item, Line, titled
from footydata.faces.tui.browsing import Browsing
from footydata.faces.tui.cursor_view import CursorView
from footydata.store.read.days import ListedFixture


class Heading(NamedTuple):
    """A line over a group of fixtures. is_league: whether they are those of one league."""

    title: str
    remark: str = ""
    is_league: bool = False


Listed: TypeAlias = ListedFixture | Heading


class FixtureList(CursorView):
    """A list of fixtures under headings; the cursor skips headings."""

    def __init__(self, browsing: Browsing, *, dated: bool = False) -> None:
        super().__init__()
        self._browsing = browsing
        self._dated = dated
        self._listed: Sequence[Listed] = ()
        self.fixtures: Sequence[ListedFixture] = ()
        self._marks: dict[int, str] = {}
        self._list_display: ListDisplay | None = None

    @property
    def list_display(self) -> ListDisplay:
        """How the rows are shown."""
        if self._list_display is None:
            browsing = self._browsing
            self._list_display = ListDisplay(
                browsing.zone,
                browsing.moment,
                browsing.leagues,
                dated=self._dated,
                filled=filled_columns(self.fixtures),
                marks=self._marks,
                followed=frozenset(browsing.followed.teams),
            )
        return self._list_display

    @property
    def fixture(self) -> ListedFixture | None:
        """The fixture under the cursor."""
        fixture: ListedFixture | None = self.value
        return fixture

    def show(
        self,
        listed: Iterable[Listed],
        *,
        cursor_on: Callable[[ListedFixture], bool] | None = None,
        marks: dict[int, str] | None = None,
    ) -> None:
        """Show a list.

        cursor_on: the cursor starts on the first fixture that it is true of; without it the cursor stays on its
        fixture, and that where it is on the screen. marks: what happened a moment ago, by fixture.
        """
        before, offset = self.fixture, self._cursor - self.scroll_offset.y
        if cursor_on is not None:
            self._cursor, offset = 0, self.size.height // 2
        self._listed = list(listed)
        self.fixtures = [one for one in self._listed if isinstance(one, ListedFixture)]
        self._marks = marks or {}
        items = [
            Item(BLANK, one if isinstance(one, ListedFixture) else None) for one in self._listed
        ]
        self.show_items(
            items, cursor_on or (lambda one: before is not None and one.id == before.id)
        )
        self.rows_changed()
        self.scroll_to(y=self._cursor - offset, animate=False)
        self.keep_in_sight()
        self.post_message(self.CursorMoved())

    def unmark(self) -> None:
        if self._marks:
            self._marks = {}
            self.rows_changed()

    def rows_changed(self) -> None:
        """Draw all rows again, and the heads over them: rows, zone, clock or names changed."""
        self._list_display = None
        self.refresh()
        self.screen.query_one("#head").refresh()

    def line_at(self, index: int, width: int) -> Line:
        one = self._listed[index]
        if isinstance(one, Heading):
            return titled(one.title, width, one.remark)
        followed = self.list_display.followed
        star = "★" if one.home_id in followed or one.away_id in followed else " "
        return [(star, "accent"), *fixture_line(one, width - 1, self.list_display)]

    def on_resize(self) -> None:
        self.keep_in_sight()

    def below(self, index: int) -> Listed:
        """The heading of an index; the cursor goes to the fixture below it."""
        self.move(index + 1)
        return self._listed[index]


def grouped(
    fixtures: Sequence[ListedFixture],
    key: Callable[[ListedFixture], object],
    heading: Callable[[Sequence[ListedFixture]], Heading],
) -> list[Listed]:
    """Fixtures under headings, in the order of the groups' first ones."""
    groups: dict[object, list[ListedFixture]] = {}
    for fixture in fixtures:
        groups.setdefault(key(fixture), []).append(fixture)
    listed: list[Listed] = []
    for group in groups.values():
        listed += [heading(group), *group]
    return listed


def opens_at(fixtures: Sequence[ListedFixture], moment: int) -> Callable[[ListedFixture], bool]:
    """Whether a list opens at a fixture: at the first one from a moment on, else at the last one."""
    last = fixtures[-1] if fixtures else None
    return lambda one: one.kickoff_ts >= moment or one is last
