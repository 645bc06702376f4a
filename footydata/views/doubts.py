"""Why what is shown may be wrong, though each figure is as it was stored. Every face tells it."""

from collections.abc import Sequence

from footydata.football.moments import day_of
from footydata.store.read.seasons.standings import BREAK


def stale_doubts(kickoffs: Sequence[int], *, now: int) -> list[str]:
    """That what is asked of now rests on fixtures of long ago. kickoffs: in unix seconds."""
    if not kickoffs or now - max(kickoffs) < BREAK:
        return []
    return [f"the newest of these fixtures was on {day_of(max(kickoffs))}: the file may be behind"]
