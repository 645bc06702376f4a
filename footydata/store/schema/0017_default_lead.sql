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
