import type { CartActions } from '#core/storefront/cart/cart-actions.ts';
import type { StorefrontContext } from '#core/storefront/context.ts';
import type { StartSession } from '#core/storefront/session/session-start.ts';

/** Creates the action with which a guest takes a campaign's offer to an account. */
export function createCampaignActions(
  { shopApi }: StorefrontContext,
  startSession: StartSession,
  { applyCoupon }: Pick<CartActions, 'applyCoupon'>,
) {
  return {
    /**
     * Logs in, or registers when the address has no account, with the code of a campaign
     * (docs/behaviour/gifts-and-vouchers.md#campaign-login). The guest's cart is merged; the code is then in the
     * merged cart. Returns the cart, or why login or code were refused.
     */
    async enterCampaign(entry: {
      readonly email: string;
      readonly password: string;
      readonly code: string;
      readonly campaign: string | null;
    }): ReturnType<typeof applyCoupon> {
      const started = await startSession('login', () => shopApi.enterCampaign({ body: entry }));
      // The server knew the cart before the merge only.
      return started.ok ? applyCoupon(entry.code, entry.campaign ?? undefined) : started;
    },
  };
}
