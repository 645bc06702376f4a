"""The text of the values of sheets, records and data frames."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from footydata.sources.tables.table import text_of


@pytest.mark.parametrize(
    "value",
    [None, float("nan"), np.nan, pd.NA, pd.NaT, Decimal("nan")],
    ids=repr,
)
def test_a_missing_value_has_no_text(value: object) -> None:
    assert text_of(value) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(" Ajax ", " Ajax ", id="text as it is"),
        pytest.param(True, "true", id="bool"),
        pytest.param(np.bool_(False), "False", id="bool of NumPy"),
        pytest.param(np.int64(2), "2", id="int of NumPy"),
        pytest.param(9007199254740993, "9007199254740993", id="id"),
        pytest.param(2.0, "2", id="whole float"),
        pytest.param(np.float64(1.95), "1.95", id="float of NumPy"),
        pytest.param(np.float32(1.95), "1.95", id="short float of NumPy"),
        pytest.param(1e300, "1e+300", id="large float"),
        pytest.param(float("inf"), "inf", id="infinite"),
        pytest.param(Decimal("2.50"), "2.5", id="decimal"),
        pytest.param(Decimal("1E+2"), "100", id="whole decimal"),
        pytest.param(pd.Timestamp("2024-08-17"), "2024-08-17", id="day of pandas"),
        pytest.param(
            pd.Timestamp("2024-08-17 15:00"), "2024-08-17 15:00:00", id="moment of pandas"
        ),
        pytest.param(
            pd.Timestamp("2024-08-17", tz="UTC"),
            "2024-08-17T00:00:00+00:00",
            id="midnight with a zone",
        ),
        pytest.param(
            datetime(2024, 8, 17, 15, tzinfo=UTC),
            "2024-08-17T15:00:00+00:00",
            id="moment with a zone",
        ),
        pytest.param(timedelta(hours=20, minutes=45), "20:45:00", id="duration"),
        pytest.param(pa.scalar(2.5), "2.5", id="scalar of Arrow"),
        pytest.param({"ft": [2, None]}, '{"ft": [2, null]}', id="nested"),
    ],
)
def test_a_value_has_one_text(value: object, text: str) -> None:
    assert text_of(value) == text
