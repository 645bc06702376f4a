"""A person who says yes wherever a yes is enough."""

from pathlib import Path
from typing import Any

import footydata as fd


def load_agreed(
    db: fd.Database, *paths: Path, league: str | None = None, **options: Any
) -> fd.LoadReport:
    """Load a file; of a table that no source knows, by what was understood if nothing is open.

    The report of one that is open has it in `open_tables`.
    """
    try:
        return db.load(*paths, league=league, **options)
    except fd.TableNotAgreed as error:
        table_map = error.reading.map
        if error.reading.outcome == "open" or "map" in options:
            return error.report
    return db.load(*paths, league=league, map=table_map, **options)
