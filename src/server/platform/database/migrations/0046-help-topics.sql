-- What the search finds beside products: legal pages, and each question of the help page. Written by the content load.
create table help_topics (
  -- Path of the page, with the anchor of a question.
  slug text not null,
  locale text not null,
  title text not null,
  teaser text not null,
  search tsvector not null,
  -- The title without accents, for typing errors.
  search_words text not null,
  primary key (slug, locale)
);
create index help_topics_search on help_topics using gin (search);
create index help_topics_words on help_topics using gin (search_words gin_trgm_ops);
