-- The carrier of a parcel, whose page shows where it is; null for parcels of earlier versions.
alter table orders add column carrier text
  check (carrier in ('dhl', 'dpd', 'gls', 'hermes', 'ups', 'post_at', 'post_ch'));
