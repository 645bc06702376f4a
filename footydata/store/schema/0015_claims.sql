-- What each load said of each fixture; the rows of a fixture are what its claims amount to.

-- Whether a load might correct finished fixtures, and the first load of a run of overlapping files of one source.
alter table load add column corrects integer not null default 0 check (corrects in (0, 1));
alter table load add column run integer;

-- id: load id * 2^24 + a number, so that the claims of a load are one range. fetched_ts: null for the load's moment.
-- home_name, away_name: external_id of the names that the source gave the teams; null: it gave ids.
-- body: null for the only claim of a fixture, whose rows are what it says.
create table claim (
  id integer primary key,
  fixture_id integer not null references fixture(id),
  home_name integer,
  away_name integer,
  fetched_ts integer,
  body blob
) strict;
create index claim_by_fixture on claim(fixture_id);

-- A later load that said the same as a claim.
create table claim_again (
  claim_id integer not null,
  load_id integer not null,
  primary key (claim_id, load_id)
) strict, without rowid;
create index claim_again_by_load on claim_again(load_id);

-- The words in the bodies of claims.
create table code (
  id integer primary key,
  word text not null unique
) strict;

-- The evidence for a merge of teams that footydata made; null: an edit of the user, or of an older version.
alter table team_edit add column reason text;

-- The names that sources give, now with an id each.
create table external_name (
  source_id integer not null references source(id),
  kind text not null,
  scope text not null default '',
  key text not null,
  entity_id integer not null,
  id integer unique,
  primary key (source_id, kind, scope, key)
) strict, without rowid;
insert into external_name (source_id, kind, scope, key, entity_id, id)
select source_id, kind, scope, key, entity_id, row_number() over (order by source_id, kind, scope, key)
from external_id;
drop table external_id;
alter table external_name rename to external_id;
create index external_id_entity on external_id(kind, entity_id);
