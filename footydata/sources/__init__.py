"""The sources of football data: one module per source, behind the protocol of `sources.protocol`."""
