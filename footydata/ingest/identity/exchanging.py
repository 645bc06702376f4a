"""Exchanges the sides of a parsed fixture: on neutral ground sources name either nation first."""

from footydata.football.records import KnockoutRecord
from footydata.sources.parsed import ParsedFixture
from footydata.store.claims.exchanging import exchanged_detail, exchanged_event, exchanged_row


def can_exchange(parsed: ParsedFixture) -> bool:
    """Whether a fixture says nothing that depends on the order of its sides beyond its teams: no odds, no own ids."""
    return parsed.id is None and not parsed.odds and not parsed.ticks


def exchanged(parsed: ParsedFixture) -> ParsedFixture:
    """The same fixture with its sides exchanged.

    >>> from footydata.football.terms import Part
    >>> from footydata.sources.parsed import Figures, LeagueKey, TeamKey
    >>> key = LeagueKey("WORLD", "World Cup")
    >>> final = ParsedFixture(key, None, TeamKey("Germany"), TeamKey("Hungary"), 0, Part.GOALS, figures=Figures(3, 2))
    >>> exchanged(final).home.name, exchanged(final).figures[:2]
    ('Hungary', (2, 3))
    """
    knockout = None if parsed.knockout is None else exchanged_detail(parsed.knockout)
    return parsed._replace(
        home=parsed.away,
        away=parsed.home,
        figures=exchanged_row(parsed.figures),
        statistics=None if parsed.statistics is None else exchanged_row(parsed.statistics),
        events=None if parsed.events is None else tuple(map(exchanged_event, parsed.events)),
        knockout=knockout if isinstance(knockout, KnockoutRecord) else None,
        further=tuple(one._replace(home=one.away, away=one.home) for one in parsed.further),
    )
