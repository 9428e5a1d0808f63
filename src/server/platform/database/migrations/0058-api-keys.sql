-- Keys with which programs of the shop's owner call the back office. The token is shown once; its hash is stored.
create table api_keys (
  id uuid primary key,
  name text not null,
  permissions text[] not null,
  token_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);

create unique index one_api_key_per_name on api_keys (name) where revoked_at is null;
