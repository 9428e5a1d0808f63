import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { Profile } from '#core/storefront/accounts/profile.ts';
import type { CartActions } from '#core/storefront/carts/cart-actions.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';

/** Creates the actions for gift and voucher codes. */
export function createRedeemActions(
  { shopApi, stores }: StorefrontContext,
  profile: Profile,
  { loadCart }: CartActions,
) {
  const { redeem } = stores;
  return {
    /** Looks up the effect of a code without redeeming it, and sets it in the redeem store; null for a refused code. */
    async lookUpCode(code: string): ApiResult<CodeInfo> {
      const response = await shopApi.getCodeInfo({ body: { code } });
      redeem.show(response.ok ? response.value : null);
      return response;
    },
    /** Removes the code from the redeem store, after it was redeemed or to enter another one. */
    forgetCode(): void {
      redeem.show(null);
    },
    /**
     * Redeems a code for the logged-in learner. Then reloads the profile, which contains a new course or
     * membership, and after a voucher also the cart, which can be paid with the new credit.
     */
    async redeemCode(code: string): ApiResult<Redemption> {
      const response = await shopApi.redeemGiftCode({ body: { code } });
      if (!response.ok) return response;
      await profile.reloadProfile();
      if (response.value.kind === 'voucher') await loadCart();
      return response;
    },
  };
}
