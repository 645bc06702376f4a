"""Words around numbers: a count with its word."""


def plural(count: int, word: str) -> str:
    """A count with its word.

    >>> plural(1, "league"), plural(2000, "fixture")
    ('1 league', '2,000 fixtures')
    """
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


class Counted(int):
    """A number that a template may tell with its word.

    >>> "{days:day} ago".format(days=Counted(1))
    '1 day ago'
    """

    def __format__(self, spec: str) -> str:
        """The number as ever, or with the word that the template names."""
        return plural(self, spec) if spec.isalpha() else super().__format__(spec)
