"""Bookmakers: which there are, which one is the default, and whose quotes a person is shown. Contract 22.

The default one is chosen by a person, else by a remote service, else by count.
"""

import sqlite3
from collections.abc import Collection, Iterable
from operator import attrgetter
from typing import NamedTuple

from footydata.football.errors import NotFound
from footydata.football.records import BookmakerRecord, DefaultBookmaker, DefaultLead
from footydata.football.register import OVER_THE_MARKET, normalised
from footydata.football.wording import meant
from footydata.store.file.transactions import write_transaction
from footydata.store.rows import column, first, records, upsert
from footydata.store.typed_names import the_one

BY_COUNT = "auto"
"""The slug for no choice by a person."""


class RecordedBookmaker(NamedTuple):
    """A bookmaker with how many fixtures it has recorded odds of.

    chosen_by: who made it the default one, None if it is not: person, remote, or count (of recorded fixtures).
    """

    id: int
    name: str
    slug: str
    is_default: int
    chosen_by: str | None
    fixtures: int


def bookmakers(connection: sqlite3.Connection) -> list[BookmakerRecord]:
    """Every bookmaker: the default first, then by id."""
    return records(connection, BookmakerRecord, "from bookmaker order by is_default desc, id")


def find_bookmaker(connection: sqlite3.Connection, text: str) -> BookmakerRecord:
    """The bookmaker of a slug or name, compared without case, accents, blanks and hyphens.

    Raises NotFound, and AmbiguousName if several have it.
    """
    text, makers = str(text), bookmakers(connection)
    for plain in (str, _plain):
        rows = [maker for maker in makers if plain(text) in (plain(maker.slug), plain(maker.name))]
        maker = the_one(rows, text, "bookmaker", attrgetter("slug"))
        if maker:
            return maker
    raise bookmaker_not_found(text, (name for maker in makers for name in (maker.slug, maker.name)))


def _plain(name: str) -> str:
    """A name without case, accents, blanks and hyphens."""
    return normalised(name).replace(" ", "")


def default_bookmaker(connection: sqlite3.Connection) -> BookmakerRecord | None:
    """The default bookmaker, None if the database has none."""
    sql = "from bookmaker where is_default = 1 order by id limit 1"
    return first(connection, BookmakerRecord, sql)


def ticking(connection: sqlite3.Connection, fixture_id: int, *, market: str) -> list[int]:
    """The ids of the bookmakers with ticks of a market (its key) of a fixture."""
    sql = """
        select id from bookmaker where exists (
          select 1 from odds_tick where fixture_id = :fixture_id and bookmaker_id = bookmaker.id and market = :market
        ) order by id
    """
    return column(connection, sql, {"fixture_id": fixture_id, "market": market})


def recorded_bookmakers(connection: sqlite3.Connection) -> list[RecordedBookmaker]:
    """Every bookmaker with its recorded fixtures: the default first, then by id."""
    sql = f"""
        select bookmaker.id, bookmaker.name, bookmaker.slug, bookmaker.is_default,
               case when is_default then coalesce(
                 (select chosen_by from default_bookmaker order by chosen_by = 'person' desc limit 1), 'count') end,
               coalesce(recorded.fixtures, 0)
        from bookmaker left join ({_RECORDED}) as recorded on recorded.bookmaker_id = bookmaker.id
        order by bookmaker.is_default desc, bookmaker.id
    """
    return records(connection, RecordedBookmaker, sql)


def bookmaker_not_found(text: str, names: Iterable[str]) -> NotFound:
    """The error that no bookmaker has this name, with the nearest names."""
    return NotFound(f"no bookmaker is called {text!r}; {meant(text, names)}")


def choose_default(connection: sqlite3.Connection, slug: str) -> None:
    """Make a bookmaker the default one by a person's choice, or delete that choice for BY_COUNT, and commit.

    Raises NotFound.
    """
    with write_transaction(connection):
        slugs = column(connection, "select slug from bookmaker order by slug")
        if slug not in (*slugs, BY_COUNT):
            raise bookmaker_not_found(slug, slugs)
        connection.execute("delete from default_bookmaker where chosen_by = 'person'")
        connection.execute(_CHOOSE, {"slug": slug})
        update_default_bookmaker(connection)


