"""Datasette's pages for a football database: descriptions, names of rows, quick facets, the guide, and a guard."""
