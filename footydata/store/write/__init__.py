"""Writes rows, and records of where they came from."""
