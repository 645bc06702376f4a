"""The same tools in the MCP server of datasette-mcp, from the same declarations; the tool for SQL is its own."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, Signature
from typing import Annotated, Any

import anyio.to_thread
import mcp_types as types
from mcp.server.mcpserver import Context, MCPServer
from pydantic import WithJsonSchema

from footydata.faces.agents.calling import TOOLS, Toolbox
from footydata.faces.agents.declaring import Tool, ToolArgument
from footydata.faces.agents.server import described, result_of

Open = Callable[[Any], Awaitable[Toolbox]]
"""The tools for the actor of a request; raises PermissionError with a sentence where the actor may not see the file."""


def register(server: MCPServer, open_for: Open) -> None:
    """Add the tools to a server."""
    for tool in TOOLS:
        shown = described(tool)
        server.add_tool(
            _function(tool, open_for),
            name=shown.name,
            description=shown.description,
            annotations=shown.annotations,
            structured_output=False,
        )


def _function(tool: Tool, open_for: Open) -> Callable[..., Awaitable[types.CallToolResult]]:
    """What the server calls for a tool. It checks no value, as the SDK's own messages are no sentences."""

    async def call(*, context: Context[Any, Any], **_: object) -> types.CallToolResult:
        request = context.request_context
        sent = (request.params or {}).get("arguments") or {}
        scope = getattr(request.request, "scope", None)
        actor = scope.get("actor") if isinstance(scope, Mapping) else None
        try:
            toolbox = await open_for(actor)
        except PermissionError as error:
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(error))], is_error=True)
        return result_of(await anyio.to_thread.run_sync(toolbox.call, tool.name, sent))

    call.__name__ = tool.name
    of_context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=Context)
    call.__dict__["__signature__"] = Signature([of_context, *map(_parameter, tool.arguments)])
    return call


def _parameter(argument: ToolArgument) -> Parameter:
    """An argument as a parameter, of which the server makes the schema."""
    default = Parameter.empty if argument.is_needed else None
    kind = Annotated[Any, WithJsonSchema(argument.schema())]
    return Parameter(argument.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
