"""The register: packaged facts about competitions, teams, bookmakers and decisions, and the modules that read them.

The facts are CSV files, read when they are first needed, one country at a time. Clubs, their spellings and the former
names of competitions come from openfootball/clubs and openfootball/leagues (CC0 1.0), the rest is the project's own.
`build` merges a newer checkout of openfootball/clubs.
"""
