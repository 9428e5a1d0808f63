const job = `id name priority data state retry_limit retry_count retry_delay retry_backoff retry_delay_max
  expire_seconds deletion_seconds singleton_key singleton_on group_id group_tier start_after created_on started_on
  completed_on keep_until output dead_letter policy heartbeat_on heartbeat_seconds blocked blocking
  pending_dependencies source_name source_id source_created_on source_retry_count source_output source_root_id`;

/**
 * The columns of pg-boss. The shop's messages carry nothing (src/server/platform/jobs/start-jobs.ts), so that none of
 * them holds personal data.
 */
export const queueColumns: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    bam: 'id name version status queue table_name command error created_on started_on completed_on',
    job,
    job_common: job,
    job_dependency: 'child_name child_id parent_name parent_id',
    queue: `name policy retry_limit retry_delay retry_backoff retry_delay_max expire_seconds retention_seconds
      deletion_seconds dead_letter partition table_name deferred_count queued_count ready_count warning_queued
      active_count failed_count total_count created_delta completed_delta failed_delta delta_on delta_seconds
      ready_history heartbeat_seconds notify singletons_active monitor_claim_on monitor_on maintain_on created_on
      updated_on`,
    queue_stats: `id name deferred_count queued_count ready_count active_count failed_count total_count created_delta
      completed_delta failed_delta delta_seconds delta_on captured_on`,
    schedule: 'name key kind cron timezone data options created_on updated_on last_job_id',
    subscription: 'event name created_on updated_on',
    version: 'version cron_on bam_on flow_on reindex_on monitor_backoff_on',
    warning: 'id type message data created_on',
  }).map(([table, columns]) => [table, columns.replaceAll(/\s+/g, ' ')]),
);
