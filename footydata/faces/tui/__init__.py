"""The terminal browser."""
