"""What a person calls something: the error of a name that several have."""

from footydata.contract.errors import FootydataError


class AmbiguousName(FootydataError):
    """A name, or a part of one, fits several leagues, teams, seasons or bookmakers; the message lists them."""
