"""How often the collector of reference cycles looks through what a load makes."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

EVERY = 10_000
"""New objects between two looks of the collector, 700 by default.

A batch makes some twenty thousand, all of them freed without the collector: its looks took a tenth of a load.
"""


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let the collector look less often, and at the end as before; one that is switched off stays off."""
    before = gc.get_threshold()
    if before[0]:
        gc.set_threshold(max(before[0], EVERY), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
