"""The picture of a bracket: winners in bold, ties joined to the next ones, doubts below."""

from collections.abc import Iterator

import matplotlib as mpl
import pandas as pd
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
from matplotlib.axes import Axes

import footydata as fd
from footydata.football.errors import InvalidArgument
from footydata.rules.brackets import BracketRow


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def ties() -> pd.DataFrame:
    rows = [
        BracketRow(
            "Semi-finals", 1, "Spain", "France", "2-1", None, "Spain", "score", None, "Final", 1
        ),
        BracketRow(
            "Semi-finals", 2, "Brazil", "Italy", "0-0", None, None, None, "nobody knows", "Final", 1
        ),
        BracketRow(
            "Match for third place", 1, "France", "Brazil", "3-0", None, "France", "score", None
        ),
        BracketRow("Final", 1, "Spain", "winner of match 2", None, None, None, None, None),
    ]
    return pd.DataFrame(rows)


def places(axes: Axes) -> dict[str, tuple[float, float, str]]:
    """Text → its place and weight."""
    return {
        text.get_text(): (*text.get_position(), str(text.get_fontweight())) for text in axes.texts
    }


def test_winners_are_bold_and_the_final_stands_between_its_semi_finals() -> None:
    texts = places(fd.plots.bracket(ties()))

    assert texts["Italy"][2] == "normal"
    assert texts["Spain"][:1] == (1.0,) and texts["Spain"][2] == "normal"
    assert texts["France"][2] == "bold"
    assert texts["winner of match 2"][1] == pytest.approx((0.05 + 1.05) / 2)
    assert texts["Match for third place"][0] == texts["Final"][0] == 1


def test_what_is_doubtful_has_its_reason() -> None:
    texts = places(fd.plots.bracket(ties()))

    assert "? 0-0" in texts
    assert "? Brazil v Italy: nobody knows" in texts


def test_another_frame_is_refused() -> None:
    with pytest.raises(InvalidArgument, match=r"Database\.bracket"):
        fd.plots.bracket(pd.DataFrame({"home": ["Spain"]}))
