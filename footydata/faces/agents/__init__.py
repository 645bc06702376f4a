"""Tools for agents: questions of football that a file answers, over the same doors as people have, and never writes.

`declaring` reads what a tool takes from its function, `tools` and `betting_tools` are the tools, `answers` gives each
answer its moment, sources and doubts, `calling` runs a tool with what a client sent, `server` speaks MCP over stdio.
"""
