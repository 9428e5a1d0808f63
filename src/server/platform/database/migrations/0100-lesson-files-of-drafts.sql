-- Uploaded captions, texts and worksheets belong to the record of their course as films do: records, plans and versions
-- name them in `films`. `lesson_files` stays what is shown: publishing copies into it.
create table uploaded_lesson_files (
  id uuid primary key,
  -- Lesson or trailer, and what the file is: `one-key.de.vtt`.
  name text not null,
  content bytea not null check (length(content) between 1 and 8388608),
  digest text not null,
  uploaded_at timestamptz not null,
  -- Null: shown. One that was never shown counts as not shown since it was uploaded.
  replaced_at timestamptz,
  -- When it was last looked up whether anything still names it; null: not yet.
  checked_at timestamptz
);
alter table uploaded_lesson_files alter column content set storage external;
create index named_lesson_files on uploaded_lesson_files (name);
create index replaced_lesson_files on uploaded_lesson_files (replaced_at) where replaced_at is not null;

-- The first twelve digits of such an id are the time (RFC 9562, version 7).
insert into uploaded_lesson_files (id, name, content, digest, uploaded_at)
select (substr(time, 1, 8) || '-' || substr(time, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
  lesson_id || '.' || ending, content, digest, uploaded_at
from lesson_files, lateral (
  select lpad(to_hex((extract(epoch from uploaded_at) * 1000)::bigint), 12, '0') as time
) ids;

-- Records and versions name what is shown, so that none of them takes it out of the shop.
with shown_files as (
  select substr(course, length('course-') + 1) as slug, jsonb_object_agg(name, id) as files
  from (
    select name, uploaded_lesson_files.id,
      case when name like 'trailer-%' then 'course-' || substr(split_part(name, '.', 1), length('trailer-') + 1)
        else (select course_id from lessons where lessons.id = split_part(name, '.', 1)) end as course
    from uploaded_lesson_files
  ) shown where course is not null group by course
), records as (
  update catalogue_records set
    published = published || jsonb_build_object('films', coalesce(published -> 'films', '{}') || files),
    draft = draft || jsonb_build_object('films', coalesce(draft -> 'films', '{}') || files)
  from shown_files where type = 'course' and catalogue_records.slug = shown_files.slug
)
update catalogue_versions set value = value || jsonb_build_object('films', coalesce(value -> 'films', '{}') || files)
from shown_files where type = 'course' and catalogue_versions.slug = shown_files.slug;
