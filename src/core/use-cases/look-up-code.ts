import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { RedeemActions } from './shop-actions.ts';

interface Dependencies {
  readonly coupons: Coupons;
  readonly redeem: RedeemStore;
}

/** Shows what a code gives, without using it up (decisions §5 "Redeem"); a refused code shows nothing. */
export function createLookUpCode({ coupons, redeem }: Dependencies): RedeemActions['lookUpCode'] {
  return async (code) => {
    const answer = await coupons.getInfo(code);
    redeem.show(answer.ok ? answer.value : null);
    return answer;
  };
}
