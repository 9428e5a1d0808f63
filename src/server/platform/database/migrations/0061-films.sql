-- Films that are stored in several sizes for HTTP Live Streaming. A replaced film stays for those who watch it.
create table films (
  id uuid primary key,
  -- A lesson's id, or `trailer-` and a course's slug.
  name text not null,
  origin text not null check (origin in ('content', 'added')),
  -- What the film was made of: another one whenever the source is another.
  version text not null,
  -- Encrypts its segments.
  key bytea not null check (octet_length(key) = 16),
  facts jsonb not null,
  published_at timestamptz not null,
  replaced_at timestamptz
);

create unique index one_film_at_a_time on films (name) where replaced_at is null;
