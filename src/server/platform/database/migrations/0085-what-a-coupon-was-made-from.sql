-- A digest of the call that made a coupon, by which a repeated call is told from one for another coupon with the same id.
alter table promotions add column made_from text;
