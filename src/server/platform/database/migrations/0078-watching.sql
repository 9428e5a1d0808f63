-- What is watched of a lesson on a day, all viewers together: nothing tells them apart.
create table lesson_watching (
  day date not null,
  lesson_id text not null references lessons (id),
  -- Films that were begun, watched to their end, and that could not be played.
  plays integer not null default 0,
  finishes integer not null default 0,
  failures integer not null default 0,
  -- Seconds of the film that were played; at double speed twice as many as have passed.
  seconds bigint not null default 0,
  -- In how many plays each tenth of the film was watched, the first tenth first.
  tenths integer[] not null default '{0,0,0,0,0,0,0,0,0,0}' check (cardinality(tenths) = 10),
  primary key (lesson_id, day)
);

create index films_that_fail on lesson_watching (day) where failures > 0;

-- Cards say whether a trailer is there in several sizes.
create trigger tell_change after insert or delete or update of replaced_at on films
  for each statement execute function notify_catalogue_change();
