"""The stored database: schema, file, claims, what is written and what is read."""
