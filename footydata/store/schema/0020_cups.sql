-- What a cup adds to a fixture: how it ended beyond ninety minutes, its place in the tournament, where it was played.
-- The figures of `fixture` stay those of ninety minutes.

create table knockout (
  fixture_id integer primary key references fixture(id),
  extra_home_goals integer,
  extra_away_goals integer,
  shootout_home_goals integer,
  shootout_away_goals integer,
  final_home_goals integer,
  final_away_goals integer,
  through text check (through in ('home', 'away')),
  number integer,
  home_from text,
  away_from text
) strict;

create table venue (
  fixture_id integer primary key references fixture(id),
  ground text,
  city text,
  venue_country text,
  neutral integer check (neutral in (0, 1))
) strict;

-- Of a goal: penalty or own_goal. Without a check, which would read every stored event.
alter table event add column detail text;

-- The timeline goes on in extra time; apart from `event`, as it counts in no figure of ninety minutes.
create table extra_event (
  fixture_id integer not null references fixture(id),
  seq integer not null,
  type text not null,
  half integer not null check (half in (3, 4)),
  minute integer,
  stoppage integer,
  team text check (team in ('home', 'away')),
  count integer,
  player text,
  player_in text,
  player_out text,
  home_score integer,
  away_score integer,
  detail text check (detail in ('penalty', 'own_goal')),
  primary key (fixture_id, seq)
) strict, without rowid;

-- Coming fixtures of which a side is not known yet, as each load tells them.
create table placeholder (
  load_id integer not null references load(id),
  seq integer not null,
  league_id integer not null references league(id),
  season_id integer not null references season(id),
  kickoff_ts integer not null,
  time_known integer not null check (time_known in (0, 1)),
  round integer,
  stage text,
  number integer,
  home text not null,
  away text not null,
  home_id integer references team(id),
  away_id integer references team(id),
  ground text,
  city text,
  primary key (load_id, seq)
) strict, without rowid;
create index placeholder_by_season on placeholder(season_id);

-- What was loaded before has none of them: such files are read again when they are loaded again.
delete from taken_page where source_id in (select id from source where name in ('openfootball', 'statsbomb'));

drop view fixture_part;

create view fixture_part as
  with part(bit, part) as (values
    (1, 'base'), (2, 'goals'), (4, 'half_goals'), (8, 'corners'), (16, 'half_corners'), (32, 'cards'),
    (64, 'statistics'), (128, 'events'), (256, 'odds_summary'), (512, 'odds'), (1024, 'odds_history'),
    (2048, 'round'), (4096, 'referee'), (8192, 'further_figures'), (16384, 'knockout'), (32768, 'venue'))
  select fixture_source.fixture_id, part.part, source.name as source,
         datetime(fixture_source.fetched_ts, 'unixepoch') as fetched_utc
  from fixture_source
  join source on source.id = fixture_source.source_id
  join part on fixture_source.parts & part.bit;
