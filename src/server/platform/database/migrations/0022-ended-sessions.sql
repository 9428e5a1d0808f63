-- Sessions that nobody uses end and are deleted (docs/behaviour/operations.md#retention).
create index sessions_by_last_use on sessions (last_used_at);
