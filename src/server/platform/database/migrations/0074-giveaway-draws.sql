-- The draw of a giveaway (docs/behaviour/gifts.md#draw-of-a-giveaway). The row is made with the first entry, so the seed is
-- noted before anybody can know what it draws.
create table giveaway_draws (
  giveaway text primary key,
  -- 32 random bytes as base64url: with the entries, the seed alone decides who wins.
  seed text not null,
  noted_at timestamptz not null,
  drawn_at timestamptz,
  -- How many places were drawn for prizes; further places are reserves.
  winners integer,
  entries integer,
  -- SHA-256 of all addresses that took part, sorted, one a line.
  entries_digest text,
  check ((drawn_at is null) = (winners is null)
    and (drawn_at is null) = (entries is null) and (drawn_at is null) = (entries_digest is null))
);

-- A draw that was made stays as it is.
create function refuse_second_draw() returns trigger language plpgsql as $$
begin
  raise exception 'The giveaway % was drawn already', old.giveaway;
end
$$;

create trigger one_draw before update or delete on giveaway_draws
  for each row when (old.drawn_at is not null) execute function refuse_second_draw();

-- The place of an entry in the draw, from 1; null: not drawn.
alter table giveaway_entries add column place integer check (place > 0);
create unique index giveaway_places on giveaway_entries (giveaway, place);
