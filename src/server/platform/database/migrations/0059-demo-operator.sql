-- The operator whose password and second factor the start of a demo prints. A live shop does not start with it.
alter table operators add column is_demo boolean not null default false;
