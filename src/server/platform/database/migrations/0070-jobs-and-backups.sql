-- How the runs of each background job end, and which backups were made: for the back office.
create table job_runs (
  name text primary key,
  -- The end of the last run that did not fail.
  finished_at timestamptz,
  failed_at timestamptz,
  -- Code or name of the last fault.
  failure text,
  -- Runs that have failed one after the other.
  failures integer not null default 0
);

create table backups (
  id uuid primary key default gen_random_uuid(),
  made_at timestamptz not null,
  folder text not null,
  rows bigint not null
);

create index backups_by_time on backups (made_at desc);
