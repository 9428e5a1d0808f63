-- Contracts: the version before finds customers by parts of the address more slowly.
-- Every search and filter of the back office has an index, also where it finds nothing.

-- Addresses are compared by what stands before the @, because many have a domain in common.
create index users_by_similar_name on users using gin (split_part(email, '@', 1) gin_trgm_ops);
drop index users_by_similar_email;
-- Accounts are found by addresses of their orders.
create index orders_by_part_of_email on orders using gin (email gin_trgm_ops) where user_id is not null;

create index orders_by_payment on orders ((payment_method ->> 'kind'), created_at desc, id desc);
create index orders_by_vat_country on orders ((coalesce(vat_country, 'DE')));
create index invoices_by_kind on invoices (kind, issued_at desc, id desc);

create index contact_messages_by_words on contact_messages using gin (
  lower(email || ' ' || name || ' ' || message) gin_trgm_ops
);
create index reviews_by_words on reviews using gin (lower(author || ' ' || text) gin_trgm_ops);
