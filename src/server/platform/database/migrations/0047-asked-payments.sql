-- when a call of the buyer has last made the shop ask what became of the attempt
alter table payment_attempts add column asked_at timestamptz;
