-- Transactions of different providers may have the same id, so the key of a notice begins with its provider.
update payment_notices set key = coalesce(
  (select split_part(provider, '/', 1) from payment_attempts where id = payment_attempt_id),
  'braintree'
) || '/' || key;
