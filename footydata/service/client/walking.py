"""Counts the pages of a list that is read page by page, and ends a list that has no end."""

from typing import NamedTuple

from footydata.service.client.failures import EndlessList

MOST_PAGES = 2_000
"""The most pages of one list: 100,000 rows at 50 a page, far more than any list of the contract has."""

MOST_REPEATS = 3
"""How often in a row a page may have the rows of the page before; a list may shift while it is read."""


class Walked(NamedTuple):
    """The pages of a list read so far, and how many of the last ones repeated the rows of the page before."""

    pages: int = 1
    repeats: int = 0

    def and_another(self, target: str, *, is_repeat: bool, most: int | None = None) -> "Walked":
        """The count after one more page. Raises EndlessList.

        target: of the list, for the message. most: the most pages of such a list, None for MOST_PAGES.
        """
        most = min(MOST_PAGES, MOST_PAGES if most is None else most)
        further = Walked(self.pages + 1, self.repeats + 1 if is_repeat else 0)
        if further.repeats >= MOST_REPEATS:
            raise EndlessList(f"{target} does not end: every page has the same rows, and says that more follow")
        if further.pages > most:
            raise EndlessList(f"{target} does not end within {most:,} pages; ask for larger pages or for less")
        return further
