-- How tables with a header are read that no source knows. header: the names of its columns as JSON; map: as JSON.
create table table_map (
  header text primary key,
  map text not null,
  saved_ts integer not null
) strict, without rowid;
