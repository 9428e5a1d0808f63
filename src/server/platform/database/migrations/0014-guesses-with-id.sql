-- Wrong guesses of a mailed code by whoever asked for it, apart from those of everybody else.
alter table one_time_tokens add column failed_guesses_with_id integer not null default 0;
