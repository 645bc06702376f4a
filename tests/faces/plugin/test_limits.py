"""What the SQL of a page may use: anybody who can open the pages may write it, and one value could fill the memory."""

import sqlite3
import time
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
    assert (
        "the rows are larger than 10,000,000 bytes; select fewer columns, or fewer rows by limit"
        in response.text
    )


async def test_cells_without_text_count_too(pages):
    columns = LARGEST_ANSWER // CELL // 1000 + 1
    sql = f"{NUMBERS} select {', '.join(['x'] * columns)} from n limit 1000"
    assert "the rows are larger" in (await answer_of(pages, sql)).text


async def test_each_query_is_counted_by_itself(pages):
    sql = f"{NUMBERS} select zeroblob({LONGEST_VALUE}) from n limit {LARGEST_ANSWER * 2 // 3 // LONGEST_VALUE}"
    assert [(await answer_of(pages, sql)).status_code for _ in range(3)] == [200] * 3


async def test_the_largest_pages_of_our_own_tables_are_shown(pages):
    for table in ("fixture", "match", "odds", "statistics"):
        assert (await pages.client.get(f"/football/{table}.json?_size=max")).status_code == 200


@pytest.mark.parametrize("pattern", ["%" + "a" * 99, "a" * 100])
async def test_a_long_pattern_of_like_is_compared(pages, pattern):
    assert (await answer_of(pages, f"select 'a' like '{pattern}' as l")).status_code == 200


async def test_a_longer_pattern_of_like_is_refused(pages):
    assert "pattern too complex" in (await answer_of(pages, f"select 'a' like '{'a' * 101}'")).text


BOUNDED = {
    "trim": "trim({a}, {b})",
    "trim of many characters": "trim(name, substr({b}, 1, 101))",
    "ltrim": "ltrim({a}, 'a')",
    "rtrim": "rtrim({a}, 'a')",
    "replace": "replace({a}, 'a', '')",
    "replace of a long text": "replace(name, {b}, '')",
    "replace by a long text": "replace(name, 'a', {b})",
    "glob": "name glob '*' || {b}",
    "glob of a long text": "{a} glob '*'",
    "instr": "instr({a}, {b})",
    "json_patch": "json_patch(json_array({a}), '{{}}')",
}


def called(function, length):
    """SQL of the value of a function of texts as long."""
    return BOUNDED[function].format(
        a=f"printf('%.*c', {length}, 'a')", b=f"printf('%.*c', {length}, 'b')"
    )


@pytest.mark.parametrize("function", BOUNDED)
async def test_a_function_of_texts_that_would_take_long_is_refused(pages, function):
    response = await answer_of(pages, f"select length({called(function, 10_001)}) from team")
    assert "string or blob too big" in response.text


async def test_other_values_are_longer(pages):
    ids = "select fixture_id from odds limit 2000"
    sql = f"select length(json_group_array(fixture_id)) > 10000 as longer from ({ids})"
    assert (await answer_of(pages, sql)).json()["rows"] in ([[1]], [{"longer": 1}])


SAME = [
    "trim('xaxx', 'x')",
    "ltrim('xaxx', 'x')",
    "rtrim('xéxx', 'xé')",
    "trim(1.50, 0)",
    "trim(x'2061', ' ')",
    "trim(null, 'x')",
    "trim('  a ')",
    "'abc' glob 'a[b-c]*'",
    "1.5 glob '1*'",
    "null glob '*'",
    "replace('abc', 'b', 1e20)",
    "replace('abc', '', 'x')",
    "replace(12345, 3, null)",
    "instr('abc', 'c')",
    "instr(x'00ff', x'ff')",
    "instr(null, 1)",
    'json_patch(\'{"a":1}\', \'{"a":null,"b":2}\')',
]


@pytest.mark.parametrize("sql", SAME)
async def test_of_shorter_texts_it_is_sqlites_own(pages, sql):
    plain = sqlite3.connect(":memory:")
    expected = plain.execute(f"select quote({sql})").fetchone()[0]
    plain.close()
    answer = await answer_of(pages, f"select quote({sql}) as same", ".json")
    rows = answer.json()["rows"]
    assert rows in ([[expected]], [{"same": expected}])


ENDLESS = [
    "trim(a, substr(b, -100))",
    "replace(a, substr(b, 5000), 'x')",
    "instr(a, substr(b, 5000))",
    "a || a || a || a || a || a || a || a || a like '%' || substr(b, -99)",
    "a glob '*[bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbba]b'",
    "json_patch('[' || replace(a, 'aa', '1,') || '1]', '{}')",
]


@pytest.mark.parametrize("call", ENDLESS)
async def test_no_function_runs_far_beyond_the_time_of_a_page(database, call):
    pages = Datasette([str(database)], settings={"sql_time_limit_ms": 100})
    texts = "select printf('%.*c', 9999, 'a') as a, printf('%.*c', 9998, 'a') || 'b' as b"
    before = time.process_time()
    response = await answer_of(pages, f"{NUMBERS} select count({call}) from n, ({texts})")
    assert time.process_time() - before < 5
    assert "time limit" in response.text


async def test_other_databases_are_datasettes_own(database, tmp_path):
    sqlite3.connect(tmp_path / "rugby.db").execute("create table t (a)").connection.close()
    both = Datasette([str(database), str(tmp_path / "rugby.db")])
    asked = (
        f"/rugby.json?_shape=arrays&sql={quote(f'select length(zeroblob({LONGEST_VALUE + 1}))')}"
    )
    response = await both.client.get(asked, follow_redirects=True)
    assert response.json()["rows"] == [[LONGEST_VALUE + 1]]
