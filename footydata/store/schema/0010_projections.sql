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

create table projected_team (
  season_id integer not null references season(id) on delete cascade,
  team_id integer not null references team(id) on delete cascade,
  position integer not null,
  played integer not null,
  points integer not null,
  mean_points real not null,
  low_points real not null,
  high_points real not null,
  primary key (season_id, team_id)
) strict, without rowid;

-- A place that a team takes in some of the endings.
create table projected_place (
  season_id integer not null references season(id) on delete cascade,
  team_id integer not null references team(id) on delete cascade,
  place integer not null,
  chance real not null,
  primary key (season_id, team_id, place)
) strict, without rowid;

-- zone: title, promotion, relegation ...
create table projected_zone (
  season_id integer not null references season(id) on delete cascade,
  team_id integer not null references team(id) on delete cascade,
  zone text not null,
  chance real not null,
  primary key (season_id, team_id, zone)
) strict, without rowid;

create index projected_team_by_team on projected_team(team_id);
create index projected_place_by_team on projected_place(team_id);
create index projected_zone_by_team on projected_zone(team_id);

-- Rows are also taken away with foreign keys off.
create trigger projection_goes_with_its_season after delete on season begin
  delete from projection where season_id = old.id;
  delete from projected_team where season_id = old.id;
  delete from projected_place where season_id = old.id;
  delete from projected_zone where season_id = old.id;
end;

create trigger projection_goes_with_its_team after delete on team begin
  delete from projected_team where team_id = old.id;
  delete from projected_place where team_id = old.id;
  delete from projected_zone where team_id = old.id;
end;
