"""The same tools in the MCP server of datasette-mcp, from the same declarations; the tool for SQL is its own."""

from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any

import anyio.to_thread
import mcp_types as types
from mcp.server.mcpserver import Context, MCPServer
from pydantic import WithJsonSchema

from footydata.faces.agents.server import described, result_of
from footydata.faces.agents.tools import TOOLS, Tool, Toolbox, ToolReply, schema_of
from footydata.faces.pages.visibility import AGENTS, is_visible
from footydata.views.arguments import Argument


def register(server: MCPServer, datasette: Any, served: Callable[[], str | None]) -> None:
    """Add the tools to a server, for who may see the database. served: returns its name, None if there is none."""
    for tool in TOOLS:
        shown = described(tool)
        server.add_tool(
            _function(tool, datasette, served),
            name=shown.name,
            description=shown.description,
            annotations=shown.annotations,
            structured_output=False,
        )


async def _reply(
    tool: Tool,
    sent: Mapping[str, object],
    actor: object,
    datasette: Any,
    served: Callable[[], str | None],
) -> ToolReply:
    """The answer for the actor of a request, or why there is none."""
    await datasette.invoke_startup()
    name = served()
    if name is None:
        return ToolReply({"error": "no footydata file is attached"}, is_error=True)
    if not await is_visible(datasette, actor, name, AGENTS):
        return ToolReply({"error": f"you may not see the database {name!r}"}, is_error=True)
    toolbox = Toolbox(Path(datasette.databases[name].path))
    return await anyio.to_thread.run_sync(toolbox.call, tool.name, sent)


def _function(
    tool: Tool, datasette: Any, served: Callable[[], str | None]
) -> Callable[..., Awaitable[types.CallToolResult]]:
    """What the server calls for a tool. It checks no value, as the SDK's own messages are no sentences."""

    async def call(*, context: Context[Any, Any], **_: object) -> types.CallToolResult:
        request = context.request_context
        scope = getattr(request.request, "scope", None)
        actor = scope.get("actor") if isinstance(scope, Mapping) else None
        sent = (request.params or {}).get("arguments") or {}
        return result_of(await _reply(tool, sent, actor, datasette, served))

    call.__name__ = tool.name
    of_context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=Context)
    call.__dict__["__signature__"] = Signature(
        [of_context, *map(_parameter, tool.arguments.values())]
    )
    return call


def _parameter(argument: Argument) -> Parameter:
    """An argument as a parameter, of which the server makes the schema."""
    default = Parameter.empty if argument.is_needed else None
    kind = Annotated[Any, WithJsonSchema(schema_of(argument))]
    return Parameter(argument.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
