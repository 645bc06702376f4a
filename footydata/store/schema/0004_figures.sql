-- Figures that sources tell and the contract does not carry; names and units: register/figures.csv. half: 0 the whole
-- fixture, 1 its first half. A figure without sides (attendance) has its value as home's. A count is an integer, a sum
-- a real: `any` keeps both as they are.

create table fixture_figure (
  fixture_id integer not null references fixture(id),
  figure text not null,
  half integer not null default 0 check (half in (0, 1)),
  home any check (typeof(home) in ('integer', 'real', 'null')),
  away any check (typeof(away) in ('integer', 'real', 'null')),
  source_id integer not null references source(id),
  primary key (fixture_id, figure, half)
) strict, without rowid;

-- What was loaded before has none of them: such files are read again when they are loaded again.
delete from taken_page where source_id in (select id from source where name in ('football-data', 'statsbomb'));

drop view fixture_part;

create view fixture_part as
  with part(bit, part) as (values
    (1, 'base'), (2, 'goals'), (4, 'half_goals'), (8, 'corners'), (16, 'half_corners'), (32, 'cards'),
    (64, 'statistics'), (128, 'events'), (256, 'odds_summary'), (512, 'odds'), (1024, 'odds_history'),
    (2048, 'round'), (4096, 'referee'), (8192, 'further_figures'))
  select fixture_source.fixture_id, part.part, source.name as source,
         datetime(fixture_source.fetched_ts, 'unixepoch') as fetched_utc
  from fixture_source
  join source on source.id = fixture_source.source_id
  join part on fixture_source.parts & part.bit;
