"""The name of the source of tables that no other source knows."""

TABLE = "table"
"""What `--source` and the database call it."""
