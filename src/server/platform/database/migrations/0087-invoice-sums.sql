-- What the invoices and corrections of a day add up to, which the job that sums days computes: totals of a long time read
-- no documents.
create table invoice_sums (
  day date not null,
  kind text not null,
  country text not null,
  -- Whether VAT belongs to the one-stop shop depends on it.
  supplied_on date not null,
  rate double precision not null,
  gross_cents bigint not null,
  vat_cents bigint not null,
  primary key (day, kind, country, supplied_on, rate)
);

create trigger note_new_day after insert or delete on invoices
  for each row execute function note_changed_days('issued_at');

insert into changed_days select distinct shop_day(issued_at) from invoices;
