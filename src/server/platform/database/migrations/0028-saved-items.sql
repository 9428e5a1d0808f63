-- Cart lines that a learner has put aside for later; at most 50, counted under the lock of the learner's cart.
create table saved_items (
  user_id uuid not null references users (id) on delete cascade,
  line_id text not null,
  product_id text not null references products (id),
  quantity integer not null check (quantity between 1 and 999),
  custom_properties jsonb not null,
  saved_at timestamptz not null,
  primary key (user_id, line_id)
);
create index saved_items_newest on saved_items (user_id, saved_at desc);
