-- Every save of a record of the catalogue, kept also when the record is gone, and what is to be published later.
create table catalogue_versions (
  type text not null,
  slug text not null,
  -- The version of the record that the save made.
  number integer not null,
  state text not null check (
    state in ('loaded', 'draft', 'published', 'planned', 'done', 'called_off', 'refused', 'off_sale', 'on_sale')
  ),
  value jsonb not null,
  -- Fields of the first level that the save changed; of a plan, those that it will set.
  fields text[] not null,
  saved_at timestamptz not null,
  -- The change in the audit log, which knows by whom; null: content files, or before versions were kept.
  change_id uuid,
  -- When a plan is due.
  publish_at timestamptz,
  primary key (type, slug, number),
  check (publish_at is not null or state not in ('planned', 'done', 'called_off', 'refused'))
);

create index catalogue_plans on catalogue_versions (publish_at) where state in ('planned', 'refused');

-- Off sale: known to the shop and to those who bought it, sold to nobody.
alter table catalogue_records add column is_on_sale boolean not null default true;

insert into catalogue_versions (type, slug, number, state, value, fields, saved_at)
select type, slug, case when draft is null then version else version - 1 end,
  case when loaded = published then 'loaded' else 'published' end, published, '{}', changed_at
from catalogue_records where published is not null;

insert into catalogue_versions (type, slug, number, state, value, fields, saved_at)
select type, slug, version, 'draft', draft, '{}', changed_at
from catalogue_records where draft is not null;
