-- When the server delivered the film of a paid lesson to somebody: the right of withdrawal hangs on it.
create table film_deliveries (
  user_id uuid not null references users (id) on delete cascade,
  lesson_id text not null references lessons (id),
  first_delivered_at timestamptz not null,
  last_delivered_at timestamptz not null,
  primary key (user_id, lesson_id)
);