def set_remote_default(connection: sqlite3.Connection, bookmaker_id: int) -> None:
    """Write which bookmaker is the default one of a remote service, whose lines its summaries have. Commits nothing."""
    upsert(connection, "default_bookmaker", [DefaultBookmaker("remote", bookmaker_id)])
    update_default_bookmaker(connection)


def update_default_bookmaker(connection: sqlite3.Connection) -> None:
    """Make the chosen bookmaker the default one, else that with most recorded fixtures; commits nothing."""
    # A mirror has many odds and a chosen default: they are not counted.
    chosen = connection.execute(_CHOSEN).fetchone()
    counted = None if chosen else connection.execute(_MOST_RECORDED).fetchone()
    (bookmaker_id,) = chosen or (counted[:1] if counted else (None,))
    connection.execute(
        "update bookmaker set is_default = (id is :id) where is_default <> (id is :id)",
        {"id": bookmaker_id},
    )
    if counted is None:
        connection.execute("delete from default_lead")
    else:
        (load_id,) = connection.execute("select coalesce(max(id), 0) from load").fetchone()
        upsert(connection, "default_lead", [DefaultLead(1, load_id, counted[1])])


def default_after_load(connection: sqlite3.Connection, before: BookmakerRecord | None) -> str:
    """Update the default bookmaker after a load or pull; counts only if that may have changed the order.

    Each claim may take one fixture from the default bookmaker and add one to another. before: the default bookmaker
    before the load. Returns a sentence if it has changed, else ''.
    """
    if connection.execute(_LEAD_IS_SAFE).fetchone() is None:
        update_default_bookmaker(connection)
    now = default_bookmaker(connection)
    if before is None or now is None or now.slug == before.slug:
        return ""
    return f"the default bookmaker is {now.slug}, before {before.slug}"


class BookmakerRanking:
    """Whose quote of a market is shown: the default one's, else that of the one with most fixtures recorded in it.

    Contract 22.6.
    Bookmakers and counts are cached, as counting reads all odds. The object may outlive a connection, so each method
    takes one. preferred: the slug of the bookmaker whose lines a list shows, empty for the default one.
    """

    def __init__(self, preferred: str = "") -> None:
        self._preferred = preferred
        self._by_id: dict[int, BookmakerRecord] = {}
        self._fixtures: dict[tuple[str, int], int] | None = None

    def by_id(self, connection: sqlite3.Connection) -> dict[int, BookmakerRecord]:
        """Every bookmaker, the default first."""
        if not self._by_id:
            self._by_id = {maker.id: maker for maker in bookmakers(connection)}
        return self._by_id

    def choose(
        self, connection: sqlite3.Connection, market: str, bookmaker_ids: Collection[int]
    ) -> BookmakerRecord:
        """Which of these bookmakers (at least one) to show for a market, by its key."""
        makers = self.by_id(connection)
        ids = [id_ for id_ in bookmaker_ids if makers[id_].is_default] or bookmaker_ids
        if len(ids) > 1 and self._fixtures is None:
            sql = "select market, bookmaker_id, count(*) from odds group by market, bookmaker_id order by 1, 2"
            self._fixtures = {(key, id_): count for key, id_, count in connection.execute(sql)}
        counts = self._fixtures or {}
        return makers[min(ids, key=lambda id_: (-counts.get((market, id_), 0), id_))]

    def first(self, connection: sqlite3.Connection) -> int | None:
        """The id of the bookmaker whose lines a list shows if it has some, None if there is no bookmaker."""
        makers = self.by_id(connection)
        preferred = (id_ for id_, maker in makers.items() if maker.slug == self._preferred)
        return next(preferred, next(iter(makers), None))


_RECORDED = """
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
      from ({_RECORDED}) as recorded join bookmaker on bookmaker.id = bookmaker_id
    )
    order by is_last, fixtures desc, slug limit 1
"""
# A pull goes on writing claims of its load while others load and count.
_LEAD_IS_SAFE = """
    select 1 from default_lead
    where 2 * (select count(*) from claim where claim.load_id > default_lead.load_id) < fixtures
      and not exists (select 1 from load where kind = 'pull')
"""
