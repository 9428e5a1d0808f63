import * as z from 'zod/mini';
import { instant } from './primitives.ts';

/** All background jobs. */
export const jobNames = [
  'resolve-unknown-payments',
  'chase-transfers',
  'settle-refunds',
  'decide-declarations',
  'renew-subscriptions',
  'remind-of-renewals',
  'deliver-mail',
  'deliver-webhooks',
  'delete-old-rate-limit-hits',
  'delete-expired-data',
  'count-sales',
  'make-films',
  'sum-days',
  'publish-plans',
  'remove-unused-pictures',
] as const;

export type JobName = (typeof jobNames)[number];

/** `late`: its last successful run is longer ago than allowed. */
const jobState = z.enum(['running', 'late', 'failing', 'never']);

/** The state of the shop's system, for the back office. */
export const systemOverview = z.object({
  mode: z.enum(['demo', 'live']),
  /** The settings that are set; the value is null for a secret. */
  settings: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  modules: z.array(z.object({ kind: z.string(), name: z.string() })),
  jobs: z.array(
    z.object({
      name: z.enum(jobNames),
      state: jobState,
      /** End of the last successful run. */
      finished_at: z.nullable(instant),
      failed_at: z.nullable(instant),
      /** Name or code of the last error; the log has the details. */
      failure: z.nullable(z.string()),
      /** Number of consecutive failed runs. */
      failures: z.int(),
    }),
  ),
  /** Newest first. */
  backups: z.array(z.object({ made_at: instant, folder: z.string(), rows: z.int() })),
});
