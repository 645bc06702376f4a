"""Writes the rows that a screen shows to a file: CSV, JSON or Markdown."""

import csv
import io
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

Cell: TypeAlias = str | int | float | None


class ViewRows(NamedTuple):
    """The rows that a screen shows; the title becomes the name of the file."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Cell]]


FORMATS = ("csv", "json", "md")


def file_text(view: ViewRows, format: str) -> str:
    """The rows as the text of a file. format: csv, json or md.

    >>> print(file_text(ViewRows("Day", ("home", "goals"), [("A|B", 2)]), "md"), end="")
    | home | goals |
    | --- | --- |
    | A\\|B | 2 |
    """
    if format == "json":
        return json.dumps([dict(zip(view.columns, row, strict=True)) for row in view.rows], ensure_ascii=False) + "\n"
    if format == "csv":
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([view.columns, *view.rows])
        return text.getvalue()
    lines = [view.columns, ["---"] * len(view.columns), *view.rows]
    return "".join(f"| {' | '.join(map(_in_cell, line))} |\n" for line in lines)


def _in_cell(value: Cell) -> str:
    return "" if value is None else str(value).replace("|", "\\|")


def write_view(view: ViewRows, format: str, folder: Path) -> Path:
    """Write the rows to a new file in the folder, named by the title; no file is replaced. Raises OSError."""
    name = re.sub(r"[^\w-]+", "-", view.title).strip("-").lower() or "view"
    for number in range(1, 1000):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}.{format}"
        try:
            with path.open("x", encoding="utf-8", newline="") as file:
                file.write(file_text(view, format))
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"{folder} has a thousand files called {name}; move some away")
