-- The trust that a source itself has, where a person has chosen another order; null: trust is the source's own.
alter table source add column own_trust integer;
