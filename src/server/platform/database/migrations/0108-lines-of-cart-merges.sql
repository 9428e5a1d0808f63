-- The pieces that a merge had of each line of a guest's cart, by line id: what the cart gets afterwards is merged by the
-- next call. Null: merged before, when a repeated call merged nothing.
alter table cart_merges add column lines jsonb;
