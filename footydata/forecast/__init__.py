"""Models of counts: fair lines for goals, corners and cards."""
