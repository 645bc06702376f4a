"""The tools for agents in the server of datasette-mcp, which calls the plugin's hook with a server of the SDK."""

import json
from pathlib import Path

import datasette_footydata
import pytest
from datasette.app import Datasette
from mcp import Client
from mcp.server.mcpserver import MCPServer

from footydata.faces.agents.tools import TOOLS, Toolbox


def server_of(datasette: Datasette) -> MCPServer:
    """A server as datasette-mcp makes it."""
    server = MCPServer("datasette")
    datasette_footydata.register_mcp_tools(datasette=datasette, mcp=server)
    return server


async def test_the_same_tools_are_declared_and_answer(pages: Datasette, database: str) -> None:
    async with Client(server_of(pages)) as client:
        offered = (await client.list_tools()).tools
        streaks = await client.call_tool("streaks", {"team": "Eastholt"})
        asked = await client.call_tool("streaks", {"team": "United"})
        unknown = await client.call_tool("streaks", {"team": "Eastholt", "teem": "x"})
    expected = Toolbox(Path(database)).call("streaks", {"team": "Eastholt"}).content

    assert [(each.name, each.description) for each in offered] == [
        (each.name, each.text) for each in TOOLS
    ]
    for each, tool in zip(offered, TOOLS, strict=True):
        needed = [one.name for one in tool.arguments.values() if one.is_needed]
        assert list(each.input_schema["properties"]) == [
            one.name for one in tool.arguments.values()
        ]
        assert each.input_schema.get("required", []) == needed
    assert streaks.structured_content is not None
    assert streaks.structured_content | {"as_of": 0} == expected | {"as_of": 0}
    assert asked.structured_content is not None
    assert len(asked.structured_content["choices"]) == 4
    assert (unknown.is_error, unknown.structured_content) == (
        True,
        {"error": "streaks takes no 'teem'; did you mean team?"},
    )


async def test_their_schemas_together_are_at_most_16_kb(pages: Datasette) -> None:
    offered = await server_of(pages).list_tools()

    listing = [(each.name, each.description, each.input_schema) for each in offered]
    assert len(json.dumps(listing).encode()) <= 16_000


@pytest.mark.parametrize(
    "shut",
    [{"allow": {"id": "owner"}}, {"tables": {"statistics": {"allow": False}}}],
    ids=["database", "table"],
)
async def test_who_may_not_see_the_database_is_answered_nothing_of_it(
    database: str, shut: dict[str, object]
) -> None:
    rights = {"databases": {"football": shut}}
    datasette = Datasette(
        [database], **{"config" if hasattr(Datasette, "allowed") else "metadata": rights}
    )
    async with Client(server_of(datasette)) as client:
        reply = await client.call_tool("contents", {})

    assert (reply.is_error, reply.structured_content) == (
        True,
        {"error": "you may not see the database 'football'"},
    )


async def test_without_a_football_file_there_is_nothing_to_ask(tmp_path: Path) -> None:
    async with Client(server_of(Datasette(memory=True))) as client:
        reply = await client.call_tool("contents", {})

    assert reply.structured_content == {"error": "no footydata file is attached"}
