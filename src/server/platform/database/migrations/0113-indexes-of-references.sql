-- What is deleted is looked for in all rows that refer to it. Without these indexes each cart, invoice and mail that is
-- deleted reads all orders, invoices and mails.
-- Carts of guests, which the job `delete-expired-data` deletes, and of accounts that end.
create index orders_by_cart on orders (cart_id) where cart_id is not null;
-- Invoices that go with orders past their term: whether a correction is left.
create index invoices_by_corrected on invoices (corrects) where corrects is not null;
-- The mail of a gift that its buyer keeps: its copies.
create index outbox_by_repeated on outbox (repeats) where repeats is not null;

-- What an order began: a declaration, its withdrawal, the order's page of operators, orders past their term.
create index subscriptions_by_order on subscriptions (order_id) where order_id is not null;
-- What a code gave: a repeated redemption, and a refund, which takes it back.
create index subscriptions_by_gift_code on subscriptions (gift_code_id) where gift_code_id is not null;
create index entitlements_by_gift_code on entitlements (gift_code_id) where gift_code_id is not null;
-- The vouchers that a refund has made, for its mail.
create index voucher_entries_by_refund on voucher_entries (refund_id) where refund_id is not null;
-- What a declaration has paid back, for the preview of an answer.
create index refunds_by_declaration on refunds (declaration_id) where declaration_id is not null;
-- Reviews of an account, for its export and its end.
create index reviews_by_user on reviews (user_id);
-- Carts of an address without an account, for its export and its deletion.
create index guest_carts_by_email on carts (email) where user_id is null and email is not null;

-- Renewals to announce, for which the job `remind-of-renewals` asks every few seconds. Months are never announced, so
-- that it would read each of them by `subscriptions_due`.
create index subscriptions_to_remind on subscriptions (period_ends_at)
  where status = 'active' and reminded_period < paid_periods and (period_months >= 12 or not renews);
