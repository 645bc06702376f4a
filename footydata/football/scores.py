"""How people write the score of a knock-out: extra time in brackets, then the shootout."""

Score = tuple[int, int]
"""Goals of the home side, or of the side that is named first, and of the other."""


def score_text(score: Score) -> str:
    """A plain score, as 2-1."""
    return f"{score[0]}-{score[1]}"


def knock_out_score(
    ninety: Score | None, *, extra: Score | None = None, shootout: Score | None = None, final: Score | None = None
) -> str:
    """The score of a fixture with how it went on after ninety minutes; empty if nothing is known.

    extra: the whole score after extra time, left out where it brought no goal and a shootout followed. final: the score
    at the end, where ninety minutes are unknown.

    >>> knock_out_score((1, 1), extra=(2, 1)), knock_out_score((0, 0), extra=(0, 0), shootout=(4, 2))
    ('1-1 (2-1 aet)', '0-0, 4-2 on penalties')
    >>> knock_out_score((2, 2), extra=(3, 3), shootout=(4, 2)), knock_out_score(None, extra=(3, 1))
    ('2-2 (3-3 aet), 4-2 on penalties', '3-1 aet')
    >>> knock_out_score(None, final=(2, 1)), knock_out_score(None, final=(1, 1), shootout=(4, 1))
    ('2-1 (90 minutes unknown)', '1-1 (90 minutes unknown), 4-1 on penalties')
    """
    text = score_text(ninety) if ninety else ""
    if extra and not (ninety == extra and shootout):
        text = f"{text} ({score_text(extra)} aet)" if text else f"{score_text(extra)} aet"
    if final and not text:
        text = f"{score_text(final)} (90 minutes unknown)"
    if not shootout:
        return text
    return f"{text}, {score_text(shootout)} on penalties" if text else f"{score_text(shootout)} on penalties"


def tie_score(aggregate: Score | None, decided_by: str | None) -> str:
    """The score of a tie of several fixtures, with what decided it where the aggregate does not show it.

    >>> tie_score((3, 3), "away goals"), tie_score((4, 2), "aggregate"), tie_score(None, "replay")
    ('agg. 3-3, away goals', 'agg. 4-2', 'replay')
    """
    parts = [
        f"agg. {score_text(aggregate)}" if aggregate else "",
        "" if decided_by == "aggregate" else decided_by or "",
    ]
    return ", ".join(part for part in parts if part)
