-- The indexes of the fixture table; a bulk load into an empty database drops and rebuilds them.

create index fixture_by_kickoff on fixture(esports, kickoff_ts, id);
create index fixture_by_season on fixture(season_id, kickoff_ts, id);
create index fixture_by_league on fixture(league_id, kickoff_ts, id);
create index fixture_live on fixture(kickoff_ts, id) where status = 'live';
