-- Every table of a football database. STRICT throughout; times are unix seconds UTC; null means unknown.

create table country (
  code text primary key,
  name text not null,
  type text not null check (type in ('country', 'region'))
) strict;

-- full_name: leagues of one name are told apart by their country.
create table league (
  id integer primary key,
  name text not null,
  short_name text,
  country_code text not null references country(code),
  has_standings integer not null default 1 check (has_standings in (0, 1)),
  esports integer not null default 0 check (esports in (0, 1)),
  min_plan text not null default 'free' check (min_plan in ('free', 'pro', 'ultra')),
  rules text,
  full_name text generated always as (name || ' (' || country_code || ')') virtual
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

-- Members of which a service told, who stay without fixtures.
create table told_member (
  season_id integer not null references season(id),
  team_id integer not null references team(id),
  primary key (season_id, team_id)
) strict, without rowid;

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
  referee text,
  kickoff_utc text generated always as (datetime(kickoff_ts, 'unixepoch')) virtual
) strict;
-- A bulk load into an empty database drops and rebuilds the indexes.
create index fixture_by_kickoff on fixture(esports, kickoff_ts, id);
create index fixture_by_season on fixture(season_id, kickoff_ts, id);
create index fixture_by_league on fixture(league_id, kickoff_ts, id);
create index fixture_live on fixture(kickoff_ts, id) where status = 'live';
create index fixture_by_referee on fixture(referee, kickoff_ts, id) where referee is not null;
create index fixture_by_kickoff_utc on fixture(kickoff_utc);

-- fixture_id is no foreign key: without an index on it, each fixture that is deleted would read the whole table.
create table team_fixture (
  team_id integer not null references team(id),
  kickoff_ts integer not null,
  fixture_id integer not null,
  primary key (team_id, kickoff_ts, fixture_id)
) strict, without rowid;

-- What a source called a fixture's referee where he goes by another name; of the sources, fixture.referee has the name
-- that the most trusted one means.
create table fixture_referee (
  fixture_id integer not null references fixture(id),
  source_id integer not null references source(id),
  spelling text not null,
  name text not null,
  primary key (fixture_id, source_id)
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

-- What a cup adds to a fixture: how it ended beyond ninety minutes, and its place in the tournament. The figures of
-- `fixture` stay those of ninety minutes. on_penalties: some sources have the winner of a shootout and not its score.
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
  away_from text,
  on_penalties integer check (on_penalties in (0, 1))
) strict;

-- Where a fixture was played.
create table venue (
  fixture_id integer primary key references fixture(id),
  ground text,
  city text,
  venue_country text,
  neutral integer check (neutral in (0, 1))
) strict;

-- In stored order: seq runs from 1 in chronological order; a period_score closes its half. detail: of a goal,
-- penalty or own_goal.
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
  detail text,
  primary key (fixture_id, seq)
) strict, without rowid;

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

