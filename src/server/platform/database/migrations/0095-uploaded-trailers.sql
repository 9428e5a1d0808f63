-- Operators bring trailers, too: `lesson_id` is a lesson's id, or `trailer-` and a course's slug, as the name of a film.
-- Contracts: the foreign keys. The version before never meets them, because it asks first whether there is the lesson.
alter table film_jobs drop constraint film_jobs_lesson_id_fkey;
alter table lesson_files drop constraint lesson_files_lesson_id_fkey;

-- Texts that say what can be seen are uploaded, too.
alter table lesson_files drop constraint lesson_files_ending_check;
alter table lesson_files add constraint lesson_files_ending_check
  check (ending in ('de.vtt', 'en.vtt', 'de.txt', 'en.txt', 'de.pdf', 'en.pdf'));

-- Cards say what there is of an uploaded trailer.
drop trigger tell_change on films;
create trigger tell_change after insert or update or delete on films
  for each statement execute function notify_catalogue_change();
create trigger tell_change after insert or update or delete on lesson_files
  for each statement execute function notify_catalogue_change();
