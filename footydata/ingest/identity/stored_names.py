"""Finds stored leagues by their names in a country; the names are a cache of the context."""

from footydata.football.register.leagues import registered_league
from footydata.football.register.naming import bare, normalised
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.context import ImportContext


class StoredNames:
    """The names of stored leagues."""

    def __init__(self, context: ImportContext) -> None:
        self._context = context

    def league(self, country: str, name: str) -> int | None:
        """The league of a country that has the name; else the only one registered as it, or with the same bare name."""
        names = self._names(country)
        return (
            names.get(normalised(name)) or names.get(_known_key(name)) or names.get(_bare_key(name))
        )

    def note(self, country: str, name: str, row_id: int) -> None:
        """Note a league that was just written."""
        self._context.note_id("league", row_id)
        _add_name(self._names(country), name, row_id)

    def _names(self, country: str) -> dict[str, int | None]:
        known = self._context.names.get(country)
        if known is None:
            known = self._context.names[country] = {}
            for row_id, name in self._context.connection.execute(
                _NAMES, {"country": country}
            ).fetchall():
                _add_name(known, name, row_id)
                # A remote service's name is stored as it is, and a file may use the registered one.
                registered = registered_league(country, name) if row_id < OWN_IDS_FROM else None
                if registered:
                    _add_key(known, _known_key(registered.name), row_id)
        return known


def _add_name(names: dict[str, int | None], name: str, row_id: int) -> None:
    names[normalised(name)] = row_id
    _add_key(names, _bare_key(name), row_id)


def _add_key(names: dict[str, int | None], key: str, row_id: int) -> None:
    """Add a key; one that several rows share gives None."""
    names[key] = row_id if names.get(key, row_id) == row_id else None


def _known_key(name: str) -> str:
    """The key of a registered name among names; the mark keeps it apart from stored names."""
    return f"={normalised(name)}"


def _bare_key(name: str) -> str:
    """The key of a bare name among names."""
    return f"~{bare(name)}"


_NAMES = "select id, name from league where country_code = :country order by id"
