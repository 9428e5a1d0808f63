-- When it was last looked up whether anything still names a replaced film; null: not yet. Each is looked up once a day.
alter table films add column checked_at timestamptz;
create index replaced_films on films (replaced_at) where replaced_at is not null;
