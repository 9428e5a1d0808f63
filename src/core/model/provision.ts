import * as z from 'zod/mini';
import { calendarDay, cents, type Infer, line, uuid } from './primitives.ts';

/** How the partner of an order is identified, in the order of precedence. */
export const provisionKinds = ['affiliate', 'coupon', 'campaign'] as const;

export const provisionKind = z.enum(provisionKinds);

export type ProvisionKind = z.output<typeof provisionKind>;

/** In hundredths of a percent: 1250 is 12.5 %. */
const rate = z.int().check(z.gte(0), z.lte(10_000));

const partner = { kind: provisionKind, subject: line(80, 1) };

/** The rate of a partner from a day on. */
export const newProvisionRate = z.object({ ...partner, from: calendarDay, rate });

export const provisionRate = z.object({ id: uuid, ...newProvisionRate.shape });

export type ProvisionRate = Infer<typeof provisionRate>;

const provisionSums = {
  orders: z.int(),
  refunds: z.int(),
  /** Revenue of the orders without VAT. */
  net: cents,
  /** Refunds of these or earlier orders, without VAT. */
  refunded_net: cents,
  /** Provision on `net - refunded_net`, rounded for each order and refund. */
  provision: cents,
};

/** Revenue by one partner in a month at one rate. */
export const provisionRow = z.object({
  id: z.string(),
  month: z.string(),
  ...partner,
  /** Null if no rate is set. */
  rate: z.nullable(rate),
  ...provisionSums,
});

export type ProvisionRow = Infer<typeof provisionRow>;

export const provisionTotals = z.object(provisionSums);

export type ProvisionTotals = Infer<typeof provisionTotals>;
