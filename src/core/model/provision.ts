import * as z from 'zod/mini';
import { calendarDay, cents, type Infer, line, uuid } from './primitives.ts';

/** By what it is known who brought an order, the first that counts at the top. */
export const provisionKinds = ['affiliate', 'coupon', 'campaign'] as const;

export const provisionKind = z.enum(provisionKinds);

export type ProvisionKind = z.output<typeof provisionKind>;

/** In hundredths of a percent: 1250 is 12.5 %. */
const rate = z.int().check(z.gte(0), z.lte(10_000));

const partner = { kind: provisionKind, subject: line(80, 1) };

/** What a partner gets from a day on. */
export const newProvisionRate = z.object({ ...partner, from: calendarDay, rate });

export const provisionRate = z.object({ id: uuid, ...newProvisionRate.shape });

export type ProvisionRate = Infer<typeof provisionRate>;

const provisionSums = {
  orders: z.int(),
  refunds: z.int(),
  /** Revenue of the orders without VAT. */
  net: cents,
  /** What was given back, without VAT, of these or earlier orders. */
  refunded_net: cents,
  /** Of `net - refunded_net`, rounded for each order and refund. */
  provision: cents,
};

/** What a partner brought in a month at one rate. */
export const provisionRow = z.object({
  id: z.string(),
  month: z.string(),
  ...partner,
  /** Null: no rate is set. */
  rate: z.nullable(rate),
  ...provisionSums,
});

export type ProvisionRow = Infer<typeof provisionRow>;

export const provisionTotals = z.object(provisionSums);

export type ProvisionTotals = Infer<typeof provisionTotals>;
