"""The sources of football data: one file a source, behind the protocol of `sources.protocol`."""
