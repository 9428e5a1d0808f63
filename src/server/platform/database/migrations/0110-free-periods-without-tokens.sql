-- What stored a payment method for a free first period had the method's token as its transaction, where it outlived the
-- account. It is named by its key, as it is since this version.
update payment_attempts set transaction_id = attempt_key where transaction_id like 'vault:%';
