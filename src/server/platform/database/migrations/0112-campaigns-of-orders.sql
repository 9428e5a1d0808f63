-- The campaign that an order's coupon had when the order was priced: the coupon may get another one later, and
-- provisions of past months must not change. A trigger notes it, not the shop: during an update the version before
-- writes orders, too, and its null would look like that of a coupon without a campaign.
alter table orders add column coupon_campaign text;

create function note_coupon_campaign() returns trigger language plpgsql as $$
begin
  new.coupon_campaign := (select campaign from promotions where id = new.promotion_id);
  return new;
end $$;
create trigger note_coupon_campaign before insert or update of promotion_id on orders
  for each row execute function note_coupon_campaign();

-- Of earlier orders only the coupon as it is now is known.
update orders set coupon_campaign = promotions.campaign
  from promotions where promotions.id = orders.promotion_id and promotions.campaign is not null;
