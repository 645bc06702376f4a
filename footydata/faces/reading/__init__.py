"""What screens and pages read: for each, the queries that it needs."""
