-- Captions and worksheets that operators upload; without a row the file of the content folder counts.
create table lesson_files (
  lesson_id text not null references lessons (id),
  ending text not null check (ending in ('de.vtt', 'en.vtt', 'de.pdf', 'en.pdf')),
  content bytea not null check (length(content) between 1 and 8388608),
  -- SHA-256 of the content in hex, which is its version.
  digest text not null,
  uploaded_at timestamptz not null,
  primary key (lesson_id, ending)
);
-- A download is read in parts: nothing is to be unpacked for that.
alter table lesson_files alter column content set storage external;
