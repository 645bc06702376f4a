"""Pages in words beside Datasette's tables: the days of a football database, its fixtures, leagues and teams."""
