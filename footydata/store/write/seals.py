"""Seals: the hash of each entry of a ledger includes the hash of the entry before, so that any change is noticed.

Who can write the file can also replace the whole ledger: only a hash that was noted elsewhere before reveals that.
"""

import hashlib
import json
from collections.abc import Sequence

FIRST = "0" * 64
"""The hash before the first entry."""


def seal_of(previous: str, values: Sequence[object]) -> str:
    """The seal of an entry: SHA-256, in hexadecimal, of the seal before it and its values as JSON.

    values: texts, whole numbers, finite numbers and None, in the order of the entry's columns.

    >>> seal_of(FIRST, ["corner_line", 10.5])[:12], seal_of(FIRST, ["corner_line", 10.25])[:12]
    ('bf0c3bcacdf0', '6f5ceb379403')
    """
    text = json.dumps([previous, *values], ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()
