"""Merges the ticks of an odds history with stored ones of the same seconds."""

from collections.abc import Sequence
from typing import Any

from footydata.football.records import OddsTickRecord

_SEQ = OddsTickRecord._fields.index("seq")


def merged_ticks(
    stored: Sequence[OddsTickRecord], parsed: Sequence[OddsTickRecord], *, follows: bool
) -> list[OddsTickRecord]:
    """The ticks to write for one series: all of each parsed second, in order, each once.

    stored: the ticks of the series at the parsed seconds. follows: whether the parsed ticks come after all stored ones,
    as those of the next page do; otherwise they may repeat stored ones.
    """
    before: dict[int, list[OddsTickRecord]] = {}
    for tick in stored:
        before.setdefault(tick.recorded_ts, []).append(tick)
    seconds: dict[int, list[OddsTickRecord]] = {}
    for tick in parsed:
        seconds.setdefault(tick.recorded_ts, []).append(tick)
    merged: list[OddsTickRecord] = []
    last = parsed[-1].recorded_ts
    for moment, group in seconds.items():
        old, new = (
            [tick[_SEQ + 1 :] for tick in ticks] for ticks in (before.get(moment, []), group)
        )
        figures_of_second = (
            old + new
            if follows
            else _joined(old, new, is_earlier=moment == last and len(seconds) > 1)
        )
        merged += [
            OddsTickRecord._make((*group[0][:_SEQ], seq, *figures))
            for seq, figures in enumerate(figures_of_second)
        ]
    return merged


def _joined(old: list[Any], new: list[Any], *, is_earlier: bool) -> list[Any]:
    """Two parts of one sequence joined if they overlap; is_earlier: new comes first if they don't.

    >>> _joined([1, 2], [2, 3], is_earlier=False), _joined([2, 3], [1, 2], is_earlier=False)
    ([1, 2, 3], [1, 2, 3])
    """
    if _is_within(new, old):
        return old
    if _is_within(old, new):
        return new
    for size in range(min(len(old), len(new)) - 1, 0, -1):
        if old[-size:] == new[:size]:
            return old + new[size:]
        if new[-size:] == old[:size]:
            return new + old[size:]
    return new + old if is_earlier else old + new


def _is_within(part: list[Any], longer: list[Any]) -> bool:
    return any(
        longer[start : start + len(part)] == part for start in range(len(longer) - len(part) + 1)
    )
