"""The browser in words: what the signs and short heads of its screens mean, and which commands print the same.

Colours alone mean nothing, so that each sign needs a word somewhere: this is the place. The commands are for where a
screen is heard or can't be drawn.
"""

from collections.abc import Sequence
from typing import TypeAlias

Signs: TypeAlias = Sequence[tuple[str, str]]

FIXTURE_SIGNS: Signs = (
    ("74'", "the minute, as quotes of the last five minutes tell it"),
    ("≥74'", "the minute of the last event or of older quotes: it is that minute or a later one"),
    ("no res.", "over by now, and its result is not stored"),
    ("--:--", "the time of the kickoff is not known"),
    ("2-1?", "may include extra time, or other scores contradict it"),
    ("·", "not known"),
    ("★", "followed, or with a followed team"),
    ("AH", "Asian handicap of the home side"),
    ("Goal l.", "the line of goals over and under; Corner l., that of corners"),
    ("Fair", "our own line of corners"),
    ("2.5", "a line or prices at the close, at the opening if nothing later is stored"),
    ("2.5'", "a line or prices in play"),
)
"""Of lists of fixtures."""

PAGE_SIGNS: Signs = (
    ("move", "from opening to closing: L of the line; P of the first price, where the line stood"),
    (
        "Before",
        "what was known before the kickoff: goals, corners and cards are for and against, a fixture",
    ),
    ("≥74'", "that minute or a later one"),
    ("·", "not known"),
)
"""Of the page of a fixture."""

TABLE_SIGNS: Signs = (
    (
        "▁",
        "something is decided below this place: title, cups, promotion, relegation, or who goes through",
    ),
    ("22*", "with points that were given or taken; the reason is below the table"),
    ("?", "doubtful; the reason is below the table"),
    ("For, Ag", "corners or cards of the team, and of its opponents; with /g a fixture"),
    ("Booking", "10 points a yellow card, 25 a red one"),
    ("▴ ▾", "sorted by this column"),
    ("★", "followed"),
)
"""Of tables."""

BRACKET_SIGNS: Signs = (
    ("✓", "went through"),
    ("?", "doubtful; the reason is below the rounds"),
    ("aet", "the score after extra time"),
)
"""Of brackets."""


PLAIN = {
    "a day": "footydata fixtures DB --date D",
    "what is live": "footydata fixtures DB --status live",
    "a fixture: figures, timeline, odds, our lines": "footydata fixture DB ID",
    "its movement of odds": "footydata browse DB --print movement --of ID",
    "what was known before it": "footydata fixture DB ID --before",
    "its sources": "footydata sources DB ID",
    "our lines of a day, past ones too": "footydata lines DB --date D",
    "a table of points": "footydata standings DB --league L --season S",
    "a table of corners, cards, a venue, a half": "footydata standings DB --league L --type corner",
    "a table as it stands, live scores counted": "footydata standings DB --league L --as-it-stands",
    "the chances at the end of its rows": "footydata project DB --league L",
    "a bracket": "footydata bracket DB --league L",
    "a team's fixtures": "footydata fixtures DB --team T --season S",
    "a team's averages": "footydata averages DB --team T --figure goals --figure corners",
    "the fixtures of a season": "footydata fixtures DB --league L --season S",
    "the leagues": "footydata browse DB --print leagues",
    "finding in all days": "footydata fixtures DB --team T",
}
"""A screen of the browser, or a part of it → the command that prints the same as text.

DB is the database, D a day, L a league, S a season, T a team, ID a fixture.
"""


def plain_text(database: str) -> str:
    """The commands, one a line, for a database."""
    width = max(map(len, PLAIN))
    return "\n".join(
        f"  {screen:<{width}}  {command.replace(' DB', f' {database}', 1)}"
        for screen, command in PLAIN.items()
    )
