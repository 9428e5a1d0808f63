import * as z from 'zod/mini';
import type { Infer } from './primitives.ts';

/** States of the fulfilment of goods (docs/behaviour/orders.md#fulfilment-states). */
export const fulfilmentStates = ['none', 'open', 'shipped', 'delivered'] as const;

export type FulfilmentState = (typeof fulfilmentStates)[number];

/** The carriers whose tracking pages the shop knows (docs/behaviour/orders.md#parcel). */
export const carriers = ['dhl', 'dpd', 'gls', 'hermes', 'ups', 'post_at', 'post_ch'] as const;

export type Carrier = (typeof carriers)[number];

/** The goods of an order, and where they are. */
export const parcel = z.object({
  fulfilment: z.enum(fulfilmentStates),
  /** Null until it is shipped, and for parcels of earlier versions. */
  carrier: z.nullable(z.enum(carriers)),
  /** Number of the parcel; null until it is shipped. */
  tracking_code: z.nullable(z.string()),
  /** The carrier's page about the parcel, in the language of the order; null without carrier. */
  tracking_url: z.nullable(z.string()),
});

export type Parcel = Infer<typeof parcel>;
