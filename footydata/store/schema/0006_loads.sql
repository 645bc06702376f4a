-- Which load brought what, so that a load can be taken back; a load of before can't be.

alter table load add column kind text not null default 'file' check (kind in ('file', 'fetch', 'pull'));
alter table load add column path text;
alter table load add column fixtures_new integer;
alter table load add column fixtures_changed integer;
alter table load add column fixtures_same integer;
alter table load add column fixtures_conflicting integer;

alter table pull add column load_id integer;

-- A load that gave a fixture; load_id 0: a load of before this was noted.
-- cells_id: what of it the load gave as it stands; null: all that is stored of it.
create table fixture_load (
  fixture_id integer not null references fixture(id),
  load_id integer not null,
  cells_id integer,
  primary key (fixture_id, load_id)
) strict, without rowid;

-- Names of figures, quotes and parts of a fixture, apart by blanks: the fixtures of one file have few such lists.
create table cell_list (
  id integer primary key,
  cells text not null unique
) strict;

-- A column of a fixture that a load changed and that is never unknown: the kickoff, the status.
create table fixture_change (
  fixture_id integer not null references fixture(id),
  load_id integer not null,
  name text not null,
  before any,
  after any,
  primary key (fixture_id, load_id, name)
) strict, without rowid;

-- A finished figure that a load replaced.
create table replaced_value (
  load_id integer not null,
  seq integer not null,
  fixture_id integer not null,
  what text not null,
  stored text not null,
  replaced_by text not null,
  primary key (load_id, seq)
) strict, without rowid;

-- A club, season, name or other row of the catalogue that a load made; key_1 to key_4: its key.
-- load_id 0: the load was taken back, and others may still need the row.
create table load_row (
  changed text not null,
  key_1 any not null,
  key_2 any not null default '',
  key_3 any not null default '',
  key_4 any not null default '',
  load_id integer not null,
  primary key (changed, key_1, key_2, key_3, key_4)
) strict, without rowid;
