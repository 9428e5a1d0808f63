import * as z from 'zod/mini';
import { type Infer, instant, uuid } from './primitives.ts';

/** All kinds of tasks for operators, most urgent first (docs/behaviour/operations.md#what-needs-somebody). */
export const attentionKinds = [
  'declarations',
  'unmatched_declarations',
  'disputes',
  'missing_payments',
  'refused_refunds',
  'transfers_to_send',
  'unmatched_payments',
  'unknown_payments',
  'transfers_awaited',
  'parcels',
  'messages',
  'refused_plans',
  'low_stock',
  'failed_mails',
  'failed_events',
  'stopped_webhooks',
  'failed_films',
  'failing_films',
  'late_jobs',
  'failing_jobs',
  'old_backup',
] as const;

export type AttentionKind = (typeof attentionKinds)[number];

const attentionItem = z.object({
  /** Id of the record. For goods and plans type and slug (`book/raupen-lesen`), for notices their key. */
  id: z.string(),
  /** Code of an order, name, or title; for jobs their name. */
  title: z.string(),
  order_id: z.nullable(uuid),
  /** Pieces in stock, for goods only. */
  quantity: z.nullable(z.int()),
  /** In cents. */
  amount: z.nullable(z.int()),
  since: z.nullable(instant),
  /** Deadline by law, or the time by which the buyer expects it. */
  due: z.nullable(instant),
});

export type AttentionItem = Infer<typeof attentionItem>;

export const attention = z.object({
  kind: z.enum(attentionKinds),
  /** At most 1,000. */
  count: z.int(),
  /** The items that have waited longest: up to five, or up to fifty for a kind that no other screen lists. */
  items: z.array(attentionItem),
});

export type Attention = Infer<typeof attention>;
