"""The read side: every read of SQLite, flat rows out."""
