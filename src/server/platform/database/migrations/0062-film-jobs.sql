-- Films that an operator has brought and that are being made. What is made lies in files, so that a job goes on behind it.
create table film_jobs (
  id uuid primary key,
  lesson_id text not null references lessons (id),
  -- Path of the source, with its size and time of change: another source is another film.
  source text not null,
  version text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  -- What is being made.
  step text not null,
  percent integer not null check (percent between 0 and 100),
  error text,
  film_id uuid not null,
  film_key bytea not null check (octet_length(film_key) = 16),
  -- A job that runs belongs to a process until then.
  leased_until timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null
);

create unique index one_film_job_at_a_time on film_jobs (lesson_id) where state in ('waiting', 'running');
