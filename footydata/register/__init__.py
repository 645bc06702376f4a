"""The register: competitions, teams, bookmakers and decisions that we know by name, and the modules that read them.

CSV files, read when they are first asked, a country at a time; they know no database. Clubs, their spellings and
the names of competitions by years come from openfootball/clubs and openfootball/leagues (CC0 1.0), the rest is the
project's own. `build` brings in a newer checkout of openfootball/clubs.
"""
