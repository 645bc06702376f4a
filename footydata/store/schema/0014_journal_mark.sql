-- By which a write-ahead journal is known to belong to this file; see write_ahead.
create table journal_mark (
  id integer primary key check (id = 1),
  mark text not null
) strict;
insert into journal_mark (id, mark) values (1, 'footydata ' || lower(hex(randomblob(8))) || printf(' %016x %016x %016x %016x', 0, 0, 0, 0));
