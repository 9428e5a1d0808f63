-- Name and country of a buyer who needs no address. Where both are set, shipping_address counts.
alter table carts add column billing_contact jsonb;
alter table orders add column billing_contact jsonb;
