-- Pieces of a parcel that came back by a withdrawal: the buyer does not have them any more.
alter table parcel_lines add column returned integer not null default 0
  check (returned >= 0 and returned <= quantity);
