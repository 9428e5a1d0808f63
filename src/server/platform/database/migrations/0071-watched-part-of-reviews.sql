-- The share of a course's lessons that the author had finished when writing; null for earlier reviews and other products.
alter table reviews
  add column watched_percent smallint check (watched_percent between 0 and 100);
