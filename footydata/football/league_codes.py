"""The codes by which sources name competitions, so that a league can be asked for by one.

It imports nothing: whoever looks a league up by its code needs no reader of files.
"""

DIVISIONS: dict[str, tuple[str, str]] = {
    "E0": ("GB-ENG", "Premier League"),
    "E1": ("GB-ENG", "Championship"),
    "E2": ("GB-ENG", "League One"),
    "E3": ("GB-ENG", "League Two"),
    "EC": ("GB-ENG", "National League"),
    "SC0": ("GB-SCT", "Premiership"),
    "SC1": ("GB-SCT", "Championship"),
    "SC2": ("GB-SCT", "League One"),
    "SC3": ("GB-SCT", "League Two"),
    "D1": ("DE", "Bundesliga"),
    "D2": ("DE", "2. Bundesliga"),
    "SP1": ("ES", "La Liga"),
    "SP2": ("ES", "Segunda División"),
    "I1": ("IT", "Serie A"),
    "I2": ("IT", "Serie B"),
    "F1": ("FR", "Ligue 1"),
    "F2": ("FR", "Ligue 2"),
    "N1": ("NL", "Eredivisie"),
    "B1": ("BE", "Pro League"),
    "P1": ("PT", "Primeira Liga"),
    "T1": ("TR", "Süper Lig"),
    "G1": ("GR", "Super League"),
}
"""Division code of football-data.co.uk (column Div) → the competition's country and its name in the register."""

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
