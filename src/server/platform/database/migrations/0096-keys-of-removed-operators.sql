-- Until now keys went on working when the operator who had made them was removed.
with revoked as (
  update api_keys set revoked_at = now()
    where revoked_at is null
      and not exists (select from operators where email = api_keys.created_by and state != 'removed')
    returning id, name, created_by
)
insert into audit_log (id, happened_at, actor_kind, actor_name, action, record_type, record_id, before, after)
  select gen_random_uuid(), now(), 'job', 'job', 'key.revoked', 'keys', id::text, jsonb_build_object('name', name),
    jsonb_build_object('cause', 'operator.removed', 'operator', created_by)
  from revoked;
