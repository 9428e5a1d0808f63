import * as z from 'zod/mini';
import { calendarDay, type Infer } from './primitives.ts';

/** Lengths of a chart's periods. */
export const figureSteps = ['day', 'week', 'month'] as const;

export type FigureStep = (typeof figureSteps)[number];

/** The key figures of the start page (docs/behaviour/operations.md#figures). */
export const measureNames = [
  'gross',
  'net',
  'orders',
  'average',
  'refunds',
  'recurring',
  'members_new',
  'members_ended',
  'churn',
  'charges_failed',
  'charges_recovered',
  'checkouts',
  'conversion',
  'coupon_orders',
  'coupon_discounts',
  'watched',
] as const;

export type MeasureName = (typeof measureNames)[number];

/** `money` in cents, `time` in seconds, `share` from 0 to 1. */
export const measureUnits = ['money', 'count', 'share', 'time'] as const;

/** A key figure: for the whole range, for the range before, and for each period. Null if it has no value. */
const measure = z.object({
  name: z.enum(measureNames),
  unit: z.enum(measureUnits),
  total: z.nullable(z.number()),
  before: z.nullable(z.number()),
  values: z.array(z.nullable(z.number())),
});

export type Measure = Infer<typeof measure>;

/** The ten products, coupons or origins (recommendations) with the largest amounts. */
const ranking = z.object({
  name: z.enum(['products', 'coupons', 'origins']),
  rows: z.array(
    z.object({
      subject: z.string(),
      title: z.string(),
      count: z.int(),
      /** In cents: sales for products and origins, discounts for coupons. */
      amount: z.int(),
    }),
  ),
});

export type Ranking = Infer<typeof ranking>;

export const figures = z.object({
  from: calendarDay,
  to: calendarDay,
  step: z.enum(figureSteps),
  /** The preceding range of the same length. */
  before: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** First day of each period. */
  periods: z.array(calendarDay),
  measures: z.array(measure),
  rankings: z.array(ranking),
});

export type Figures = Infer<typeof figures>;
