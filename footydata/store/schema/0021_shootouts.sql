-- Whether a shootout decided: some sources have its winner and not its score.
alter table knockout add column on_penalties integer check (on_penalties in (0, 1));

-- What was loaded before does not say it: such files are read again when they are loaded again.
delete from taken_page where source_id in (select id from source where name = 'internationals');
