-- The price of one month at which a membership or subscription was ordered: a purchase counts it twelve times. Null: no
-- such product, or ordered before; then the price of the line counts, as it did when the purchase was reported.
alter table order_lines add column monthly_price_cents integer;
