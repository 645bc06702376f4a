-- What the notes of loads said of fixtures is in their claims.

drop table fixture_load;
drop table cell_list;
drop table fixture_change;
