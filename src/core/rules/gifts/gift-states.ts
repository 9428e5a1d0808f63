import type { GiftState } from '#core/model/gift.ts';
import type { GiftDelivery } from '#core/model/gift-choice.ts';

/** What is known of a bought code. */
interface GiftFacts {
  readonly delivery: GiftDelivery;
  readonly isSent: boolean;
  readonly isOpened: boolean;
  readonly isRedeemed: boolean;
  readonly isTakenBack: boolean;
}

/** Returns where a gift is: the last thing that has happened to it (docs/behaviour/gifts.md#states-of-a-gift). */
export function giftState({ delivery, isSent, isOpened, isRedeemed, isTakenBack }: GiftFacts): GiftState {
  if (isRedeemed) return 'redeemed';
  if (isTakenBack) return 'taken_back';
  if (isOpened) return 'opened';
  if (delivery === 'buyer') return 'with_buyer';
  if (delivery === 'parcel') return 'printed';
  return isSent ? 'sent' : 'planned';
}

/** What a buyer can do with a gift. */
export const giftSteps = ['plan', 'keep', 'send_again'] as const;

export type GiftStep = (typeof giftSteps)[number];

/**
 * Returns what its buyer can do with a gift now: before its mail is sent, change day and address, or keep the code
 * instead; afterwards have the mail sent again, until the gift is redeemed or taken back.
 */
export function stepsOf(delivery: GiftDelivery, state: GiftState): readonly GiftStep[] {
  if (delivery !== 'email') return [];
  if (state === 'planned') return ['plan', 'keep'];
  return state === 'sent' || state === 'opened' ? ['send_again'] : [];
}
