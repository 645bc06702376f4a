"""The next of a file's bookmakers, and of the languages of its names."""

import sqlite3

from footydata.store.read.fixtures.browsed import stored_languages
from footydata.store.read.odds.bookmakers import bookmakers


def next_language(connection: sqlite3.Connection, lang: str) -> str | None:
    """The stored language of names after `lang`, after the last one the first; None if there is no other."""
    stored = stored_languages(connection)
    if len(stored) == 1:
        return None
    place = stored.index(lang) if lang in stored else 0
    return stored[(place + 1) % len(stored)]


def next_bookmaker(connection: sqlite3.Connection, slug: str, by: int) -> tuple[str, str] | None:
    """Slug and name of the bookmaker `by` places after one; the slug is empty for the default; None without any."""
    makers = bookmakers(connection)
    if not makers:
        return None
    choices = [("", ""), *[(maker.slug, maker.name) for maker in makers]]
    place = next((place for place, choice in enumerate(choices) if choice[0] == slug), 0)
    return choices[(place + by) % len(choices)]
