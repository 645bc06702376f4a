-- What Datasette's pages show: leagues of one name are told apart by their country.

alter table league add column full_name text generated always as (name || ' (' || country_code || ')') virtual;

drop view match;

create view match as
  select fixture.id, datetime(fixture.kickoff_ts, 'unixepoch') as kickoff_utc, country.name as country,
         league.name as league, season.label as season, home.name as home, away.name as away, fixture.status,
         fixture.home_goals, fixture.away_goals, fixture.home_corners, fixture.away_corners,
         fixture.home_yellow + fixture.home_red as home_cards, fixture.away_yellow + fixture.away_red as away_cards,
         country.name || ' · ' || league.name as competition
  from fixture
  join league on league.id = fixture.league_id
  join country on country.code = league.country_code
  left join season on season.id = fixture.season_id
  join team as home on home.id = fixture.home_id
  join team as away on away.id = fixture.away_id;
