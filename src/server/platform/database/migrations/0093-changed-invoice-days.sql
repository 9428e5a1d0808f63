-- Days whose invoice_sums are to be computed: a table of its own, because the version before has a job that takes days
-- from changed_days and knows no sums of invoices (docs/behaviour/operations.md#updates). Rows are only added.
create table changed_invoice_days (day date not null);
create index changed_invoice_days_by_day on changed_invoice_days (day);

create function note_invoice_day() returns trigger language plpgsql as $$
begin
  insert into changed_invoice_days values (shop_day(coalesce(new.issued_at, old.issued_at)));
  return null;
end $$;

-- Nothing else that is summed by day depends on invoices.
drop trigger note_new_day on invoices;
create trigger note_invoice_day after insert or delete on invoices
  for each row execute function note_invoice_day();

-- All of them: which ones the version before has taken is not known.
insert into changed_invoice_days select distinct shop_day(issued_at) from invoices;

-- The key contained the address of a winner, which would have outlived the giveaway.
update outbox set dedupe_key = 'giveaway_won:' || split_part(dedupe_key, ':', 2) || ':' || id
  where dedupe_key like 'giveaway_won:%';
