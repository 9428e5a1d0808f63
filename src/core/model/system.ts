import * as z from 'zod/mini';
import { instant } from './primitives.ts';

/** Every background job. */
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

/** `late`: it has not ended well for longer than it may take. */
const jobState = z.enum(['running', 'late', 'failing', 'never']);

/** How the shop runs, as the back office shows it. */
export const systemOverview = z.object({
  mode: z.enum(['demo', 'live']),
  /** The settings that are set; null for a secret one. */
  settings: z.array(z.object({ name: z.string(), value: z.nullable(z.string()) })),
  modules: z.array(z.object({ kind: z.string(), name: z.string() })),
  jobs: z.array(
    z.object({
      name: z.enum(jobNames),
      state: jobState,
      /** The end of the last run that did not fail. */
      finished_at: z.nullable(instant),
      failed_at: z.nullable(instant),
      /** Name or code of the last fault; the log has the rest. */
      failure: z.nullable(z.string()),
      /** Runs that have failed one after the other. */
      failures: z.int(),
    }),
  ),
  /** The newest first. */
  backups: z.array(z.object({ made_at: instant, folder: z.string(), rows: z.int() })),
});
