-- Forecasts as they were made, each entry with the hash of the one before: only ever added to. It refers to no other
-- table and names its fixtures in words, so that no merge and no removal changes it.
create table sealed_forecast (
  seq integer primary key,
  sealed_ts integer not null,
  fixture_id integer not null,
  country text not null,
  league text not null,
  season text,
  kickoff_ts integer not null,
  home text not null,
  away text not null,
  market text not null,
  line real,
  price_1 real not null,
  price_2 real not null,
  price_3 real,
  ladder text,
  home_mean real not null,
  away_mean real not null,
  fixtures_used integer not null,
  model text not null,
  data_state text not null,
  previous text not null,
  hash text not null
) strict;

create trigger sealed_forecast_stays before update on sealed_forecast begin
  select raise(abort, 'a sealed forecast is never changed');
end;

create trigger sealed_forecast_is_kept before delete on sealed_forecast begin
  select raise(abort, 'a sealed forecast is never deleted');
end;
