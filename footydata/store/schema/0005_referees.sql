-- What a source called a fixture's referee where he goes by another name; of the sources, fixture.referee has the name
-- that the most trusted one means.

create table fixture_referee (
  fixture_id integer not null references fixture(id),
  source_id integer not null references source(id),
  spelling text not null,
  name text not null,
  primary key (fixture_id, source_id)
) strict, without rowid;

create index fixture_by_referee on fixture(referee, kickoff_ts, id) where referee is not null;
