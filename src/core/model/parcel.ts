import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';

/** States of the fulfilment of goods (docs/behaviour/orders.md#fulfilment-states). */
export const fulfilmentStates = ['none', 'open', 'shipped', 'delivered'] as const;

export type FulfilmentState = (typeof fulfilmentStates)[number];

/** The carriers whose tracking pages the shop knows (docs/behaviour/orders.md#parcels). */
export const carriers = ['dhl', 'dpd', 'gls', 'hermes', 'ups', 'post_at', 'post_ch'] as const;

export type Carrier = (typeof carriers)[number];

/** A shipped parcel with its contents. */
export const parcel = z.object({
  id: z.string(),
  /** Null for parcels of earlier versions. */
  carrier: z.nullable(z.enum(carriers)),
  /** Tracking number; null if it was sent without one. */
  tracking_code: z.nullable(z.string()),
  /** The carrier's tracking page, in the language of the order; null without a carrier or number. */
  tracking_url: z.nullable(z.string()),
  sent_at: z.string(),
  lines: z.array(z.object({ line_id: z.string(), title: z.string(), quantity: z.int() })),
});

export type Parcel = Infer<typeof parcel>;

/** Fulfilment of an order's goods (`open` until all are shipped) and its parcels, oldest first. */
export const goods = z.object({ fulfilment: z.enum(fulfilmentStates), parcels: z.array(parcel) });

export type Goods = Infer<typeof goods>;
