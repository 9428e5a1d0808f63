import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { giftDeliveries } from '#core/model/gift-choice.ts';
import { giftState, stepsOf } from '#core/rules/gifts/gift-states.ts';

const facts = fc.record({
  delivery: fc.constantFrom(...giftDeliveries),
  isSent: fc.boolean(),
  isOpened: fc.boolean(),
  isRedeemed: fc.boolean(),
  isTakenBack: fc.boolean(),
});

test.prop([facts])(
  'a redeemed or returned gift cannot be changed, and a sent one can only be sent again',
  (gift) => {
    const steps = stepsOf(gift.delivery, giftState(gift));
    if (gift.isRedeemed || gift.isTakenBack || gift.delivery !== 'email') expect(steps).toEqual([]);
    else if (gift.isSent || gift.isOpened) expect(steps).toEqual(['send_again']);
    else expect(steps).toEqual(['plan', 'keep']);
  },
);

test.prop([facts])('a gift has the state of its latest event, else that of its delivery', (gift) => {
  const state = giftState(gift);
  const byDelivery = { buyer: 'with_buyer', parcel: 'printed', email: gift.isSent ? 'sent' : 'planned' };
  expect(state === 'redeemed').toBe(gift.isRedeemed);
  expect(state === 'taken_back').toBe(gift.isTakenBack && !gift.isRedeemed);
  expect(state === 'opened').toBe(gift.isOpened && !gift.isTakenBack && !gift.isRedeemed);
  if (!gift.isOpened && !gift.isTakenBack && !gift.isRedeemed) expect(state).toBe(byDelivery[gift.delivery]);
});
