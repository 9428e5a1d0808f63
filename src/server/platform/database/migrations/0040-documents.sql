-- Documents as they were issued: PDFs, and the mails that confirm or declare something. Deleted with their owner.
create table documents (
  -- What it is, for example `invoice:<id>`.
  key text primary key,
  order_id uuid references orders (id) on delete cascade,
  declaration_id uuid references declarations (id) on delete cascade,
  filename text not null,
  content bytea not null
);
create index documents_by_order on documents (order_id);
create index documents_by_declaration on documents (declaration_id);

create function refuse_document_change() returns trigger language plpgsql as $$
begin
  raise exception 'document % was issued and cannot change', old.key;
end $$;
create trigger never_changed before update on documents
  for each row execute function refuse_document_change();

-- The mail that this one sends once more, with the same content.
alter table outbox add column repeats uuid references outbox (id) on delete set null;

-- Invoices of earlier versions did not name their issuer: it is whoever the shop knows until new content is loaded.
update invoices set facts = facts || jsonb_build_object(
  'issuer', (select jsonb_build_object('name', value -> 'name', 'company', value -> 'company', 'vat_id', value -> 'vat_id')
    from contents where key = 'brand'),
  'delivery_time', (select value -> (invoices.facts ->> 'locale') -> 'delivery_time' from contents where key = 'shop')
);
-- Corrections did not name the buyer of an order without an address.
update invoices set facts = invoices.facts || jsonb_build_object('contact', corrected.facts -> 'contact')
  from invoices corrected
  where corrected.id = invoices.corrects and corrected.facts ? 'contact' and not invoices.facts ? 'contact';
