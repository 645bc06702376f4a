"""What the SQL of a page may use: anybody who can open the pages may write it, and one value could fill the memory."""

import sqlite3
from urllib.parse import quote

import pytest
from datasette.app import Datasette

from footydata.faces.pages.limits import CELL, LARGEST_ANSWER, LONGEST_VALUE

NUMBERS = "with recursive n(x) as (select 1 union all select x + 1 from n)"
TOO_BIG = [
    "select randomblob(9000000)",
    "select length(hex(randomblob(9000000)))",
    f"select zeroblob({LONGEST_VALUE + 1})",
    f"select length(replace(hex(zeroblob({LONGEST_VALUE // 2})), '0', 'ab'))",
    f"{NUMBERS} select length(group_concat(x)) from (select x from n limit {LONGEST_VALUE})",
]
FORMATS = ["", ".json"]


async def answer_of(pages, sql, suffix=".json"):
    """The answer to a query on its page, wherever this Datasette has it."""
    return await pages.client.get(f"/football{suffix}?sql={quote(sql)}", follow_redirects=True)


@pytest.mark.parametrize("suffix", FORMATS, ids=["page", "json"])
@pytest.mark.parametrize("sql", TOO_BIG)
async def test_a_value_that_could_fill_the_memory_is_refused(pages, sql, suffix):
    response = await answer_of(pages, sql, suffix)
    assert "string or blob too big" in response.text
    assert suffix == "" or response.status_code == 400


async def test_a_value_as_long_as_the_limit_is_made(pages):
    response = await answer_of(pages, f"select length(zeroblob({LONGEST_VALUE})) as long")
    assert response.status_code == 200
    assert str(LONGEST_VALUE) in response.text


async def test_rows_that_are_too_much_together_are_refused(pages):
    rows = LARGEST_ANSWER // LONGEST_VALUE + 1
    sql = f"{NUMBERS} select zeroblob({LONGEST_VALUE}) from n limit {rows}"
    response = await answer_of(pages, sql)
    assert response.status_code == 400
    assert "the rows are larger than 10,000,000 bytes; select fewer columns, or fewer rows by limit" in response.text


async def test_cells_without_text_count_too(pages):
    columns = LARGEST_ANSWER // CELL // 1000 + 1
    sql = f"{NUMBERS} select {', '.join(['x'] * columns)} from n limit 1000"
    assert "the rows are larger" in (await answer_of(pages, sql)).text


async def test_each_query_is_counted_by_itself(pages):
    sql = f"{NUMBERS} select zeroblob({LONGEST_VALUE}) from n limit {LARGEST_ANSWER * 2 // 3 // LONGEST_VALUE}"
    assert [(await answer_of(pages, sql)).status_code for _ in range(5)] == [200] * 5


async def test_the_largest_pages_of_our_own_tables_are_shown(pages):
    response = await pages.client.get("/football.json")
    for table in (table["name"] for table in response.json()["tables"]):
        assert (await pages.client.get(f"/football/{table}.json?_size=max")).status_code == 200


@pytest.mark.parametrize("pattern", ["%" + "a" * 499, "a" * 500])
async def test_a_long_pattern_of_like_is_compared(pages, pattern):
    assert (await answer_of(pages, f"select 'a' like '{pattern}' as l")).status_code == 200


async def test_a_longer_pattern_of_like_is_refused(pages):
    assert "pattern too complex" in (await answer_of(pages, f"select 'a' like '{'a' * 501}'")).text


async def test_other_databases_are_datasettes_own(database, tmp_path):
    sqlite3.connect(tmp_path / "rugby.db").execute("create table t (a)").connection.close()
    both = Datasette([str(database), str(tmp_path / "rugby.db")])
    asked = f"/rugby.json?_shape=arrays&sql={quote(f'select length(zeroblob({LONGEST_VALUE + 1}))')}"
    response = await both.client.get(asked, follow_redirects=True)
    assert response.json()["rows"] == [[LONGEST_VALUE + 1]]
