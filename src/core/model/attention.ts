import * as z from 'zod/mini';
import { type Infer, instant, uuid } from './primitives.ts';

/** Everything that may need somebody, the most urgent first (docs/behaviour/operations.md#what-needs-somebody). */
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
  /** Of the record that it is about; of goods and plans type and slug: `book/raupen-lesen`; of notices their key. */
  id: z.string(),
  /** An order's code, a name, a title; of jobs their name. */
  title: z.string(),
  order_id: z.nullable(uuid),
  /** Pieces, of goods. */
  quantity: z.nullable(z.int()),
  /** In cents. */
  amount: z.nullable(z.int()),
  since: z.nullable(instant),
  /** When the law or the buyer expects it. */
  due: z.nullable(instant),
});

export type AttentionItem = Infer<typeof attentionItem>;

export const attention = z.object({
  kind: z.enum(attentionKinds),
  /** At most 1,000. */
  count: z.int(),
  /** Those that wait longest: five, of a kind that no screen lists fifty. */
  items: z.array(attentionItem),
});

export type Attention = Infer<typeof attention>;
