"""The codes by which sources name competitions, so that a league can be asked for by one."""

from footydata.sources.football_data_columns import DIVISIONS

OPENFOOTBALL: dict[str, tuple[str, str]] = {
    "en.1": ("GB-ENG", "Premier League"),
    "en.2": ("GB-ENG", "Championship"),
    "en.3": ("GB-ENG", "League One"),
    "en.4": ("GB-ENG", "League Two"),
    "sco.1": ("GB-SCT", "Premiership"),
    "de.1": ("DE", "Bundesliga"),
    "de.2": ("DE", "2. Bundesliga"),
    "es.1": ("ES", "La Liga"),
    "es.2": ("ES", "Segunda División"),
    "it.1": ("IT", "Serie A"),
    "it.2": ("IT", "Serie B"),
    "fr.1": ("FR", "Ligue 1"),
    "fr.2": ("FR", "Ligue 2"),
    "nl.1": ("NL", "Eredivisie"),
    "be.1": ("BE", "Pro League"),
    "pt.1": ("PT", "Primeira Liga"),
}
"""Name of an openfootball file → the competition's country and its name in the register."""

_CODES = {code.casefold(): league for code, league in (DIVISIONS | OPENFOOTBALL).items()}


def league_of_code(code: str) -> tuple[str, str] | None:
    """The country and name of the competition that a source calls by a code, None if no source has the code.

    >>> league_of_code("e0"), league_of_code("es.1"), league_of_code("Premier League")
    (('GB-ENG', 'Premier League'), ('ES', 'La Liga'), None)
    """
    return _CODES.get(code.casefold())
