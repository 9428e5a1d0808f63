-- When an operator noted that a message is done, and when one took a review out of the shop.
alter table contact_messages add column handled_at timestamptz;
alter table reviews add column hidden_at timestamptz;

create index contact_messages_open on contact_messages (received_at, id) where handled_at is null;
create index reviews_of_all_products on reviews (created_at desc, id desc);
create index outbox_newest on outbox (created_at desc, id desc);
create index outbox_by_recipient on outbox using gin (lower(recipient) gin_trgm_ops);
