"""Imports parsed records into the database: one way for every source, for files and pulls alike."""
