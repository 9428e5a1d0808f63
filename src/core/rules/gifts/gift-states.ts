import type { GiftState } from '#core/model/gift.ts';
import type { GiftDelivery } from '#core/model/gift-choice.ts';

/** The recorded facts about a bought code. */
interface GiftFacts {
  readonly delivery: GiftDelivery;
  readonly isSent: boolean;
  readonly isOpened: boolean;
  readonly isRedeemed: boolean;
  readonly isTakenBack: boolean;
}

/** Returns the state of a gift by the latest event (docs/behaviour/gifts.md#states-of-a-gift). */
export function giftState({ delivery, isSent, isOpened, isRedeemed, isTakenBack }: GiftFacts): GiftState {
  if (isRedeemed) return 'redeemed';
  if (isTakenBack) return 'taken_back';
  if (isOpened) return 'opened';
  if (delivery === 'buyer') return 'with_buyer';
  if (delivery === 'parcel') return 'printed';
  return isSent ? 'sent' : 'planned';
}

/** Actions of a buyer on a gift. */
export const giftSteps = ['plan', 'keep', 'send_again'] as const;

export type GiftStep = (typeof giftSteps)[number];

/**
 * Returns the actions that the buyer of a gift has now: before its mail is sent, change day and address or keep the
 * code instead; afterwards send the mail again, until the gift is redeemed or taken back.
 */
export function stepsOf(delivery: GiftDelivery, state: GiftState): readonly GiftStep[] {
  if (delivery !== 'email') return [];
  if (state === 'planned') return ['plan', 'keep'];
  return state === 'sent' || state === 'opened' ? ['send_again'] : [];
}
