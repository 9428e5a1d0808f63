-- What one buyer or network address holds in unfinished orders is limited, whatever they are paid with
-- (docs/behaviour/checkout-and-payment.md#held-stock): every payment notes its network until it has ended.
alter table payment_attempts rename column promised_from to begun_from;
alter index open_transfers_by_address rename to unfinished_attempts_by_network;
-- holds more than half of what was left of a product
alter table payment_attempts add column holds_most boolean not null default false;
create index stock_reservations_by_product on stock_reservations (product_id);
