"""Models of counts: goals, corners and cards, their fair prices, and how sure those are.

    import footydata as fd

    past = fd.forecast.past_of_columns(["Ayr", "Bury"] * 20, ["Bury", "Ayr"] * 20, [2, 0] * 20, [1, 1] * 20, range(40))
    fitted = fd.forecast.DixonColes().fit(past)
    prediction = fitted.predict(["Ayr"], ["Bury"])
    prediction.home, prediction.away              # expected goals, an array with a fixture each
    prediction.grid()                             # chances of scores, (fixtures, home goals, away goals)

Prices are fair by a model alone; there is no evidence that betting on them makes a profit.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from footydata.forecast.models.by_figure import MODELS as MODELS
    from footydata.forecast.models.by_figure import WITH_PRICES as WITH_PRICES
    from footydata.forecast.models.by_figure import DixonColes as DixonColes
    from footydata.forecast.models.by_figure import TotalSplit as TotalSplit
    from footydata.forecast.models.distributions import Counts as Counts
    from footydata.forecast.models.distributions import grid as grid
    from footydata.forecast.models.fitted import Fitted as Fitted
    from footydata.forecast.models.lines import ladder as ladder
    from footydata.forecast.models.lines import main_quotes as main_quotes
    from footydata.forecast.models.model import Past as Past
    from footydata.forecast.models.model import Prediction as Prediction
    from footydata.forecast.models.model import past_of_columns as past_of_columns

_HOMES = {
    "Counts": "distributions",
    "DixonColes": "by_figure",
    "Fitted": "fitted",
    "MODELS": "by_figure",
    "Past": "model",
    "Prediction": "model",
    "TotalSplit": "by_figure",
    "WITH_PRICES": "by_figure",
    "grid": "distributions",
    "ladder": "lines",
    "main_quotes": "lines",
    "past_of_columns": "model",
}
"""Public name → its module, from that of the models; NumPy is imported with the first of them."""

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'footydata.forecast' has no attribute {name!r}")
    return getattr(import_module(f"footydata.forecast.models.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
