-- A newsletter that followed its reader to another address: the consent was given with the earlier one.
alter table newsletter_events drop constraint newsletter_events_event_check,
  add constraint newsletter_events_event_check check (event in ('requested', 'confirmed', 'unsubscribed', 'moved'));

-- Where what is not shipped is taxed, if not in the country of the order: that of the billing address.
alter table orders add column digital_vat_country text;
create index orders_by_digital_vat_country on orders (digital_vat_country) where digital_vat_country is not null;
