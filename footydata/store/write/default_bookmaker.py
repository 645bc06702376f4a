"""The default bookmaker, whose odds are shown: chosen by a person, else by a remote service, else by count.

Contract 22.
"""

import sqlite3
from collections.abc import Iterable

from footydata.football.errors import NotFound
from footydata.football.records import DefaultBookmaker, DefaultLead
from footydata.football.register.bookmakers import OVER_THE_MARKET
from footydata.football.wording import meant
from footydata.store.claims.claim_rows import CLAIM_BITS
from footydata.store.file.transactions import write_transaction
from footydata.store.writing import upsert

BY_COUNT = "auto"
"""The slug for no choice by a person."""


def bookmaker_not_found(text: str, names: Iterable[str]) -> NotFound:
    """The error that no bookmaker has this name, with the nearest names."""
    return NotFound(f"no bookmaker is called {text!r}; {meant(text, names)}")


def choose_default(connection: sqlite3.Connection, slug: str) -> None:
    """Make a bookmaker the default one by a person's choice, or delete that choice for BY_COUNT, and commit.

    Raises NotFound.
    """
    with write_transaction(connection):
        slugs = [row[0] for row in connection.execute("select slug from bookmaker order by slug")]
        if slug not in (*slugs, BY_COUNT):
            raise bookmaker_not_found(slug, slugs)
        connection.execute("delete from default_bookmaker where chosen_by = 'person'")
        connection.execute(_CHOOSE, {"slug": slug})
        update_default_bookmaker(connection)


def set_remote_default(connection: sqlite3.Connection, bookmaker_id: int) -> None:
    """Write which bookmaker is the default one of a remote service, whose lines its summaries have. Commits nothing."""
    upsert(connection, "default_bookmaker", [DefaultBookmaker("remote", bookmaker_id)])
    update_default_bookmaker(connection)


def delete_remote_default(connection: sqlite3.Connection) -> None:
    """Delete the default bookmaker of a remote service without loads. Commits nothing."""
    connection.execute(_DELETE_REMOTE)


def update_default_bookmaker(connection: sqlite3.Connection) -> None:
    """Make the chosen bookmaker the default one, else that with most recorded fixtures; commits nothing."""
    # A mirror has many odds and a chosen default: they are not counted.
    chosen = connection.execute(_CHOSEN).fetchone()
    counted = None if chosen else connection.execute(_MOST_RECORDED).fetchone()
    (bookmaker_id,) = chosen or (counted[:1] if counted else (None,))
    connection.execute(
        "update bookmaker set is_default = (id is :id) where is_default <> (id is :id)", {"id": bookmaker_id}
    )
    if counted is None:
        connection.execute("delete from default_lead")
    else:
        (load_id,) = connection.execute("select coalesce(max(id), 0) from load").fetchone()
        upsert(connection, "default_lead", [DefaultLead(1, load_id, counted[1])])


def update_default_after_load(connection: sqlite3.Connection) -> None:
    """Update the default bookmaker after loads of files; counts only if they may have changed the order.

    Each claim may take one fixture from the default bookmaker and add one to another.
    """
    if connection.execute(_LEAD_IS_SAFE).fetchone() is None:
        update_default_bookmaker(connection)


def default_slug(connection: sqlite3.Connection) -> str | None:
    """The slug of the default bookmaker, None if there is none."""
    row = connection.execute("select slug from bookmaker where is_default = 1").fetchone()
    return None if row is None else str(row[0])


def change_of_default(connection: sqlite3.Connection, before: str | None) -> str:
    """A sentence if the default bookmaker has changed, else ''; before: its slug before."""
    now = default_slug(connection)
    return "" if before in (None, now) else f"the default bookmaker is {now}, before {before}"


RECORDED = """
    select bookmaker_id, count(*) as fixtures from (select distinct fixture_id, bookmaker_id from odds)
    group by bookmaker_id
"""
"""Bookmaker → how many fixtures it has recorded odds of. The odds are read once, in order of their key."""

_CHOOSE = """
    insert into default_bookmaker (chosen_by, bookmaker_id) select 'person', id from bookmaker where slug = :slug
"""
_CHOSEN = "select bookmaker_id from default_bookmaker order by chosen_by = 'person' desc limit 1"
_MOST_RECORDED = f"""
    select id, iif(is_last, 0, fixtures - lead(fixtures, 1, 0) over (partition by is_last order by fixtures desc, slug))
    from (
      select bookmaker.id, slug, slug in ({", ".join(f"'{slug}'" for slug in OVER_THE_MARKET)}) as is_last, fixtures
      from ({RECORDED}) as recorded join bookmaker on bookmaker.id = bookmaker_id
    )
    order by is_last, fixtures desc, slug limit 1
"""
# A pull goes on writing claims of its load while others load and count.
_LEAD_IS_SAFE = f"""
    select 1 from default_lead
    where 2 * (select count(*) from claim where id >= (load_id + 1) << {CLAIM_BITS}) < fixtures
      and not exists (select 1 from load where kind = 'pull')
"""
_DELETE_REMOTE = """
    delete from default_bookmaker
    where chosen_by = 'remote' and not exists (select 1 from pull)
      and not exists (select 1 from load join source on source.id = load.source_id where source.name = 'v1')
"""
