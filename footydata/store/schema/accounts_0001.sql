-- The accounts file: API keys by their digest, their windows and their use. It never lies in a football database.

create table account (
  id integer primary key,
  digest blob not null unique,
  prefix text not null unique,
  name text,
  plan text not null check (plan in ('free', 'pro', 'ultra')),
  rate_limit integer check (rate_limit > 0),
  rate_seconds integer check (rate_seconds > 0),
  expires_ts integer,
  history_from_ts integer,
  created_ts integer not null,
  revoked_ts integer,
  check ((rate_limit is null) = (rate_seconds is null))
) strict;

-- What was taken of a window; id grows, so that the oldest rows can go whatever their clock said.
create table rate_window (
  id integer primary key,
  account_id integer not null references account(id),
  start_ts integer not null,
  taken integer not null,
  unique (account_id, start_ts)
) strict;

create table day_usage (
  account_id integer not null references account(id),
  day integer not null,
  requests integer not null,
  primary key (account_id, day)
) strict, without rowid;

-- Counts the changes of accounts, so that other processes notice them among the writes of windows.
create table account_revision (
  id integer primary key check (id = 1),
  number integer not null
) strict;
insert into account_revision (id, number) values (1, 0);
create trigger account_created after insert on account begin
  update account_revision set number = number + 1;
end;
create trigger account_changed after update on account begin
  update account_revision set number = number + 1;
end;
create trigger account_deleted after delete on account begin
  update account_revision set number = number + 1;
end;
