-- When the content of a membership or subscription was last given out after its first use, noted once a day at most: no
-- use of a service ends the right of withdrawal, and what is used after a declaration may have to be paid for.
alter table digital_contents add column last_used_at timestamptz;
