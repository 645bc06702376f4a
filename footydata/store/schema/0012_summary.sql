-- An edit of teams in one sentence.
alter table team_edit rename column told to summary;
