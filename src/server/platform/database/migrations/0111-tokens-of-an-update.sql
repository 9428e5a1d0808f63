-- An older process beside this version may have stored one since the migration before.
update payment_attempts set transaction_id = attempt_key where transaction_id like 'vault:%';
