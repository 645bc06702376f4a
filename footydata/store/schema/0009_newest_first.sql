-- What Datasette's pages show first is what is newest, at a million fixtures too; sorted by any other column they read
-- each fixture once, and look names up for those alone that they show.

alter table fixture add column kickoff_utc text generated always as (datetime(kickoff_ts, 'unixepoch')) virtual;
create index fixture_by_kickoff_utc on fixture(kickoff_utc);

drop view match;

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
