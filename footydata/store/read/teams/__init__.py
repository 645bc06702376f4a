"""Teams, their names, and referees."""
