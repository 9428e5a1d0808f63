-- What buyers have asked for or agreed to at the order button, each with its time; null where nobody was asked yet.
alter table orders
  add column code_waiver_accepted_at timestamptz,
  add column early_start_requested_at timestamptz;
