"""Imports parsed records into the database: one way for every source, for files and pulls alike.

Records of `footydata.sources` come in, rows of `footydata.store` leave, and a report says what became of each record.
The modules in the order in which they are best read:

1. A load, from paths to a report. `files` loads files, one transaction each: `planning` finds them, recognises their
   sources, puts them in order, and tells how tables are read that no source knows; `report` counts what was read,
   stored, replaced and refused.
2. One run. `importer` takes the records of each file, and of each page that `ingest.mirroring` pulls, inside a
   transaction; `valid_records` refuses those that no fixture can be or no database store, and those of packages that
   are not of the declared types.
3. Whose record it is. `resolve` has what all files of the run share, finds the league, season, team and bookmaker that
   a source means, or makes a new one, and suggests the country of an unknown competition; `clubs` tells which team a
   name means, by the register and what was decided; `service_pages` stores those of a service under its ids, and its
   pages in bulk.
4. What was said of the fixture. `write` finds the fixture that a parsed one is: it belongs to what was said of its
   season before, by the rule of `rules.duplicates` (footydata.store.claims: regrouping). `claiming` writes what a load
   says of it as a claim, and tells where a source contradicts what is stored; the fixture's rows are what its claims
   amount to (footydata.store.claims: merging, regrouping). `waiting` has coming fixtures whose sides are not known and
   details whose fixture no page has told yet.
5. After the records. `deriving` lets each name mean what it now does, groups what was said of the seasons concerned into
   fixtures (footydata.store.claims.regrouping) and finds the clubs that agreeing fixtures show to be one. `seasons`
   updates members and the current season, with what the register knows of a season, and brings stored rows up to a
   newer register.
6. Changes that the user asks for. `decisions` writes decisions on teams and undoes them, sets the order in which sources
   are believed, and reads a person's own list of points given or taken. `unloading` takes a load back, or a league or
   season. All of them end with `deriving`.
7. `uniting_files` imports what another footydata file has.
8. `fetching` downloads seasons from public sites, and loads them.
"""
