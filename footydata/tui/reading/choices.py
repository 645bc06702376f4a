"""What one may choose from in a file: its bookmakers and the languages of its names."""

import sqlite3

from footydata.queries.bookmakers import bookmakers
from footydata.queries.browsed import stored_languages


def next_language(connection: sqlite3.Connection, lang: str) -> str | None:
    """The language after one among those that names are stored in, round to English; None where there is no other."""
    stored = stored_languages(connection)
    if len(stored) == 1:
        return None
    place = stored.index(lang) if lang in stored else 0
    return stored[(place + 1) % len(stored)]


def next_bookmaker(connection: sqlite3.Connection, slug: str, by: int) -> tuple[str, str] | None:
    """Slug and name of the bookmaker after one, with an empty slug for the database's own choice; None without any."""
    makers = bookmakers(connection)
    if not makers:
        return None
    choices = [("", ""), *[(maker.slug, maker.name) for maker in makers]]
    place = next((place for place, choice in enumerate(choices) if choice[0] == slug), 0)
    return choices[(place + by) % len(choices)]
