-- Who gives a gift, as the buyer wrote it, and when its recipient has opened it.
alter table gift_codes
  add column sender_name text,
  add column opened_at timestamptz;
