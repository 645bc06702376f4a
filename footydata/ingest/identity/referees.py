"""Stores each referee under one name, by the spellings in the register, whenever it gains or loses one."""

import sqlite3

from footydata.football.records import FixtureRecord, FixtureReferee
from footydata.football.register.referees import referee_name, referee_spellings
from footydata.football.terms import Part
from footydata.football.wording import plural


def spelled_referees(
    row: FixtureRecord, spelling: str | None, source_id: int
) -> list[FixtureReferee]:
    """A source's spelling of a fixture's referee as a row, if it differs from the stored name."""
    if spelling is None or row.referee is None or spelling == row.referee:
        return []
    return [FixtureReferee(row.id, source_id, spelling, row.referee)]


def heal_referees(connection: sqlite3.Connection) -> list[str]:
    """Update stored referees to the register; returns what changed, in words. Commits nothing."""
    return [*_forget(connection), *_learn(connection)]


def _learn(connection: sqlite3.Connection) -> list[str]:
    healed: list[str] = []
    for entry in referee_spellings():
        values = {**entry._asdict(), "part": int(Part.REFEREE)}
        connection.execute(_NOTE, values)
        changed = connection.execute(_NAME, values).rowcount
        if changed:
            healed.append(f"referee {entry.spelling} is {entry.name}: {plural(changed, 'fixture')}")
    return healed


def _forget(connection: sqlite3.Connection) -> list[str]:
    """Undo the names of spellings that are no longer listed."""
    healed: list[str] = []
    for fixture_id, source_id, spelling, name, country in connection.execute(_NOTED).fetchall():
        if referee_name(country, spelling) == name:
            continue
        values = {
            "fixture_id": fixture_id,
            "source_id": source_id,
            "spelling": spelling,
            "name": name,
        }
        connection.execute(_UNNAME, values)
        connection.execute(_UNNOTE, values)
        healed.append(f"referee {name} of fixture {fixture_id} is {spelling} again")
    return healed


_OF_COUNTRY = """
    fixture.referee = :spelling and fixture.league_id in (select id from league where country_code = :country)
"""
_NOTE = f"""
    insert or ignore into fixture_referee (fixture_id, source_id, spelling, name)
    select fixture.id, fixture_source.source_id, :spelling, :name
    from fixture join fixture_source on fixture_source.fixture_id = fixture.id
    where {_OF_COUNTRY} and fixture_source.parts & :part
"""
_NAME = f"update fixture set referee = :name where {_OF_COUNTRY}"
_NOTED = """
    select said.fixture_id, said.source_id, said.spelling, said.name, league.country_code
    from fixture_referee as said
    join fixture on fixture.id = said.fixture_id
    join league on league.id = fixture.league_id
    order by said.fixture_id, said.source_id
"""
_UNNAME = "update fixture set referee = :spelling where id = :fixture_id and referee = :name"
_UNNOTE = "delete from fixture_referee where fixture_id = :fixture_id and source_id = :source_id"
