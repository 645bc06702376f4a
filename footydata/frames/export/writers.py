"""Writes an Arrow table to a file: Parquet, CSV or JSON lines."""

import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from footydata.football.wording import formula_as_text

PANDAS = {
    pa.int64(): ("int64", "Int64"),
    pa.float64(): ("float64", "Float64"),
    pa.bool_(): ("bool", "boolean"),
}
"""Type in Arrow → its type and dtype in pandas' metadata, without which pandas reads counts with unknowns as floats."""


def _write_parquet(table: pa.Table, path: Path) -> None:
    fields = [
        {
            "name": each.name,
            "field_name": each.name,
            "pandas_type": kind,
            "numpy_type": dtype,
            "metadata": None,
        }
        for each in table.schema
        if each.type in PANDAS
        for kind, dtype in [PANDAS[each.type]]
    ]
    pandas = {"index_columns": [], "column_indexes": [], "columns": fields}
    table = table.replace_schema_metadata({"pandas": json.dumps(pandas)})
    # Given a path, Arrow reads a leading ~ as the home folder and refuses names that are not UTF-8.
    with path.open("wb") as file:
        pyarrow.parquet.write_table(table, file, compression="zstd", write_statistics=True)


def _plain(table: pa.Table) -> pa.Table:
    """The table with texts in place of categories."""
    fields = [
        field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field
        for field in table.schema
    ]
    return table.cast(pa.schema(fields))


def formulas_as_text(table: pa.Table) -> pa.Table:
    """The table with an apostrophe before each text that a spreadsheet would take for a formula."""
    table = _plain(table)
    for place, field in enumerate(table.schema):
        if pa.types.is_string(field.type) or pa.types.is_large_string(field.type):
            texts = [
                None if text is None else formula_as_text(text)
                for text in table.column(place).to_pylist()
            ]
            table = table.set_column(place, field, pa.array(texts, field.type))
    return table


def _write_csv(table: pa.Table, path: Path) -> None:
    with path.open("wb") as file:
        pyarrow.csv.write_csv(_plain(table), file)


def _write_json(table: pa.Table, path: Path) -> None:
    with path.open("w", encoding="utf-8") as file:
        for batch in table.to_batches(max_chunksize=4096):
            file.writelines(
                json.dumps(row, ensure_ascii=False, default=str) + "\n" for row in batch.to_pylist()
            )


WRITERS: dict[str, Callable[[pa.Table, Path], None]] = {
    "parquet": _write_parquet,
    "csv": _write_csv,
    "json": _write_json,
}
"""Format → the function that writes a table to a file."""

FORMATS = tuple(WRITERS)
