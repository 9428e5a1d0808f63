-- Bookmarks and notes of learners in the films of lessons.
create table lesson_notes (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  lesson_id text not null references lessons (id),
  position_seconds integer not null check (position_seconds >= 0),
  -- Empty for a bookmark.
  text text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index lesson_notes_by_lesson on lesson_notes (user_id, lesson_id, position_seconds, id);
