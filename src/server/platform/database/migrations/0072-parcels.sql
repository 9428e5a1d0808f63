-- An order's goods leave in one or more parcels, each with its pieces.
create table parcels (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- From 1 on, within the order.
  number integer not null,
  -- Null for parcels of earlier versions.
  carrier text check (carrier in ('dhl', 'dpd', 'gls', 'hermes', 'ups', 'post_at', 'post_ch')),
  -- Null for a parcel without one.
  tracking_code text,
  sent_at timestamptz not null,
  unique (order_id, number),
  unique (order_id, carrier, tracking_code)
);

create table parcel_lines (
  parcel_id uuid not null references parcels on delete cascade,
  order_line_id uuid not null references order_lines on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, order_line_id)
);

create index parcel_lines_by_order_line on parcel_lines (order_line_id);

-- Until now an order left as a whole.
insert into parcels (id, order_id, number, carrier, tracking_code, sent_at)
select gen_random_uuid(), id, 1, carrier, tracking_code, coalesce(shipped_at, completed_at, created_at)
from orders where fulfilment in ('shipped', 'delivered');

insert into parcel_lines (parcel_id, order_line_id, quantity)
select parcels.id, order_lines.id, order_lines.quantity
from parcels join order_lines on order_lines.order_id = parcels.order_id and order_lines.is_shipped;

alter table orders drop column carrier, drop column tracking_code;
