-- Every table of a football database. STRICT throughout; times are unix seconds UTC; null means unknown.

create table country (
  code text primary key,
  name text not null,
  type text not null check (type in ('country', 'region'))
) strict;

create table league (
  id integer primary key,
  name text not null,
  short_name text,
  country_code text not null references country(code),
  has_standings integer not null default 1 check (has_standings in (0, 1)),
  esports integer not null default 0 check (esports in (0, 1)),
  min_plan text not null default 'free' check (min_plan in ('free', 'pro', 'ultra')),
  rules text
) strict;
create index league_country on league(country_code);

-- A survivor may itself have been retired: chains are followed when they are read.
create table retired_league (
  id integer primary key,
  survivor_id integer not null
) strict;

create table season (
  id integer primary key,
  league_id integer not null references league(id),
  label text not null,
  start_year integer not null,
  current integer not null default 0 check (current in (0, 1)),
  unique (league_id, label)
) strict;

create table team (
  id integer primary key,
  name text not null,
  country_code text references country(code)
) strict;
create index team_country on team(country_code);
create index team_by_name on team(name);

create table season_team (
  season_id integer not null references season(id),
  team_id integer not null references team(id),
  primary key (season_id, team_id)
) strict, without rowid;
create index season_team_team on season_team(team_id);

create table country_name (
  country_code text not null references country(code),
  lang text not null,
  name text not null,
  primary key (country_code, lang)
) strict, without rowid;

create table league_name (
  league_id integer not null references league(id),
  lang text not null,
  name text not null,
  primary key (league_id, lang)
) strict, without rowid;

create table team_name (
  team_id integer not null references team(id),
  lang text not null,
  name text not null,
  primary key (team_id, lang)
) strict, without rowid;

create table bookmaker (
  id integer primary key,
  name text not null,
  slug text not null unique,
  is_default integer not null default 0 check (is_default in (0, 1))
) strict;

create table fixture (
  id integer primary key,
  league_id integer not null references league(id),
  season_id integer references season(id),
  home_id integer not null references team(id),
  away_id integer not null references team(id),
  kickoff_ts integer not null,
  time_known integer not null default 1 check (time_known in (0, 1)),
  status text not null check (status in ('scheduled', 'live', 'finished')),
  state_detail text,
  esports integer not null default 0 check (esports in (0, 1)),
  round integer,
  stage text,
  in_table integer not null default 1 check (in_table in (0, 1)),
  home_goals integer,
  away_goals integer,
  half_home_goals integer,
  half_away_goals integer,
  home_corners integer,
  away_corners integer,
  half_home_corners integer,
  half_away_corners integer,
  home_yellow integer,
  away_yellow integer,
  home_red integer,
  away_red integer,
  referee text
) strict;

create table team_fixture (
  team_id integer not null references team(id),
  kickoff_ts integer not null,
  fixture_id integer not null references fixture(id),
  primary key (team_id, kickoff_ts, fixture_id)
) strict, without rowid;

create table statistics (
  fixture_id integer primary key references fixture(id),
  home_attacks integer,
  away_attacks integer,
  home_dangerous_attacks integer,
  away_dangerous_attacks integer,
  home_shots_on_target integer,
  away_shots_on_target integer,
  home_shots_off_target integer,
  away_shots_off_target integer,
  home_possession integer,
  away_possession integer,
  half_home_attacks integer,
  half_away_attacks integer,
  half_home_dangerous_attacks integer,
  half_away_dangerous_attacks integer,
  half_home_shots_on_target integer,
  half_away_shots_on_target integer,
  half_home_shots_off_target integer,
  half_away_shots_off_target integer,
  half_home_possession integer,
  half_away_possession integer
) strict;

-- In stored order: seq runs from 1 in chronological order; a period_score closes its half.
create table event (
  fixture_id integer not null references fixture(id),
  seq integer not null,
  type text not null,
  half integer not null check (half in (1, 2)),
  minute integer,
  stoppage integer,
  team text check (team in ('home', 'away')),
  count integer,
  player text,
  player_in text,
  player_out text,
  home_score integer,
  away_score integer,
  primary key (fixture_id, seq)
) strict, without rowid;

-- price_1, price_2, price_3 are the selections of the market's shape in order:
-- 1x2 home, draw, away; handicaps home, away; lines over, under; btts yes, no.
create table odds (
  fixture_id integer not null references fixture(id),
  bookmaker_id integer not null references bookmaker(id),
  market text not null,
  opening_line real,
  opening_price_1 real,
  opening_price_2 real,
  opening_price_3 real,
  closing_line real,
  closing_price_1 real,
  closing_price_2 real,
  closing_price_3 real,
  inplay_line real,
  inplay_price_1 real,
  inplay_price_2 real,
  inplay_price_3 real,
  primary key (fixture_id, bookmaker_id, market)
) strict, without rowid;

-- seq tells ticks of one second apart; prices null: the market was suspended.
create table odds_tick (
  fixture_id integer not null references fixture(id),
  bookmaker_id integer not null references bookmaker(id),
  market text not null,
  recorded_ts integer not null,
  seq integer not null default 0,
  minute integer,
  line real,
  price_1 real,
  price_2 real,
  price_3 real,
  home_score integer,
  away_score integer,
  primary key (fixture_id, bookmaker_id, market, recorded_ts, seq)
) strict, without rowid;

