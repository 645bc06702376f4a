"""Country names in other languages; the codes themselves are contract.countries."""

import sqlite3


def country_names(connection: sqlite3.Connection, *, lang: str) -> dict[str, str]:
    """Code → name in a language, for the countries that have one."""
    sql = "select country_code, name from country_name where lang = :lang and name <> ''"
    return dict(connection.execute(sql, {"lang": lang}).fetchall())
