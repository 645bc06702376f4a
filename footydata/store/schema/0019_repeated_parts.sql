-- The parts that the later load gave of what the claim says, as in fixture_source.parts; null: all of them.
alter table claim_again add column parts integer;
