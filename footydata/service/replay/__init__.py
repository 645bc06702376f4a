"""Replays a stored day in a scratch database: each fixture as it was known at any moment of the day."""
