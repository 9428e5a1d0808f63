import * as z from 'zod/mini';
import { giftDeliveries } from './gift-choice.ts';
import { calendarDay, email, type Infer, instant } from './primitives.ts';

/**
 * States of a bought gift (docs/behaviour/gifts.md#states-of-a-gift). `with_buyer`: the buyer has received the code;
 * `printed`: the code is sent on a card.
 */
export const giftStates = [
  'planned',
  'sent',
  'with_buyer',
  'printed',
  'opened',
  'redeemed',
  'taken_back',
] as const;

export type GiftState = (typeof giftStates)[number];

/** A gift or voucher as its buyer sees it: without its code. */
export const boughtGift = z.object({
  id: z.string(),
  order_id: z.string(),
  /** Number of the order. */
  order_code: z.string(),
  title: z.string(),
  picture: z.string(),
  recipient_name: z.nullable(z.string()),
  recipient_email: z.nullable(z.string()),
  delivery: z.enum(giftDeliveries),
  /** Day on which it is mailed; null if mailed immediately, or not by e-mail. */
  deliver_on: z.nullable(calendarDay),
  state: z.enum(giftStates),
  /** When its mail was first sent; null before, and for gifts that are not mailed. */
  sent_at: z.nullable(instant),
  opened_at: z.nullable(instant),
  redeemed_at: z.nullable(instant),
});

export type BoughtGift = Infer<typeof boughtGift>;

export const giftChange = z.discriminatedUnion('step', [
  /** Changes address or day (null: immediately) before its mail is sent. */
  z.object({
    step: z.literal('plan'),
    recipient_email: email,
    deliver_on: z._default(z.nullable(calendarDay), null),
  }),
  /** Cancels the mail; the buyer gets the code. */
  z.object({ step: z.literal('keep') }),
  /** Sends the mail again. */
  z.object({ step: z.literal('send_again') }),
]);

export type GiftChange = Infer<typeof giftChange>;
