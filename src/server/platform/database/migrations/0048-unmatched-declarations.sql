-- unmatched: belongs to no purchase, and nobody has to look at it.
alter table declarations
  drop constraint declarations_state_check,
  add constraint declarations_state_check
    check (state in ('received', 'matched', 'open', 'answered', 'unmatched'));
create index declarations_unmatched on declarations (received_at) where state = 'unmatched';
create index declarations_collected on declarations (email, (decision ->> 'collected')) where state = 'unmatched';

-- Guesses of callers with the id of a request are the only ones that are counted by code.
alter table one_time_tokens drop column failed_guesses_with_id;
