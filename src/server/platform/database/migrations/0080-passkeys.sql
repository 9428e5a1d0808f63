-- Passkeys of shoppers. Public keys only: who reads this table cannot log in with it.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users,
  -- The name of the credential, chosen by the device; base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- What the device has counted; 0 where it does not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- Whether the device copies it to other devices of its owner.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);

create index passkeys_of_user on passkeys (user_id, created_at);

-- What a device has to sign, once: the row goes with its use.
create table passkey_challenges (
  challenge_hash bytea primary key,
  -- Whose passkey is to be added; null: a login, before anybody is known.
  user_id uuid references users,
  expires_at timestamptz not null
);

create index passkey_challenges_by_end on passkey_challenges (expires_at);
create index passkey_challenges_of_user on passkey_challenges (user_id) where user_id is not null;
