-- What a fair line rests on, and how sure it is; null in lines of an older model.
alter table fair_line add column home_seen integer;
alter table fair_line add column away_seen integer;
alter table fair_line add column sample real;
alter table fair_line add column price_1_low real;
alter table fair_line add column price_1_high real;
alter table fair_line add column price_2_low real;
alter table fair_line add column price_2_high real;
alter table fair_line add column price_3_low real;
alter table fair_line add column price_3_high real;
