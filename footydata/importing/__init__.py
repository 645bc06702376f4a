"""Imports: parsed records become rows of the database, the one way for every source, files and pulls alike."""
