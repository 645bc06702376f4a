"""How far a list was walked, page by page, and the end of a list that has none."""

from typing import NamedTuple

from footydata.client.failures import EndlessList

MOST_PAGES = 2_000
"""The most pages of one list: 100,000 rows at 50 a page, far more than any list of the contract has."""

MOST_REPEATS = 3
"""How often in a row a page may bring the rows of the one before it; a list of small pages may shift meanwhile."""


class Walked(NamedTuple):
    """How far a list was walked: its pages so far, and how many of the last ones brought no other rows."""

    pages: int = 1
    repeats: int = 0

    def on(self, target: str, *, is_repeat: bool) -> "Walked":
        """One page further. Raises EndlessList where the list does not end. target: of the list, for the message."""
        further = Walked(self.pages + 1, self.repeats + 1 if is_repeat else 0)
        if further.repeats >= MOST_REPEATS:
            raise EndlessList(f"{target} does not end: every page has the same rows, and says that more follow")
        if further.pages > MOST_PAGES:
            raise EndlessList(f"{target} does not end within {MOST_PAGES:,} pages; ask for larger pages or for less")
        return further
