-- A declined attempt is looked up again as well, while money that came after its end is not given back. Only attempts that
-- will be looked up have a time for it.
drop index payment_attempts_to_check;
create index payment_attempts_to_check on payment_attempts (next_check_at) where next_check_at is not null;
