-- False for what only a draft or plan has made, so that films can be ready before: nobody was shown it, and the next
-- draft may change it. What versions before this one store is shown.
alter table products add column was_shown boolean not null default true;
alter table lessons add column was_shown boolean not null default true;
