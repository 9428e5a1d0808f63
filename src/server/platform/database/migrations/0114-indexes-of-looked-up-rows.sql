-- What names an address and belongs to no order, for exports; of all others the order is looked up.
create index declarations_by_email on declarations (email) where order_id is null;
-- Withdrawals and cancellations past their term, for which the job `delete-expired-data` asks every minute.
create index declarations_to_delete on declarations (received_at)
  where state in ('unmatched', 'answered') and order_id is null and subscription_id is null;
create index unreceipted_declarations_to_delete on declarations (received_at)
  where state in ('unmatched', 'answered') and order_id is null and subscription_id is null
    and details ->> 'is_receipted' = 'false';
-- Refunds that wait, which are counted for the metrics.
create index refunds_unfinished on refunds (created_at) where state in ('open', 'unknown', 'refused');
