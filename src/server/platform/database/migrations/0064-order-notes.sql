-- What operators tell each other about an order.
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  text text not null,
  -- The e-mail address of an operator, or the name of a key.
  author text not null,
  written_at timestamptz not null
);

create index order_notes_by_order on order_notes (order_id, written_at, id);
