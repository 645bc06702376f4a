"""Leagues, seasons and their tables."""
