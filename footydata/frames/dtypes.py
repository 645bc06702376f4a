"""The dtypes of the columns of frames; each has its type in Arrow in `frames.arrow`."""

from typing import Final

INTEGER: Final = "Int64"
NUMBER: Final = "Float64"
TEXT: Final = "str"
YES_NO: Final = "boolean"
MOMENT: Final = "datetime64[us, UTC]"
CATEGORY: Final = "category"
