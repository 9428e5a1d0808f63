-- A code that an operator revoked without giving money back: a withdrawal still pays for it, once.
alter table gift_codes add column is_revoked_unpaid boolean not null default false;
