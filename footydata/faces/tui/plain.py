"""Which commands print what the browser's screens show, for where a screen is heard or can't be drawn."""

from typing import NamedTuple


class PlainCommand(NamedTuple):
    """A screen of the browser, or a part of it, and the command that prints the same as text.

    command: DB is the database, D a day, L a league, S a season, T a team, ID a fixture.
    """

    screen: str
    command: str


PLAIN = (
    PlainCommand("a day", "footydata fixtures DB --date D"),
    PlainCommand("what is live", "footydata fixtures DB --status live"),
    PlainCommand("a fixture: figures, timeline, odds, our lines", "footydata fixture DB ID"),
    PlainCommand("its movement of odds", "footydata browse DB --print movement --of ID"),
    PlainCommand("what was known before it", "footydata fixture DB ID --before"),
    PlainCommand("its sources", "footydata sources DB ID"),
    PlainCommand("our lines of a day, past ones too", "footydata lines DB --date D"),
    PlainCommand("a table of points", "footydata standings DB --league L --season S"),
    PlainCommand(
        "a table of corners, cards, a venue, a half",
        "footydata standings DB --league L --type corner",
    ),
    PlainCommand(
        "a table as it stands, live scores counted",
        "footydata standings DB --league L --as-it-stands",
    ),
    PlainCommand("the chances at the end of its rows", "footydata project DB --league L"),
    PlainCommand("a bracket", "footydata bracket DB --league L"),
    PlainCommand("a team's fixtures", "footydata fixtures DB --team T --season S"),
    PlainCommand(
        "a team's averages", "footydata averages DB --team T --figure goals --figure corners"
    ),
    PlainCommand("the fixtures of a season", "footydata fixtures DB --league L --season S"),
    PlainCommand("the leagues", "footydata browse DB --print leagues"),
    PlainCommand("finding in all days", "footydata fixtures DB --team T"),
)


def plain_text(database: str) -> str:
    """The commands, one a line, for a database."""
    width = max(len(one.screen) for one in PLAIN)
    return "\n".join(
        f"  {one.screen:<{width}}  {one.command.replace(' DB', f' {database}', 1)}" for one in PLAIN
    )
