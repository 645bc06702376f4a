-- Who chose the default bookmaker: a person goes before a remote service. Without a row the recorded fixtures decide.
create table default_bookmaker (
  chosen_by text primary key check (chosen_by in ('person', 'remote')),
  bookmaker_id integer not null references bookmaker(id)
) strict, without rowid;

-- A stored default is the remote's where a pull has read its catalogue; else it was derived where the count gives it,
-- as it counts now or counted before (averages not last, ties by id); else a person chose it.
insert into default_bookmaker (chosen_by, bookmaker_id)
select 'remote', id from bookmaker
where is_default = 1 and exists (select 1 from pull where lists <> '') limit 1;

insert into default_bookmaker (chosen_by, bookmaker_id)
with recorded as materialized (
  select maker.id, maker.slug, maker.slug in ('market-average', 'market-best') as is_last, count(*) as fixtures
  from (select distinct fixture_id, bookmaker_id from odds) join bookmaker as maker on maker.id = bookmaker_id
  group by maker.id
)
select 'person', id from bookmaker
where is_default = 1 and not exists (select 1 from default_bookmaker)
  and id is not (select id from recorded order by is_last, fixtures desc, slug limit 1)
  and id is not (select id from recorded order by fixtures desc, id limit 1)
limit 1;
