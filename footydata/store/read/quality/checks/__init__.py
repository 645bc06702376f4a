"""What is looked for in a database, a module a subject."""
