-- Films belong to the record of their course: one that is ready waits in its draft until it is published, and a version
-- keeps those that it names. Null: never shown; such a film counts as not shown since it was made.
alter table films alter column published_at drop not null;

-- Records and versions name the uploaded films that are shown, so that none of them takes a film out of the shop.
with shown_films as (
  select substr(course, length('course-') + 1) as slug, jsonb_build_object('films', jsonb_object_agg(name, id)) as films
  from (
    select films.name, films.id,
      case when films.name like 'trailer-%' then 'course-' || substr(films.name, length('trailer-') + 1)
        else (select course_id from lessons where lessons.id = films.name) end as course
    from films where origin = 'added' and replaced_at is null
  ) shown where course is not null group by course
), records as (
  update catalogue_records set published = published || films, draft = draft || films
  from shown_films where type = 'course' and catalogue_records.slug = shown_films.slug
)
update catalogue_versions set value = value || films
from shown_films where type = 'course' and catalogue_versions.slug = shown_films.slug;
