-- Contracts: receipts of many declarations, all of which are deleted already, are removed.
-- The receipt of many declarations of an address belongs to the first of them, and its letter ends with it. Until now it
-- belonged to nobody, was kept for ever, and its key held a hash of the address.
create temporary table collected_mails on commit drop as
  select mails.id,
    (select declarations.id from declarations
      where declarations.email = mails.recipient
        and declarations.decision ->> 'collected' = mails.facts ->> 'collected'
      order by declarations.received_at, declarations.id limit 1) as declaration_id
  from outbox mails where mails.template = 'collected_receipt' and mails.repeats is null;

alter table documents disable trigger never_changed;
update documents set declaration_id = collected_mails.declaration_id
  from collected_mails where documents.key = 'mail:' || collected_mails.id;
alter table documents enable trigger never_changed;
-- Those whose declarations have been deleted, or whose address has.
delete from documents where filename = 'collected_receipt.json' and declaration_id is null;

update outbox set
  dedupe_key = 'collected_receipt:' || coalesce(collected_mails.declaration_id, outbox.id),
  facts = outbox.facts || case when collected_mails.declaration_id is null then '{}'
    else jsonb_build_object('declaration_id', collected_mails.declaration_id) end
  from collected_mails where outbox.id = collected_mails.id;
-- Copies of one that was sent before.
update outbox set facts = outbox.facts || jsonb_build_object('declaration_id', collected_mails.declaration_id)
  from collected_mails
  where outbox.repeats = collected_mails.id and collected_mails.declaration_id is not null;

-- Receipted declarations are decided before a flood of others.
drop index declarations_to_decide;
create index declarations_to_decide on declarations ((details ->> 'is_receipted') desc, received_at)
  where state = 'received';
-- An operator may answer one of them, and it stays in the receipt.
drop index declarations_collected;
create index declarations_collected on declarations (email, (decision ->> 'collected'))
  where decision ->> 'collected' is not null;
