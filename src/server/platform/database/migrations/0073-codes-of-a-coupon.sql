-- For the list of coupons in the back office, which counts the codes of each.
create index coupon_codes_by_promotion on coupon_codes (promotion_id, code);
