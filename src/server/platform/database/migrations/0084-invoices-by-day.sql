-- Operators look invoices up by the day of their issue and by a part of their number.
create index invoices_by_issue on invoices (issued_at desc, id desc);
create index invoices_by_number on invoices using gin (lower(number) gin_trgm_ops);
