-- Where things came from, so that 'footydata update' can ask for them again. No key is ever stored.

-- The competition that was named for a file, as COUNTRY/NAME.
alter table load add column league text;

-- A season of a public site that was asked for; season: as it was written, '' where one file holds all.
create table fetched_season (
  site text not null,
  base_url text not null,
  league text not null,
  season text not null,
  primary key (site, base_url, league, season)
) strict, without rowid;
