-- Operators find an order also by what a voucher or credit left to pay.
create index orders_by_amount_due on orders (amount_due_cents) where amount_due_cents <> total_cents;
