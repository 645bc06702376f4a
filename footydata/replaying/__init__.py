"""A stored day, played again: each fixture as it stood at any moment of it, in a scratch database."""
