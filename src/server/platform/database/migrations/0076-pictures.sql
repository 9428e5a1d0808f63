-- Pictures that operators uploaded, and the cuts of them that products and masters name.
create table picture_files (
  -- SHA-256 of the content.
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  -- WebP, upright, without metadata.
  content bytea not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0)
);

-- Already compressed.
alter table picture_files alter column content set storage external;

create table pictures (
  -- Of the file and its cut: the same cut of the same file has the same name, and a name never shows anything else.
  name text primary key check (name ~ '^bild-[0-9a-f]{16}$'),
  hash text not null references picture_files (hash),
  -- Width by height, for example 3/4.
  shape text not null,
  -- Thousandths of the file's width and height.
  crop jsonb not null,
  focus jsonb not null,
  uploaded_at timestamptz not null,
  -- When a job last found that something names it; at first the upload.
  checked_at timestamptz not null
);

create index pictures_of_file on pictures (hash);
create index pictures_to_check on pictures (checked_at);
