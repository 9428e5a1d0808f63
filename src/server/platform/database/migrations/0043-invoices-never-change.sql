-- An invoice is a fact: it can be deleted after its term, and corrected by another document, but not changed.
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % was issued and cannot change', old.number;
end $$;
create trigger never_changed before update of number, kind, order_id, corrects, refund_id, facts on invoices
  for each row execute function refuse_invoice_change();
