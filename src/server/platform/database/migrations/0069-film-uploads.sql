-- Films that come from the back office part by part before they are made, and films that were called off.
alter table film_jobs drop constraint film_jobs_state_check;
alter table film_jobs add constraint film_jobs_state_check
  check (state in ('uploading', 'waiting', 'running', 'done', 'failed', 'cancelled'));
-- What people called the file.
alter table film_jobs add column file_name text;
update film_jobs set file_name = source;
alter table film_jobs alter column file_name set not null;
-- Bytes of an upload, and how many of them are there; null for a file that was on the machine.
alter table film_jobs add column bytes bigint check (bytes > 0);
alter table film_jobs add column received bigint not null default 0;

drop index one_film_job_at_a_time;
create unique index one_film_job_at_a_time on film_jobs (lesson_id) where state in ('uploading', 'waiting', 'running');
