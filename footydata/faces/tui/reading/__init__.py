"""What the screens read: for each, the queries that it needs."""
