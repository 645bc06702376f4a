"""The v1 contract as data: terms, errors, markets, plans, parameters, endpoints."""
