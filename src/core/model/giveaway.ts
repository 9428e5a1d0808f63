import * as z from 'zod/mini';
import { campaignSegments } from './campaign-segments.ts';
import { recordedChange } from './operator.ts';
import { calendarDay, type Infer, instant } from './primitives.ts';

export const campaignStates = ['planned', 'running', 'over'] as const;

/** A campaign page, or a giveaway without one, as operators see it. */
export const operatorCampaign = z.object({
  /** Id of the page; for a giveaway without a page its key. */
  id: z.string(),
  kind: z.enum(['offer', 'giveaway']),
  title: z.string(),
  state: z.enum(campaignStates),
  /** Null if there is no page. */
  place: z.nullable(z.enum(campaignSegments)),
  /** Days in the shop's time zone, both included; null if not limited. */
  from: z.nullable(calendarDay),
  until: z.nullable(calendarDay),
  /** The coupon of an offer: its id, code and uses. */
  coupon: z.nullable(z.object({ id: z.string(), code: z.string(), used: z.int() })),
  /** The giveaway: its key, and the number of participating addresses. */
  giveaway: z.nullable(z.object({ key: z.string(), entries: z.int(), is_drawn: z.boolean() })),
});

export type OperatorCampaign = Infer<typeof operatorCampaign>;

/** Maximum number of places in a draw, substitutes included. */
export const maxDrawPlaces = 100;

/** A giveaway with its draw. */
export const operatorGiveaway = z.object({
  id: z.string(),
  title: z.string(),
  state: z.enum(campaignStates),
  from: calendarDay,
  until: calendarDay,
  entries: z.int(),
  /** SHA-256 of the seed, which stays secret until the draw; null without an entry. */
  seed_digest: z.nullable(z.string()),
  seed_noted_at: z.nullable(instant),
  draw: z.nullable(
    z.object({
      drawn_at: instant,
      seed: z.string(),
      entries: z.int(),
      entries_digest: z.string(),
      /** Number of winning places; the others are substitutes. */
      winners: z.int(),
      /** In the order of the places, without addresses that were deleted since. */
      places: z.array(z.object({ place: z.int(), email: z.string() })),
      /** Whether seed and entries reproduce these places; null when entries were deleted since. */
      is_reproduced: z.nullable(z.boolean()),
    }),
  ),
  history: z.array(recordedChange),
});

export type OperatorGiveaway = Infer<typeof operatorGiveaway>;
