-- What one buyer or network address holds in unfinished orders is limited for the uses of a coupon, too
-- (docs/behaviour/checkout-and-payment.md#held-stock).
create index reserved_coupon_uses on coupon_uses (promotion_id) where not is_settled;
