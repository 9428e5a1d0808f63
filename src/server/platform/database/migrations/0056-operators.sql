-- The people who run the shop. They are no shoppers: nothing here points to users. A removed operator keeps the row,
-- because what they have done names it; the address is free for a new one.
create table operators (
  id uuid primary key,
  email text not null,
  name text not null,
  role text not null check (role in ('owner', 'support', 'editor', 'bookkeeper')),
  state text not null check (state in ('invited', 'active', 'removed')),
  password_hash text,
  -- The secret of the second factor is derived from it, the id and the server's own secret.
  factor_salt text not null,
  -- The newest time step whose code was used: no code works twice.
  factor_step integer not null default 0,
  recovery_hashes bytea[] not null default '{}',
  invitation_hash bytea unique,
  invitation_ends_at timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint active_operators_have_a_password check (state <> 'active' or password_hash is not null),
  constraint removed_operators_have_a_day check ((state = 'removed') = (removed_at is not null)),
  constraint invitations_end check ((invitation_hash is null) = (invitation_ends_at is null))
);

create unique index one_operator_per_email on operators (email) where state <> 'removed';

create table operator_sessions (
  id uuid primary key,
  operator_id uuid not null references operators (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  -- The last proof of the second factor.
  proved_at timestamptz not null,
  network text not null,
  device text not null,
  ended_at timestamptz
);

create index operator_sessions_by_operator on operator_sessions (operator_id);
create index operator_sessions_by_use on operator_sessions (last_used_at);
