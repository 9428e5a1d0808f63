import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { CartActions, RedeemActions } from './shop-actions.ts';

interface Dependencies {
  readonly coupons: Coupons;
  readonly profiles: Profiles;
  readonly redeem: RedeemStore;
  readonly session: SessionStore;
  readonly loadCart: CartActions['loadCart'];
}

/**
 * Redeems a code for the learner who is logged in (decisions §5): the profile is read anew, because it owns more now,
 * and the cart, because credit pays for it.
 */
export function createRedeemCode(dependencies: Dependencies): RedeemActions['redeemCode'] {
  const { coupons, profiles, redeem, session, loadCart } = dependencies;
  return async (code) => {
    const answer = await coupons.redeem(code);
    if (!answer.ok) return answer;
    redeem.show(null);
    const { snapshot, generation } = session;
    if (snapshot.status === 'logged_in') {
      const profile = await profiles.get(snapshot.learner.sub);
      if (profile.ok) session.update(profile.value, generation);
    }
    if (answer.value.kind === 'voucher') await loadCart();
    return answer;
  };
}
