-- Rates of other countries have halves.
alter table order_lines alter column vat_rate type double precision;

-- The country that VAT was reckoned for; a subscription keeps that of its first invoice.
alter table orders add column vat_country text;
alter table subscriptions add column vat_country text;
update orders set vat_country = shipping_address ->> 'country';
update subscriptions set vat_country = orders.vat_country from orders where orders.id = subscriptions.order_id;
