-- Operators also search for changes of which there are few.
create index audit_log_by_action on audit_log (action, happened_at desc, id desc);

-- Why a film could not be made. `error` has it in English, in rows of older versions alone.
alter table film_jobs add column fault text;
