"""Deletes fixtures with their child rows, and the rows of the catalogue that nothing needs any more.

Foreign keys are off meanwhile: SQLite would look for each deleted fixture in every table.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from footydata.football.records import CLAIM_BITS, FIXTURE_CHILDREN
from footydata.football.terms import OWN_IDS_FROM
from footydata.ingest.conflicts import Conflict
from footydata.ingest.identity.seasons import update_seasons
from footydata.store.bookmakers import delete_remote_default, update_default_bookmaker
from footydata.store.file.transactions import begin_write, database_errors

NOTES = frozenset({"claim", "claim_again", "replaced_value", "team_fixture", "fixture_source"})
"""Bookkeeping tables of fixtures, whose rows are not counted."""


@dataclass(slots=True)
class Deleted:
    """What was deleted, or would be.

    Attributes:
        counts: table → rows.
        figures: how many figures, quotes and timelines of remaining fixtures became unknown.
        shared: how many fixtures remain, as other loads gave them too.
        restored: the values of remaining fixtures that other sources said otherwise, and that come back.
    """

    counts: Counter[str] = field(default_factory=Counter)
    figures: int = 0
    shared: int = 0
    restored: list[Conflict] = field(default_factory=list)

    @property
    def rows_changed(self) -> int:
        """How many rows and figures were deleted or restored."""
        return self.counts.total() + self.figures + len(self.restored)


@contextmanager
def deletion(connection: sqlite3.Connection, *, dry_run: bool) -> Iterator["Deleter"]:
    """A transaction in which rows are deleted; at its end the remaining rows are updated to that.

    Rolled back if it fails, or for a dry_run. Raises DatabaseError.
    """
    with database_errors(connection):
        connection.execute("pragma foreign_keys = off")
        try:
            begin_write(connection)
            deleter = Deleter(connection)
            yield deleter
            deleter.update_remaining()
            if dry_run:
                connection.rollback()
            else:
                connection.commit()
        except BaseException:
            connection.rollback()
            raise
        finally:
            connection.execute("drop table if exists temp.going")
            connection.execute("pragma foreign_keys = on")


class Deleter:
    """Deletes rows and counts them, inside one transaction.

    Attributes: deleted: the counts so far.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.deleted = Deleted()
        self._seasons: set[int] = set()

    def delete(self, table: str, where: str, values: dict[str, object] | None = None) -> None:
        """Delete the rows of a table that meet a condition; where: SQL of our own, never a value."""
        count = self._connection.execute(
            f"delete from {table} where {where}", values or {}
        ).rowcount
        if table not in NOTES:
            self.deleted.counts[table] += count

    def delete_fixtures(self, ids: Iterable[int]) -> None:
        """Delete fixtures with their child rows."""
        connection = self._connection
        connection.execute("create temp table if not exists going (id integer primary key)")
        connection.execute("delete from going")
        connection.executemany(
            "insert into going (id) values (?)", ((fixture_id,) for fixture_id in ids)
        )
        in_season = f"select distinct season_id from fixture where season_id is not null and id in ({_GOING})"
        self._seasons |= {row[0] for row in connection.execute(in_season)}
        lists = "select home_id, kickoff_ts, id from fixture where id in ({0}) union select away_id, kickoff_ts, id "
        self.delete(
            "team_fixture",
            f"(team_id, kickoff_ts, fixture_id) in ({(lists + 'from fixture where id in ({0})').format(_GOING)})",
        )
        for table in FIXTURE_CHILDREN:
            if table not in ("team_fixture", "replaced_value"):
                self.delete(table, f"fixture_id in ({_GOING})")
        self.delete("external_id", f"kind = 'fixture' and entity_id in ({_GOING})")
        going = f"select id from claim where fixture_id in ({_GOING})"
        self.delete("claim_again", f"claim_id in ({going})")
        self.delete("claim", f"fixture_id in ({_GOING})")
        self.delete("fixture", f"id in ({_GOING})")

    def delete_claims(self, load_id: int) -> None:
        """Delete the claims of a load."""
        values = {"first": load_id << CLAIM_BITS, "end": (load_id + 1) << CLAIM_BITS}
        for table, column in (("claim_again", "claim_id"), ("claim", "id")):
            self.delete(table, f"{column} >= :first and {column} < :end", {**values})

    def touch_seasons(self, season_ids: Iterable[int]) -> None:
        """Note seasons whose fixtures have changed; they are updated at the end."""
        self._seasons |= set(season_ids)

    def delete_season(self, season_id: int) -> None:
        """Delete a season without fixtures, with its members, decisions and rules."""
        values: dict[str, object] = {"id": season_id}
        row = self._connection.execute(
            "select league_id from season where id = :id", values
        ).fetchone()
        for table in ("season_team", "points_adjustment", "season_rules", "placeholder"):
            self.delete(table, "season_id = :id", values)
        self._delete_entity("season", season_id)
        if row is not None:
            siblings = self._connection.execute(
                "select id from season where league_id = :id", {"id": row[0]}
            )
            self._seasons |= {sibling for (sibling,) in siblings}
        self._seasons.discard(season_id)

    def delete_league(self, league_id: int) -> None:
        """Delete a league without seasons and fixtures."""
        self.delete("league_name", "league_id = :id", {"id": league_id})
        self.delete("retired_league", "survivor_id = :id", {"id": league_id})
        self._delete_entity("league", league_id)

    def delete_teams(self, team_ids: Iterable[int]) -> None:
        """Delete these teams, but for those that something refers to."""
        for team_id in sorted(team_ids):
            if self._connection.execute(_TEAM_IS_NEEDED, {"id": team_id}).fetchone()[0]:
                continue
            for table in ("team_name", "team_alias"):
                self.delete(table, "team_id = :id", {"id": team_id})
            self.delete("external_id", "kind = 'country' and entity_id = :id", {"id": team_id})
            self._delete_entity("team", team_id)

    def delete_bookmakers(self, maker_ids: Iterable[int]) -> None:
        """Delete these bookmakers, but for those of whom odds are recorded."""
        unused = set(maker_ids)
        if not unused:
            return
        sql = "select distinct bookmaker_id from odds union select distinct bookmaker_id from odds_tick"
        for maker_id in sorted(unused - {row[0] for row in self._connection.execute(sql)}):
            self._connection.execute(
                "delete from default_bookmaker where bookmaker_id = :id", {"id": maker_id}
            )
            self._delete_entity("bookmaker", maker_id)

    def delete_countries(self, codes: Iterable[str]) -> None:
        """Delete these countries, but for those of a league or team."""
        for code in sorted(codes):
            if not self._connection.execute(_COUNTRY_IS_NEEDED, {"code": code}).fetchone()[0]:
                self.delete("country_name", "country_code = :code", {"code": code})
                self.delete("country", "code = :code", {"code": code})

    def delete_members_without_fixtures(self) -> None:
        """Delete the members of seasons of ours that have no fixture in them any more."""
        for season_id in sorted(self._seasons):
            if season_id >= OWN_IDS_FROM:
                self.delete("season_team", _NO_FIXTURE_LEFT, {"season_id": season_id})

    def update_remaining(self) -> None:
        """Update what remains: members, the current season, decisions, the default bookmaker."""
        stored = {row[0] for row in self._connection.execute("select id from season")}
        update_seasons(self._connection, self._seasons & stored)
        delete_remote_default(self._connection)
        update_default_bookmaker(self._connection)

    def _delete_entity(self, table: str, row_id: int) -> None:
        self.delete(
            "external_id", "kind = :kind and entity_id = :id", {"kind": table, "id": row_id}
        )
        self.delete(table, "id = :id", {"id": row_id})


_GOING = "select id from temp.going"
_NO_FIXTURE_LEFT = """
    season_id = :season_id
    and team_id not in (select home_id from fixture where season_id = :season_id)
    and team_id not in (select away_id from fixture where season_id = :season_id)
"""
_TEAM_IS_NEEDED = """
    select exists(select 1 from team_fixture where team_id = :id)
        or exists(select 1 from season_team where team_id = :id)
        or exists(select 1 from points_adjustment where team_id = :id)
"""
_COUNTRY_IS_NEEDED = """
    select exists(select 1 from league where country_code = :code)
        or exists(select 1 from team where country_code = :code)
"""
