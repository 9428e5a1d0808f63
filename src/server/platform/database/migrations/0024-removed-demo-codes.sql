-- When an operator took back what a redeemed demo code had given (docs/behaviour/operations.md#remove-demo-data).
alter table gift_codes add column demo_removed_at timestamptz;