-- Our own fair line of a coming fixture, with the moment and the evidence.
create table fair_line (
  fixture_id integer not null references fixture(id),
  market text not null,
  line real,
  price_1 real not null,
  price_2 real not null,
  price_3 real,
  home_mean real not null,
  away_mean real not null,
  model text not null,
  fixtures_used integer not null,
  computed_ts integer not null,
  primary key (fixture_id, market)
) strict, without rowid;

create table points_adjustment (
  season_id integer not null references season(id),
  team_id integer not null references team(id),
  seq integer not null default 0,
  points integer not null,
  reason text,
  decided_on text,
  source text not null,
  primary key (season_id, team_id, seq)
) strict, without rowid;

-- The competition rules of a season where they differ from its league's (cut short, decided by points per game).
create table season_rules (
  season_id integer primary key references season(id),
  rules text not null,
  reason text,
  source text not null
) strict;

-- A data source; trust orders them where two tell the same figure (highest wins).
create table source (
  id integer primary key,
  name text not null unique,
  trust integer not null
) strict;

-- What a fixture holds from a source: parts is a set of bits (view fixture_part spells them out).
create table fixture_source (
  fixture_id integer not null references fixture(id),
  source_id integer not null references source(id),
  parts integer not null,
  fetched_ts integer not null,
  primary key (fixture_id, source_id)
) strict, without rowid;

-- Ids and spellings of other providers; they never resolve in the API.
-- kind: league, season, team, fixture or bookmaker; scope: the country or league in which a key is unique.
create table external_id (
  source_id integer not null references source(id),
  kind text not null,
  scope text not null default '',
  key text not null,
  entity_id integer not null,
  primary key (source_id, kind, scope, key)
) strict, without rowid;
create index external_id_entity on external_id(kind, entity_id);

-- How sources may call a team, by the user's word; spelling is normalised, source '' stands for every one,
-- scope is the country or region in whose competitions the team is called so.
create table team_alias (
  source text not null default '',
  scope text not null,
  spelling text not null,
  team_id integer not null references team(id),
  primary key (source, scope, spelling)
) strict, without rowid;
create index team_alias_team on team_alias(team_id);

-- A merge or alias by the user's word; gone_id: the team that a merge left no row of.
create table team_edit (
  id integer primary key,
  kind text not null check (kind in ('alias', 'merge')),
  team_id integer not null,
  gone_id integer,
  told text not null,
  made_ts integer not null,
  undone_ts integer
) strict;

-- What an edit changed, so that it can be undone: a row's key (JSON array), and its columns before and after
-- (JSON objects; null where the row was not there; the changed columns alone where it was there before and after).
create table team_edit_row (
  edit_id integer not null references team_edit(id),
  seq integer not null,
  changed text not null,
  key text not null,
  before text,
  after text,
  primary key (edit_id, seq)
) strict, without rowid;

-- A load or pull, and what it could not take.
create table load (
  id integer primary key,
  source_id integer not null references source(id),
  place text not null,
  started_ts integer not null,
  rows_read integer not null default 0,
  rows_kept integer not null default 0,
  rows_refused integer not null default 0,
  rows_changed integer not null default 0
) strict;

create table refused_row (
  load_id integer not null references load(id),
  seq integer not null,
  file text not null,
  row integer,
  reason text not null,
  text text,
  primary key (load_id, seq)
) strict, without rowid;

-- A page of a remote service or a file that was taken whole: unchanged ones are passed over by their digest.
create table taken_page (
  source_id integer not null references source(id),
  address text not null,
  digest text not null,
  etag text,
  taken_ts integer not null,
  primary key (source_id, address)
) strict, without rowid;

-- A pull of a remote service, and whether it came to its end. asked: what was asked for, as JSON;
-- lists: the lists that were planned when it began, as JSON, so that it is resumed as it was planned.
create table pull (
  id integer primary key,
  source_id integer not null references source(id),
  asked text not null,
  lists text not null,
  started_ts integer not null,
  finished_ts integer
) strict;

-- A page that a pull brought, written with what it brought. is_final: of finished fixtures, never asked for again.
create table pulled_page (
  source_id integer not null references source(id),
  address text not null,
  pull_id integer not null references pull(id),
  is_final integer not null check (is_final in (0, 1)),
  primary key (source_id, address)
) strict, without rowid;

create view fixture_part as
  with part(bit, part) as (values
    (1, 'base'), (2, 'goals'), (4, 'half_goals'), (8, 'corners'), (16, 'half_corners'), (32, 'cards'),
    (64, 'statistics'), (128, 'events'), (256, 'odds_summary'), (512, 'odds'), (1024, 'odds_history'),
    (2048, 'round'), (4096, 'referee'))
  select fixture_source.fixture_id, part.part, source.name as source,
         datetime(fixture_source.fetched_ts, 'unixepoch') as fetched_utc
  from fixture_source
  join source on source.id = fixture_source.source_id
  join part on fixture_source.parts & part.bit;

create view match as
  select fixture.id, datetime(fixture.kickoff_ts, 'unixepoch') as kickoff_utc, league.name as league,
         season.label as season, home.name as home, away.name as away, fixture.status,
         fixture.home_goals, fixture.away_goals, fixture.home_corners, fixture.away_corners,
         fixture.home_yellow + fixture.home_red as home_cards, fixture.away_yellow + fixture.away_red as away_cards
  from fixture
  join league on league.id = fixture.league_id
  left join season on season.id = fixture.season_id
  join team as home on home.id = fixture.home_id
  join team as away on away.id = fixture.away_id;
