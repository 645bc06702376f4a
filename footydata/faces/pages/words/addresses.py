"""The addresses of the pages of a database: ours, and Datasette's beside them."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from footydata.faces.pages.guard import football_databases
from footydata.faces.pages.guide_page import GUIDE
from footydata.faces.pages.private_datasette import local_metadata
from footydata.service.docs import DOCS

PAGES = r"(?P<page>day|find|fixture|league|team)"
"""The kinds of pages, as a part of a regular expression of their paths."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses of pages, for links.

    Attributes:
        name: of the database.
        database: Datasette's page of the database, as /football; ours are below it.
        start: of the first page in words.
        guide: of the list of pages of the guide.
        docs: of the documents of /v1.
    """

    name: str
    database: str
    start: str
    guide: str
    docs: str

    @property
    def find(self) -> str:
        """Where names are looked for, by the query q."""
        return f"{self.database}/-/find"

    def day(self, on: date, *, esports: bool = False) -> str:
        """A day with its fixtures."""
        return f"{self.database}/-/day/{on}{'?esports=1' if esports else ''}"

    def fixture(self, fixture_id: int) -> str:
        """A fixture in words."""
        return f"{self.database}/-/fixture/{fixture_id}"

    def league(self, league_id: int, **query: object) -> str:
        """A league with a table. query: season, its id; type, venue and half, of the table."""
        known = {name: value for name, value in query.items() if value is not None}
        return f"{self.database}/-/league/{league_id}{f'?{urlencode(known)}' if known else ''}"

    def team(self, team_id: int) -> str:
        """A team with its form and fixtures."""
        return f"{self.database}/-/team/{team_id}"

    def row(self, table: str, key: object) -> str:
        """Datasette's page of a row."""
        return f"{self.database}/{table}/{key}"

    def rows(self, table: str, **filters: object) -> str:
        """Datasette's table, of the rows with these values."""
        return f"{self.database}/{table}{f'?{urlencode(filters)}' if filters else ''}"


def words_at(datasette: Any, name: str) -> Addresses:
    """The addresses of a database of Datasette's."""
    database = datasette.urls.database(name)
    start = datasette.urls.instance() if starts_in_words(datasette) else f"{database}/-/day"
    return Addresses(name, database, start, datasette.urls.path(GUIDE), datasette.urls.path(DOCS))


def starts_in_words(datasette: Any) -> bool:
    """Whether the first page is ours: of one football file alone, to which the user gave no title or text."""
    files = [name for name, database in datasette.databases.items() if database.path]
    is_described = bool(
        {"title", "description", "description_html"} & local_metadata(datasette).keys()
    )
    return len(files) == 1 and files == football_databases(datasette) and not is_described
