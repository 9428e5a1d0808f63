-- Codes are looked up without their hyphens, which people type or leave out.
drop index gift_codes_by_digest;
create index gift_codes_by_digest on gift_codes (md5(replace(code, '-', '')));
create index coupon_codes_plain on coupon_codes (replace(code, '-', ''));
