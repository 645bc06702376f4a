"""Ids as people and requests write them."""

from footydata.football.terms import LARGEST_ID


def is_whole_number(text: str) -> bool:
    """Whether the text is ASCII digits alone; leading zeros are allowed, a sign is not."""
    return text.isascii() and text.isdigit()


def read_id(text: str) -> int | None:
    """The id that a text is, None where it is not a positive integer up to 2^63-1."""
    digits = text.lstrip("0")
    if not is_whole_number(text) or not 0 < len(digits) < 20:
        return None
    number = int(digits)
    return number if number <= LARGEST_ID else None
