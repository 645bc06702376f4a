"""Writes the coming fixtures of which a side is not known yet: rows of their load, never teams or fixtures."""

from footydata.football.records import Placeholder
from footydata.ingest.context import ImportContext
from footydata.ingest.identity.resolve import Resolver
from footydata.ingest.report import ImportResult
from footydata.sources.parsed import ParsedPlaceholder, TeamKey
from footydata.store.records import records
from footydata.store.writing import insert


class PlaceholderWriter:
    """Writes the placeholders of one file."""

    def __init__(self, context: ImportContext, resolver: Resolver) -> None:
        self._context = context
        self._connection = context.connection
        self._resolver = resolver
        self._rows: list[Placeholder] = []

    def add(self, parsed: ParsedPlaceholder) -> None:
        """Note a placeholder. Raises RowRefused."""
        league_id = self._resolver.league(parsed.league)
        home, away = (
            side.name if isinstance(side, TeamKey) else side for side in (parsed.home, parsed.away)
        )
        row = Placeholder(
            self._context.load_id,
            len(self._rows) + 1,
            league_id,
            self._resolver.season(league_id, parsed.season),
            parsed.kickoff_ts,
            int(parsed.time_known),
            parsed.round,
            parsed.stage,
            parsed.number,
            home,
            away,
            ground=parsed.venue.ground if parsed.venue else None,
            city=parsed.venue.city if parsed.venue else None,
        )
        self._rows.append(row)

    def write(self, result: ImportResult) -> None:
        """Write them, and count those that are stored: the same again if the file said so when it was last loaded."""
        insert(self._connection, "placeholder", self._rows)
        stored = self._stored(self._context.load_id)
        earlier = map(self._stored, reversed(self._context.same_place))
        last = next(filter(None, earlier), [])
        known = {_said(row) for row in last}
        same = sum(_said(row) in known for row in stored)
        result.fixtures_same += same
        result.fixtures_new += len(stored) - same
        if [row[1:] for row in self._rows] == [row[1:] for row in last]:
            # What a file repeats of itself changes nothing.
            result.rows_changed -= len(self._rows)

    def _stored(self, load_id: int) -> list[Placeholder]:
        """The placeholders that a load told, in its order."""
        sql = "from placeholder where load_id = ? order by seq"
        return records(self._connection, Placeholder, sql, (load_id,))


def _said(row: Placeholder) -> Placeholder:
    """A placeholder without its load and its place in it."""
    return row._replace(load_id=0, seq=0)
