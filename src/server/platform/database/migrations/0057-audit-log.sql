-- Who has changed what. Rows are added and read, never changed; they are deleted when nobody needs them any more, which is
-- after three years by the database's own clock.
create table audit_log (
  id uuid primary key,
  happened_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('operator', 'key', 'command', 'job')),
  -- Of an operator or key.
  actor_id uuid,
  actor_name text not null,
  -- Where from; null for commands and jobs.
  network text,
  action text not null,
  record_type text not null,
  record_id text not null,
  before jsonb,
  after jsonb
);

create index audit_log_by_time on audit_log (happened_at desc, id desc);
create index audit_log_by_record on audit_log (record_type, record_id, happened_at desc);
create index audit_log_by_actor on audit_log (actor_name, happened_at desc);

create function refuse_changes_of_audit_log() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.happened_at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'audit_log is only added to';
end
$$;

create trigger audit_log_is_only_added_to before update or delete on audit_log
  for each row execute function refuse_changes_of_audit_log();
