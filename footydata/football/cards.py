"""How a side's cards are counted: as cards, and as the points of the card markets."""

from footydata.football.terms import RED_POINTS, YELLOW_POINTS


def card_count(yellow: int | None, red: int | None) -> int | None:
    """A side's cards as lists and tables count them.

    >>> card_count(3, 1)
    4
    """
    return None if yellow is None or red is None else yellow + red


def card_points(yellow: int | None, red: int | None) -> int | None:
    """What a side's cards count in the card markets: yellow + 2 x red, None if either is unknown.

    >>> card_points(3, 1)
    5
    """
    return None if yellow is None or red is None else YELLOW_POINTS * yellow + RED_POINTS * red
