import * as z from 'zod/mini';
import { calendarDay, type Infer } from './primitives.ts';

/** How long a period of a plot is. */
export const figureSteps = ['day', 'week', 'month'] as const;

export type FigureStep = (typeof figureSteps)[number];

/** What the start page shows (docs/behaviour/operations.md#figures). */
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

/** One figure: of the whole range, of the range before it, and of each period. Null where it has no value. */
const measure = z.object({
  name: z.enum(measureNames),
  unit: z.enum(measureUnits),
  total: z.nullable(z.number()),
  before: z.nullable(z.number()),
  values: z.array(z.nullable(z.number())),
});

export type Measure = Infer<typeof measure>;

/** What was sold, by which coupon and whose recommendation: the ten with the largest amounts. */
const ranking = z.object({
  name: z.enum(['products', 'coupons', 'origins']),
  rows: z.array(
    z.object({
      subject: z.string(),
      title: z.string(),
      count: z.int(),
      /** In cents: sales of products and origins, discounts of coupons. */
      amount: z.int(),
    }),
  ),
});

export type Ranking = Infer<typeof ranking>;

export const figures = z.object({
  from: calendarDay,
  to: calendarDay,
  step: z.enum(figureSteps),
  /** The range of the same length before it. */
  before: z.object({ from: z.iso.date(), to: z.iso.date() }),
  /** First day of each period. */
  periods: z.array(calendarDay),
  measures: z.array(measure),
  rankings: z.array(ranking),
});

export type Figures = Infer<typeof figures>;
