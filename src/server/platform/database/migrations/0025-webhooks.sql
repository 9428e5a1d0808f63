-- Addresses of other systems that are told of what happens in the shop (docs/behaviour/webhooks.md).
create table webhook_endpoints (
  id uuid primary key,
  url text not null,
  -- Names of the events that are sent to it.
  events text[] not null,
  created_at timestamptz not null,
  -- Set when the receiver answered 410: nothing is sent to it any more.
  disabled_at timestamptz,
  -- Failures since the last success; until `paused_until` nothing is sent.
  failures int not null default 0,
  paused_until timestamptz
);

-- An event for one endpoint, with the bytes that are sent at every attempt.
create table webhook_deliveries (
  event_id uuid not null,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  event text not null,
  body text not null,
  created_at timestamptz not null,
  -- Earliest next attempt; while an attempt runs, the end of its lease.
  due_at timestamptz not null,
  attempts int not null default 0,
  delivered_at timestamptz,
  -- Given up after the last attempt.
  failed_at timestamptz,
  -- The status of the last answer, or why there was none.
  last_result text,
  primary key (event_id, endpoint_id)
);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at)
  where delivered_at is null and failed_at is null;
create index webhook_deliveries_newest on webhook_deliveries (created_at desc, event_id, endpoint_id);
