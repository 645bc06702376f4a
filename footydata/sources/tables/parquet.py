"""A Parquet file as a table; an object within a row gives a column for each of its values, `score.home`."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

from footydata.sources.delimited import MOST_COLUMNS, TOO_WIDE
from footydata.sources.refusing import UnreadableFile
from footydata.sources.tables.content import FileContent
from footydata.sources.tables.table import Row, TextTable, text_of

PARQUET = b"PAR1"

_BATCH_ROWS = 8_192


def parquet_table(content: FileContent) -> TextTable:
    """The table of a Parquet file. Raises UnreadableFile if it is damaged, and OSError."""
    source = BytesIO(content.held()) if content.is_packed else content.path
    header = next(_batches(source, 1)).column_names
    if len(header) > MOST_COLUMNS:
        raise UnreadableFile(TOO_WIDE)
    return TextTable(None, header, lambda: _rows(source))


def _batches(source: Path | BytesIO, size: int = _BATCH_ROWS) -> Iterator[Any]:
    """The tables of Arrow in a file, without objects, each of so many rows; at least one, be it empty."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(source) as file:
            if not file.metadata.num_rows:
                yield _flat(file.schema_arrow.empty_table())
            for batch in file.iter_batches(size):
                yield _flat(pa.Table.from_batches([batch]))
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise UnreadableFile(
            f"a Parquet file that can't be read: {str(error).partition(chr(10))[0]}"
        ) from None


def _flat(table: Any) -> Any:
    import pyarrow as pa

    while any(pa.types.is_struct(field.type) for field in table.schema):
        table = table.flatten()
    return table


def _rows(source: Path | BytesIO) -> Iterator[Row]:
    number = 0
    for table in _batches(source):
        for cells in zip(*map(_texts, table.columns), strict=True):
            number += 1
            yield Row(number, list(cells))


def _texts(column: Any) -> list[str]:
    import pyarrow as pa

    if pa.types.is_float32(column.type) or pa.types.is_float16(column.type):
        return [
            text_of(value) for value in column.to_numpy()
        ]  # which keeps them short: 1.95, not 1.9500000476837158
    if pa.types.is_timestamp(column.type) and column.type.unit == "ns":
        column = column.cast(pa.timestamp("us", column.type.tz), safe=False)
    return [text_of(value) for value in column.to_pylist()]
