"""A program that runs SQL statements by ADBC and writes their rows to standard output as Arrow streams.

python -m footydata.frames.adbc_reading takes JSON on standard input: the uri of the file, and the statements, each with
its parameters (an Arrow stream in hexadecimal) and the types of its columns. All read the same snapshot. It must not be
imported by a process that has a database open: ADBC brings its own SQLite.
"""

import json
import re
import sys

BATCH = 16_384

FIRST = {"int64": "0", "int16": "0", "int8": "0", "double": "0.0", "string": "''"}
"""Type → a value of it, for a first row: ADBC infers types from the first batch, in which a column may be all null."""


def main() -> None:
    # ADBC's dbapi and pa.array import pandas, which takes most of a second; that is why parameters come as Arrow.
    # pyarrow imports NumPy, which nothing here needs, if it can; that takes half of the start.
    sys.modules["numpy"] = None  # type: ignore[assignment]  # what Python takes as: there is no such module
    import adbc_driver_manager as adbc
    import pyarrow as pa
    from adbc_driver_sqlite import connect

    request = json.load(sys.stdin.buffer)
    with connect(request["uri"]) as database, adbc.AdbcConnection(database) as connection:
        connection.set_autocommit(False)
        for each in request["statements"]:
            with adbc.AdbcStatement(connection) as statement:
                statement.set_options(**{"adbc.sqlite.query.batch_rows": str(BATCH)})
                first = ", ".join(
                    f"{FIRST[kind]} as {name}" for name, kind in each["types"].items()
                )
                statement.set_sql_query(f"select {first} union all select * from ({each['sql']})")
                # ADBC binds by position, and SQLite numbers named parameters in the order of their first use.
                names = list(dict.fromkeys(re.findall(r":(\w+)", each["sql"])))
                if names:
                    statement.prepare()
                    values = (
                        pa.ipc.open_stream(bytes.fromhex(each["values"]))
                        .read_next_batch()
                        .select(names)
                    )
                    statement.bind(*values.__arrow_c_array__()[::-1])
                stream, _ = statement.execute_query()
                schema = pa.schema(
                    [(name, pa.type_for_alias(kind)) for name, kind in each["types"].items()]
                )
                with pa.ipc.new_stream(sys.stdout.buffer, schema) as output:
                    for place, batch in enumerate(pa.RecordBatchReader.from_stream(stream)):
                        output.write_batch(batch.slice(0 if place else 1).cast(schema))


if __name__ == "__main__":
    main()
