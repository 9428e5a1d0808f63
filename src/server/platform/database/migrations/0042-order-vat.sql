-- The VAT per rate as it was priced and reviewed, which the invoice repeats; null in orders of earlier versions.
alter table orders add column vat_shares jsonb;
