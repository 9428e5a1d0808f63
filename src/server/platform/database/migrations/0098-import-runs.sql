-- How far the last import of each kind is or was. It is written beside the import's own transaction, so that others see
-- it; only the end is written within, so that it is there exactly when the rows are.
create table import_runs (
  subject text primary key check (subject in ('products', 'customers')),
  begun_at timestamptz not null,
  rows integer not null check (rows >= 0),
  written integer not null check (written between 0 and rows),
  finished_at timestamptz
);
