-- Order tokens are derived (docs/decisions/0001), so nothing was ever stored here.
alter table orders drop column token_hash;

-- The key contained the tracking code, which would have outlived its order.
update outbox set dedupe_key = 'shipped:' || split_part(dedupe_key, ':', 2) where dedupe_key like 'shipped:%:%';
