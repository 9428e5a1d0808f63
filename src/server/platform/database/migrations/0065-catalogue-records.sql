-- What the catalogue is made of, in the shape of the content files. Products, masters and lessons are composed of it.
create table catalogue_records (
  type text not null
    check (type in ('course', 'book', 'gift', 'voucher', 'gift_box', 'membership', 'subscription', 'master', 'categories')),
  slug text not null,
  -- As the files had it when it was last taken from them; null: made in the back office.
  loaded jsonb,
  -- As the shop shows it; null: not published yet.
  published jsonb,
  -- What is being written; null: nothing that differs from what is published.
  draft jsonb,
  -- Grows with each change: whoever saves names the one that was read.
  version integer not null default 1,
  changed_at timestamptz not null,
  primary key (type, slug),
  check (published is not null or draft is not null)
);
