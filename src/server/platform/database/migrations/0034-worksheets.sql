-- The worksheet of a lesson in every language, as its parts; null without one. It was a title in the texts before.
alter table lessons add column worksheet jsonb;
