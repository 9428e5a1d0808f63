-- Filters of lists that operators gave a name.
create table saved_views (
  id uuid primary key,
  place text not null,
  name text not null,
  -- Filters by their names; never what was searched for, which may name a shopper.
  filters jsonb not null,
  operator_id uuid not null references operators (id) on delete cascade,
  is_shared boolean not null,
  created_at timestamptz not null
);

-- Of each operator; others may use the same name.
create unique index saved_view_names on saved_views (place, operator_id, lower(name));
create index shared_views on saved_views (place) where is_shared;
