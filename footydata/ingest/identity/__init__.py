"""Which league, season, team and fixture a source means."""
