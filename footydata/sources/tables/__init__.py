"""Tables of anyone: files that no source knows, read as rows of text.

Nothing here knows what a column means, and no database.
"""

TABLE = "table"
"""What `--source` and the database call the source of these tables."""