-- The lines of a market beside the main one, which is in odds.
create table odds_line (
  fixture_id integer not null references fixture(id),
  bookmaker_id integer not null references bookmaker(id),
  market text not null,
  period text not null check (period in ('opening', 'closing', 'inplay')),
  line real not null,
  price_1 real not null,
  price_2 real not null,
  primary key (fixture_id, bookmaker_id, market, period, line)
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

-- Our own fair line of a coming fixture, with the moment, the evidence, and how sure it is.
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
  home_seen integer,
  away_seen integer,
  sample real,
  price_1_low real,
  price_1_high real,
  price_2_low real,
  price_2_high real,
  price_3_low real,
  price_3_high real,
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

-- A data source; trust orders them where two tell the same figure (highest wins). own_trust: the trust that the source
-- itself has, where a person has chosen another order; null: trust is the source's own.
create table source (
  id integer primary key,
  name text not null unique,
  trust integer not null,
  own_trust integer
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
-- kind: league, season, team, fixture or bookmaker; scope: the country or league in which a key is unique;
-- id: by which claims refer to it. base_id: the team that a name means before anything is decided, a function of the
-- name and the register; null for all but names of teams of sources without ids of ours.
create table external_id (
  source_id integer not null references source(id),
  kind text not null,
  scope text not null default '',
  key text not null,
  entity_id integer not null,
  id integer unique,
  base_id integer,
  primary key (source_id, kind, scope, key)
) strict, without rowid;
create index external_id_entity on external_id(kind, entity_id);
create index external_id_base on external_id(base_id) where base_id is not null;

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

-- What was decided of teams. merge: the names of gone_id mean team_id; alias: a spelling means team_id. Both are ids of
-- ours, also of a team that is stored under a service's id. scope: the country of team_id; of an alias, that of the
-- competitions. summary: the edit in one sentence. reason: the evidence for a merge that footydata made, null for the
-- user's. points: the rows of points_adjustment that a merge moved, as JSON.
create table team_edit (
  id integer primary key,
  kind text not null check (kind in ('alias', 'merge')),
  team_id integer not null,
  gone_id integer,
  summary text not null,
  made_ts integer not null,
  undone_ts integer,
  reason text,
  scope text,
  source text,
  spelling text,
  points text
) strict;

-- A load or pull, and what it could not take. league: the competition that was named for a file, as COUNTRY/NAME.
-- corrects: whether it might correct finished fixtures; run: the first load of a run of overlapping files of one source.
create table load (
  id integer primary key,
  source_id integer not null references source(id),
  place text not null,
  started_ts integer not null,
  rows_read integer not null default 0,
  rows_kept integer not null default 0,
  rows_refused integer not null default 0,
  rows_changed integer not null default 0,
  kind text not null default 'file' check (kind in ('file', 'fetch', 'pull')),
  path text,
  fixtures_new integer,
  fixtures_changed integer,
  fixtures_same integer,
  fixtures_conflicting integer,
  league text,
  corrects integer not null default 0 check (corrects in (0, 1)),
  run integer
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

-- A detail that a service's load said of a fixture that no page has told yet, or of its default bookmaker before that
-- is known; body: the parsed record.
create table waiting_detail (
  load_id integer not null references load(id),
  seq integer not null,
  fixture_id integer not null,
  needs_default integer not null check (needs_default in (0, 1)),
  body blob not null,
  primary key (load_id, seq)
) strict;

-- What each load said of each fixture; the rows of a fixture are what its claims amount to.
-- home_name, away_name: external_id of the names that the source gave the teams; null: it gave ids.
-- body: null for the only claim of a fixture, whose rows are what it says. exchanged: whether the source has the sides
-- in the other order, as on neutral ground.
create table claim (
  id integer primary key,
  load_id integer not null,
  fixture_id integer not null references fixture(id),
  home_name integer,
  away_name integer,
  body blob,
  exchanged integer not null default 0 check (exchanged in (0, 1))
) strict;
create index claim_by_fixture on claim(fixture_id);
create index claim_by_load on claim(load_id);

-- A later load that said the same as a claim.
create table claim_again (
  claim_id integer not null,
  load_id integer not null,
  primary key (claim_id, load_id)
) strict, without rowid;
create index claim_again_by_load on claim_again(load_id);

-- The fixtures that ids of ours named before they went or got another id: what a person wrote down may still mean them.
create table former_fixture (
  fixture_id integer not null,
  kickoff_ts integer not null,
  home_id integer not null,
  away_id integer not null,
  primary key (fixture_id, kickoff_ts, home_id, away_id)
) strict, without rowid;
create trigger fixture_that_goes_is_former after delete on fixture when old.id >= 1000000000 begin
  insert or ignore into former_fixture values (old.id, old.kickoff_ts, old.home_id, old.away_id);
end;
create trigger fixture_with_another_id_is_former after update of id on fixture when old.id <> new.id begin
  insert or ignore into former_fixture values (old.id, old.kickoff_ts, old.home_id, old.away_id);
end;

-- A page of a remote service or a file that was taken whole: unchanged ones are passed over by their digest.
create table taken_page (
  source_id integer not null references source(id),
  address text not null,
  digest text not null,
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
  finished_ts integer,
  load_id integer
) strict;

-- A page that a pull brought, written with what it brought. is_final: of finished fixtures, never asked for again.
create table pulled_page (
  source_id integer not null references source(id),
  address text not null,
  pull_id integer not null references pull(id),
  is_final integer not null check (is_final in (0, 1)),
  primary key (source_id, address)
) strict, without rowid;

-- A season of a public site that was asked for, so that 'footydata update' can ask for it again. season: as it was
-- written, '' where one file holds all. No key is ever stored.
create table fetched_season (
  site text not null,
  base_url text not null,
  league text not null,
  season text not null,
  primary key (site, base_url, league, season)
) strict, without rowid;

-- To which register the stored rows were updated.
create table register_state (
  id integer primary key check (id = 1),
  digest text not null
) strict;

-- How tables with a header are read that no source knows. header: the names of its columns as JSON; map: as JSON.
create table table_map (
  header text primary key,
  map text not null,
  saved_ts integer not null
) strict, without rowid;

-- Who chose the default bookmaker: a person goes before a remote service. Without a row the recorded fixtures decide.
create table default_bookmaker (
  chosen_by text primary key check (chosen_by in ('person', 'remote')),
  bookmaker_id integer not null references bookmaker(id)
) strict, without rowid;

-- By how many fixtures the default bookmaker led the next one when they were last counted, and the last load then.
create table default_lead (
  id integer primary key check (id = 1),
  load_id integer not null,
  fixtures integer not null
) strict;

-- Later loads are bounded by their claims; a fixture that goes takes its claims with it.
create trigger lead_is_counted_again after delete on fixture begin
  delete from default_lead;
end;

-- How a season may end: computed, so it goes with the season or the team that it is of.
create table projection (
  season_id integer primary key references season(id) on delete cascade,
  as_of_ts integer not null,
  computed_ts integer not null,
  runs integer not null,
  model text not null,
  fixtures_used integer not null,
  to_come integer not null,
  added integer not null,
  teams integer not null,
  zones text not null,
  notes text not null
) strict;

-- places: the chance of each place, as a JSON list; zones: zone (title, promotion, relegation ...) to its chance.
create table projected_team (
  season_id integer not null references season(id) on delete cascade,
  team_id integer not null references team(id) on delete cascade,
  position integer not null,
  played integer not null,
  points integer not null,
  mean_points real not null,
  low_points real not null,
  high_points real not null,
  places text not null,
  zones text not null,
  primary key (season_id, team_id)
) strict, without rowid;

create index projected_team_by_team on projected_team(team_id);

-- Rows are also taken away with foreign keys off.
create trigger projection_goes_with_its_season after delete on season begin
  delete from projection where season_id = old.id;
  delete from projected_team where season_id = old.id;
end;

create trigger projection_goes_with_its_team after delete on team begin
  delete from projected_team where team_id = old.id;
end;

-- All lines of each market: a row of odds, with the main line, then one a further line.
create view odds_ladder as
  select * from odds
  union all
  select fixture_id, bookmaker_id, market,
         max(line) filter (where period = 'opening'), max(price_1) filter (where period = 'opening'),
         max(price_2) filter (where period = 'opening'), null,
         max(line) filter (where period = 'closing'), max(price_1) filter (where period = 'closing'),
         max(price_2) filter (where period = 'closing'), null,
         max(line) filter (where period = 'inplay'), max(price_1) filter (where period = 'inplay'),
         max(price_2) filter (where period = 'inplay'), null
  from odds_line group by fixture_id, bookmaker_id, market, line;

create view fixture_part as
  with part(bit, part) as (values
    (1, 'base'), (2, 'goals'), (4, 'half_goals'), (8, 'corners'), (16, 'half_corners'), (32, 'cards'),
    (64, 'statistics'), (128, 'events'), (256, 'odds_summary'), (512, 'odds'), (1024, 'odds_history'),
    (2048, 'round'), (4096, 'referee'), (8192, 'further_figures'), (16384, 'knockout'), (32768, 'venue'),
    (65536, 'bare_result'))
  select fixture_source.fixture_id, part.part, source.name as source,
         datetime(fixture_source.fetched_ts, 'unixepoch') as fetched_utc
  from fixture_source
  join source on source.id = fixture_source.source_id
  join part on fixture_source.parts & part.bit;

-- Names are looked up only for the rows that are shown: sorted by any column but the kickoff, a page reads each
-- fixture once.
create view match as
  select fixture.id, fixture.kickoff_utc,
         (select country.name from country where country.code = league.country_code) as country,
         league.name as league, season.label as season,
         (select team.name from team where team.id = fixture.home_id) as home,
         (select team.name from team where team.id = fixture.away_id) as away, fixture.status,
         fixture.home_goals, fixture.away_goals, fixture.home_corners, fixture.away_corners,
         fixture.home_yellow + fixture.home_red as home_cards, fixture.away_yellow + fixture.away_red as away_cards,
         (select country.name from country where country.code = league.country_code)
           || ' · ' || league.name as competition
  from fixture
  join league on league.id = fixture.league_id
  left join season on season.id = fixture.season_id;
