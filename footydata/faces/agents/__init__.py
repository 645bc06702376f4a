"""Tools for agents: questions of football that a file answers, over the same views as people have, and never writes.

`tools` are the views with what each tool takes and tells, `answers` gives each answer its moment, sources and doubts,
`server` speaks MCP over stdio.
"""
