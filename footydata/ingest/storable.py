"""Refuses records that a database can't hold: numbers of more than 64 bits, lone surrogates, other types.

Sources should not yield any. If one does, its file is read once more through `storable_only`, which names the rows
and lets the rest be stored: to check every value of every record would cost a tenth of each load.
"""

import math
import sqlite3
from collections.abc import Iterable, Iterator

from footydata.football.records import FixtureRecord
from footydata.football.terms import LARGEST_ID
from footydata.sources.parsed import PageRow, Parsed, ParsedPage, Refusal
from footydata.sources.refusing import shown

REFUSED_BY_SQLITE = (
    OverflowError,
    UnicodeEncodeError,
    sqlite3.IntegrityError,
    sqlite3.DataError,
    sqlite3.InterfaceError,
    sqlite3.ProgrammingError,
)
"""What sqlite3 raises for a value that can't be bound or stored."""


_LEAGUE, _HOME, _AWAY = map(FixtureRecord._fields.index, ("league_id", "home_id", "away_id"))


def storable_only(records: Iterable[Parsed]) -> Iterator[Parsed]:
    """The records, with a Refusal in place of each that no database can hold."""
    for record in records:
        if isinstance(record, ParsedPage):
            yield from _storable_page(record)
            continue
        reason = why_unstorable(record)
        if reason is None or isinstance(record, Refusal):
            yield record
        else:
            yield Refusal(reason, getattr(record, "line", None), shown(record))


def why_unstorable(value: object) -> str | None:
    """Why no database can hold a value or a record, None if it can.

    >>> why_unstorable((1, "Ajax", None)), why_unstorable((2**63,))
    (None, 'a number that is larger than a database can store')
    """
    if value is None or (isinstance(value, float) and math.isfinite(value)):
        return None
    if isinstance(value, float):
        return "a number that is not finite"
    if isinstance(value, int):
        return (
            "a number that is larger than a database can store" if abs(value) > LARGEST_ID else None
        )
    if isinstance(value, str):
        is_text = not any("\ud800" <= letter <= "\udfff" for letter in value)
        return None if is_text else "characters that are not text"
    if isinstance(value, tuple):
        return next(filter(None, map(why_unstorable, value)), None)
    return f"a value of the type {type(value).__name__}"


def _storable_page(page: ParsedPage) -> Iterator[Parsed]:
    """A Refusal for each fixture with a value that can't be held, then the page without those fixtures."""
    reason = why_unstorable((page.season, page.lang))
    if reason:
        yield Refusal(reason, page.line)
        return
    leagues, teams = _unstorable_names(page.leagues), _unstorable_names(page.teams)
    storable: list[PageRow] = []
    for row in page.rows:
        fixture = row.fixture
        why = (
            leagues.get(fixture[_LEAGUE]) or teams.get(fixture[_HOME]) or teams.get(fixture[_AWAY])
        )
        parts = (tuple(row.fixture), row.statistics, *row.events, *row.lines, *row.quotes)
        why = why or why_unstorable(parts)
        if why:
            yield Refusal(why, page.line, f"fixture {fixture[0]}")
        else:
            storable.append(row)
    if storable:
        yield page._replace(
            rows=storable,
            leagues={key: name for key, name in page.leagues.items() if key not in leagues},
            teams={key: name for key, name in page.teams.items() if key not in teams},
        )


def _unstorable_names(names: dict[int, str]) -> dict[int, str]:
    """Id → why its name can't be held, for those names that can't."""
    return {key: why for key, name in names.items() if (why := why_unstorable(name))}
