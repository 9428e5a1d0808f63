import * as z from 'zod/mini';
import { campaignPlaces } from './campaign-place.ts';
import { recordedChange } from './operator.ts';
import { calendarDay, type Infer, instant } from './primitives.ts';

export const campaignStates = ['planned', 'running', 'over'] as const;

/** A campaign page, or a giveaway without one, as operators see it. */
export const operatorCampaign = z.object({
  /** Of the page; of a giveaway without a page its key. */
  id: z.string(),
  kind: z.enum(['offer', 'giveaway']),
  title: z.string(),
  state: z.enum(campaignStates),
  /** Null: there is no page. */
  place: z.nullable(z.enum(campaignPlaces)),
  /** Days in the shop's time zone, both included; null: without a limit. */
  from: z.nullable(calendarDay),
  until: z.nullable(calendarDay),
  /** The coupon of an offer: its id, code and uses. */
  coupon: z.nullable(z.object({ id: z.string(), code: z.string(), used: z.int() })),
  /** The giveaway: its key, and how many addresses take part. */
  giveaway: z.nullable(z.object({ key: z.string(), entries: z.int(), is_drawn: z.boolean() })),
});

export type OperatorCampaign = Infer<typeof operatorCampaign>;

/** The most places of one draw, reserves included. */
export const mostPlaces = 100;

/** A giveaway with its draw. */
export const operatorGiveaway = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(campaignStates),
  from: calendarDay,
  until: calendarDay,
  entries: z.int(),
  /** SHA-256 of the seed, which is kept to itself until the draw; null without an entry. */
  seed_digest: z.nullable(z.string()),
  seed_noted_at: z.nullable(instant),
  draw: z.nullable(
    z.object({
      drawn_at: instant,
      seed: z.string(),
      entries: z.int(),
      entries_digest: z.string(),
      /** How many places have won; the others are reserves. */
      winners: z.int(),
      /** By place. Addresses that were deleted since are left out. */
      places: z.array(z.object({ place: z.int(), email: z.string() })),
      /** Whether seed and entries give these places again; null when entries were deleted since. */
      is_reproduced: z.nullable(z.boolean()),
    }),
  ),
  history: z.array(recordedChange),
});

export type OperatorGiveaway = Infer<typeof operatorGiveaway>;
