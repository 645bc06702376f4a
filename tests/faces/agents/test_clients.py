"""The tools over standard input and output: asked by the SDK's client, and by one of lines of JSON alone."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from footydata.faces.agents.tools import Toolbox, ToolReply
from tests.conftest import NOW

ROOT = Path(__file__).parents[3]
SERVER = ("-m", "tests.faces.agents.audited_server")
HELLO = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "lines", "version": "1"},
}

ASKED: list[tuple[str, dict[str, object]]] = [
    ("find", {"name": "グリューンハーフェン"}),
    ("find", {"name": "United"}),
    ("fixtures", {"league": "Crown", "status": "live"}),
    ("fixture", {"fixture_id": 880432}),
    ("table", {"league": "Crown League", "type": "corner", "venue": "home", "at": "2026-01-01"}),
    ("averages", {"figure": "cards", "by": "referee"}),
    ("averages", {"market": "corner", "line": 10.5, "league": "Crown"}),
    ("streaks", {"team": "Eastholt"}),
    ("head_to_head", {"team": "Eastholt", "other": "Northfell"}),
    ("preview", {"fixture_id": 880437}),
    ("fair_lines", {"fixture_id": 880437, "market": "corner"}),
    ("odds", {"fixture_id": 880437, "market": "1x2"}),
    ("project", {"league": "Crown"}),
    ("players", {"league": "Crown"}),
    ("contents", {}),
    ("sql", {"query": "select count(*) from fixture"}),
    ("table", {"league": "nobody's"}),
    ("nothing", {}),
]


class Lines:
    """A client that writes lines of JSON and reads lines of JSON."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin, process.stdout
        self._number = 0

    def write(self, line: bytes) -> None:
        self._to.write(line + b"\n")
        self._to.flush()

    def read(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._from.readline())
        return message

    def ask(self, method: str, params: object = None) -> dict[str, Any]:
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method}
        self.write(json.dumps(message if params is None else message | {"params": params}).encode())
        answer = self.read()
        assert answer["id"] == self._number
        return answer

    def begin(self) -> dict[str, Any]:
        answer = self.ask("initialize", HELLO)
        self.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')
        return answer

    def call(self, name: str, arguments: object) -> dict[str, Any]:
        return self.ask("tools/call", {"name": name, "arguments": arguments})


@contextmanager
def started(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture(scope="module")
def replies(tools: Toolbox) -> list[ToolReply]:
    """What the tools answer of what is asked, each asked once."""
    return [tools.call(name, arguments) for name, arguments in ASKED]


@pytest.fixture(scope="module")
def lines(asked_file: Path) -> Iterator[Lines]:
    """A client of one server for the whole module, which must end well and have said nothing on standard error."""
    with started(*SERVER, str(asked_file), str(NOW)) as process:
        client = Lines(process)
        client.begin()
        yield client
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.close()
        assert (process.wait(20), process.stderr.read()) == (0, b"")


@pytest.mark.slow
async def test_the_sdks_client_is_answered_as_the_tools_answer_and_nothing_is_written(
    tools: Toolbox, replies: list[ToolReply], asked_file: Path
) -> None:
    before = asked_file.read_bytes()
    server = StdioServerParameters(
        command=sys.executable, args=[*SERVER, str(asked_file), str(NOW)], cwd=ROOT
    )
    async with Client(server) as client:
        offered = [tool.name for tool in (await client.list_tools()).tools]
        results = [await client.call_tool(name, arguments) for name, arguments in ASKED[::6]]

    assert offered == list(tools.tools)
    for expected, result in zip(replies[::6], results, strict=True):
        (text,) = result.content
        assert (result.structured_content, result.is_error) == (expected.content, expected.is_error)
        assert json.loads(getattr(text, "text", "")) == expected.content
    assert asked_file.read_bytes() == before
    assert [path.name for path in asked_file.parent.iterdir()] == [asked_file.name]


@pytest.mark.parametrize("place", range(len(ASKED)), ids=[name for name, _ in ASKED])
def test_a_client_of_plain_lines_is_answered_as_the_tools_answer(
    lines: Lines, replies: list[ToolReply], place: int
) -> None:
    result = lines.call(*ASKED[place])["result"]

    expected = replies[place]
    assert (result["structuredContent"], result["isError"]) == (expected.content, expected.is_error)


@pytest.mark.parametrize(
    "line",
    [b"rubbish", b"\xff\xfe\x00", b"[]", b'{"id": 8}', b"[" * 100_000],
    ids=["words", "bytes", "list", "no method", "deep"],
)
def test_the_next_call_works_after_a_line_that_is_no_message(lines: Lines, line: bytes) -> None:
    lines.write(line)
    assert not lines.call("find", {"name": "Eastholt"})["result"]["isError"]


def test_a_file_that_is_replaced_is_opened_anew(
    tmp_path: Path, asked_file: Path, small_database: Path
) -> None:
    path = Path(shutil.copy(asked_file, tmp_path / "football.db"))
    tools = Toolbox(path, clock=lambda: NOW)
    first = tools.call("contents", {}).content["fixtures"]
    Path(shutil.copy(small_database, tmp_path / "other.db")).replace(path)
    second = tools.call("contents", {}).content["fixtures"]
    path.unlink()
    missing = tools.call("contents", {})

    assert first > second > 0
    assert missing.is_error
    assert "does not exist" in missing.text


@pytest.mark.slow
def test_the_command_serves_and_ends_when_the_client_hangs_up_in_a_call(asked_file: Path) -> None:
    with started(
        "-m", "footydata", "mcp", str(asked_file), "--as-of", "2026-03-14T15:30"
    ) as process:
        client = Lines(process)
        begun = client.begin()["result"]
        listed = client.ask("tools/list")["result"]["tools"]
        client.write(
            b'{"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {"name": "contents"}}'
        )
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.close()
        assert (process.wait(20), process.stderr.read()) == (0, b"")

    assert begun["serverInfo"]["name"] == "footydata"
    assert "sql" not in {tool["name"] for tool in listed}
    assert all(tool["annotations"]["readOnlyHint"] for tool in listed)
