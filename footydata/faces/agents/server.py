"""The tools over MCP: a server on standard input and output, by the official SDK."""

import logging
from collections.abc import Callable
from pathlib import Path

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from footydata.faces.agents.tools import INSTRUCTIONS, Toolbox
from footydata.version import __version__

_log = logging.getLogger(__name__)


def serve(path: Path, *, clock: Callable[[], float], allows_sql: bool) -> None:
    """Answer a client on standard input and output until it hangs up. clock: returns the present in unix seconds."""
    # What the SDK logs of a message that fails is a traceback; of ours there is a line.
    logging.getLogger("mcp").setLevel(logging.CRITICAL)
    server = server_of(Toolbox(path, clock=clock, allows_sql=allows_sql))

    async def answer() -> None:
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    try:
        anyio.run(answer)
    except* (OSError, anyio.BrokenResourceError, anyio.ClosedResourceError):
        _log.info("the client no longer reads")


def server_of(toolbox: Toolbox) -> Server[object]:
    """The server that answers with these tools, one call after another."""
    one_at_a_time = anyio.CapacityLimiter(1)
    hints = types.ToolAnnotations(read_only_hint=True, open_world_hint=False)

    async def list_tools(
        _: ServerRequestContext[object], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        tools = [
            types.Tool(
                name=each.name,
                description=each.text,
                input_schema=each.schema(),
                annotations=hints,
            )
            for each in toolbox.tools.values()
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(
        _: ServerRequestContext[object], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        reply = await anyio.to_thread.run_sync(
            toolbox.call, params.name, params.arguments or {}, limiter=one_at_a_time
        )
        # As a text, and as JSON for clients that read it.
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=reply.text)],
            structured_content=reply.content,
            is_error=reply.is_error,
        )

    return Server(
        "footydata",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
