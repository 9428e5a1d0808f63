-- The shop's public answer to a review, to its text of that time: a changed review loses it.
alter table reviews
  add column answer text,
  add column answered_at timestamptz,
  add constraint whole_answer check ((answer is null) = (answered_at is null));
create index reviews_by_stars on reviews (product_id, stars, created_at desc, id);
