-- Scarce goods do not wait for a bank transfer.
alter table products add column no_bank_transfer boolean not null default false;
-- A keyed hash of the network address that a transfer was promised from, until that transfer has ended.
alter table payment_attempts add column promised_from bytea;
create index open_transfers_by_address on payment_attempts (promised_from) where promised_from is not null;
