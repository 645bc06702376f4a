"""Finds referees by name, in any of their spellings."""

import sqlite3

from footydata.football.errors import NotFound
from footydata.football.register.referees import referee_spellings
from footydata.football.wording import meant
from footydata.store.read.seasons.leagues import AmbiguousName
from footydata.store.read.teams.typed_names import folded


def find_referee(connection: sqlite3.Connection, text: str) -> str:
    """The stored name of a referee by his name, a listed spelling of it, or an unambiguous part.

    Raises NotFound, AmbiguousName.
    """
    names: list[str] = [name for (name,) in connection.execute(_NAMES)]
    folded_text = folded(" ".join(text.split()))
    by_spelling = {folded(one.spelling): one.name for one in referee_spellings() if one.name in names}
    exact = [name for name in names if folded(name) == folded_text] or [
        name for name in [by_spelling.get(folded_text)] if name
    ]
    matches = exact or ([name for name in names if folded_text in folded(name)] if folded_text else [])
    if not matches:
        raise NotFound(f"no referee of a stored fixture is called {text!r}; {meant(text, names)}")
    if len(matches) > 1:
        raise AmbiguousName(
            f"{text!r} may be {', '.join(matches[:12])}", parameter="referee", value=text, choices=matches
        )
    return matches[0]


_NAMES = "select distinct referee from fixture where referee is not null order by referee"
