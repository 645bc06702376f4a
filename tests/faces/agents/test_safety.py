"""What the tools never do: attach, write, run on, and fill what a client reads."""

import json
import shutil
import sqlite3
from itertools import chain, repeat
from pathlib import Path

import pytest

from footydata.faces.agents import answers
from footydata.faces.agents import tools as own_tools
from footydata.faces.agents.tools import INSTRUCTIONS, SQL_TOOL, TOOLS, Tool, Toolbox
from footydata.football.errors import InvalidArgument
from footydata.football.terms import ULTRA
from footydata.service.keys import Accounts
from footydata.store.file.accounts import accounts_path
from footydata.store.read.own_sql import QueryBounds, query_rows
from tests.conftest import NOW


def listing(tools: tuple[Tool, ...]) -> str:
    return json.dumps(
        [
            {"name": each.name, "description": each.text, "inputSchema": each.schema()}
            for each in tools
        ]
    )


def test_the_schemas_of_all_tools_are_at_most_16_kb() -> None:
    assert len(listing((*TOOLS, SQL_TOOL)).encode()) + len(INSTRUCTIONS.encode()) <= 16_000


@pytest.mark.parametrize("tool", [*TOOLS, SQL_TOOL], ids=lambda tool: tool.name)
def test_a_tool_says_what_it_answers_in_one_sentence(tool: Tool) -> None:
    assert (tool.text[0].isupper(), tool.text[-1], ". " in tool.text.removesuffix(".")) in {
        (True, ".", False),
        (True, ".", tool.name == "odds"),
    }
    assert all(each.says.text or each.choices for each in tool.arguments.values())


def test_there_is_no_sql_unless_the_user_says_so(asked_file: Path) -> None:
    tools = Toolbox(asked_file, clock=lambda: NOW)

    assert "sql" not in tools.tools
    assert tools.call("sql", {"query": "select 1"}).is_error


REFUSED = {
    "attach '{accounts}' as keys": "may only read",
    "pragma query_only = off": "may only read",
    "delete from team": "may only read",
    "vacuum into '{folder}/copy.db'": "VACUUM",
    "/* */": "no statement",
    "select 1; delete from team": "one statement at a time",
    "with gone as (select 1) delete from team": "may only read",
    "with new as (select 1) insert into country values ('X', 'X', 'country')": "may only read",
    "select * from pragma_database_list": "may only read",
    "select load_extension('x')": "not authorized",
    "select name from keys.api_key": "no such table",
    "select * from nobody": "no such table: nobody",
    "select zeroblob(1000000000)": "too big",
    "select 'a' like '{long}'": "LIKE",
    "select count(*) from fixture, fixture as b, fixture as c, event": "too long",
    "select 1 \u0000": "null character",
}


@pytest.mark.parametrize("statement", REFUSED, ids=range(len(REFUSED)))
def test_sql_reads_this_file_alone_within_bounds(
    tools: Toolbox,
    asked_file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    statement: str,
) -> None:
    monkeypatch.setattr(own_tools, "SECONDS", 0.05)
    before = asked_file.read_bytes()
    filled = statement.format(accounts=accounts_path(asked_file), folder=tmp_path, long="%a" * 400)
    reply = tools.call("sql", {"query": filled})

    assert reply.is_error
    assert REFUSED[statement] in str(reply.content["error"])
    assert not list(tmp_path.iterdir())
    assert asked_file.read_bytes() == before
    assert not tools.call("find", {"name": "Eastholt"}).is_error


def test_the_accounts_beside_the_file_stay_unread(asked_file: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(asked_file, tmp_path / "football.db"))
    accounts = Accounts.open(accounts_path(path))
    accounts.create(ULTRA, now=NOW)
    accounts.close()
    tools = Toolbox(path, clock=lambda: NOW, allows_sql=True)

    for query in (
        "select * from account",
        "select * from accounts.account",
        f"attach '{accounts_path(path)}' as a",
    ):
        assert tools.call("sql", {"query": query}).is_error
    assert (
        Toolbox(accounts_path(path), clock=lambda: NOW, allows_sql=True)
        .call("sql", {"query": "select 1"})
        .is_error
    )


def test_sql_may_use_functions_tables_of_json_and_the_schema(tools: Toolbox) -> None:
    query = "select upper(name), json_each.value from sqlite_schema, json_each('[7]') where name = 'team'"

    assert tools.call("sql", {"query": query}).content["rows"] == [
        {"upper(name)": "TEAM", "value": 7}
    ]


def test_columns_of_one_name_are_refused_by_it(tools: Toolbox) -> None:
    reply = tools.call("sql", {"query": "select 1 as a, 2 as b, 3 as a"})

    assert "two columns of the query are called a; give each its own name" in str(
        reply.content["error"]
    )


def test_one_row_that_is_too_large_is_left_out(tools: Toolbox) -> None:
    columns = ", ".join(f"x as x{place}" for place in range(500))
    query = f"with wide as (select printf('%.290d', 1) as x) select {columns} from wide"
    reply = tools.call("sql", {"query": query})

    assert len(reply.text.encode()) <= answers.LARGEST_ANSWER
    assert (reply.content["rows"], reply.content["left_out"]["rows"]) == ([], 1)  # type: ignore[index]  # a mapping
    assert "cut where it would be larger than 60,000 bytes: ask for less" in str(
        reply.content["notes"]
    )


def test_the_time_is_looked_at_between_few_steps_as_one_may_be_long(
    by_hand: sqlite3.Connection,
) -> None:
    times = chain([0.0], repeat(5.0))

    with pytest.raises(InvalidArgument, match="too long"):
        query_rows(
            by_hand,
            "select " + ", ".join(["instr('a', 'b')"] * 50),
            bounds=QueryBounds(rows=1, seconds=2, clock=lambda: next(times)),
        )
