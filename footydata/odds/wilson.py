"""Wilson's confidence interval of an observed share."""

from math import sqrt

DEVIATIONS = 1.959963984540054
"""The standard errors on each side that hold 95 % of a normal distribution."""


def wilson_interval(share: float, cases: float) -> tuple[float, float]:
    """The 95 % confidence interval of a share that was observed in so many cases.

    The cases are taken as independent and alike. Source: Wilson, Journal of the American Statistical Association 22
    (1927); the example is of Newcombe, Statistics in Medicine 17 (1998), table I.

    >>> [round(end, 4) for end in wilson_interval(81 / 263, 263)]
    [0.2553, 0.3662]
    """
    square = DEVIATIONS**2 / cases
    middle = (share + square / 2) / (1 + square)
    reach = DEVIATIONS / (1 + square) * sqrt(share * (1 - share) / cases + square / cases / 4)
    return max(middle - reach, 0.0), min(middle + reach, 1.0)
