import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { CartActions } from '#core/storefront/cart/cart-actions.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/context.ts';
import type { Profile } from '#core/storefront/session/profile.ts';

/** Codes that give something for good. */
export function createRedeemActions(
  { shopApi, stores }: StorefrontContext,
  profile: Profile,
  { loadCart }: CartActions,
) {
  const { redeem } = stores;
  return {
    /** Shows in the redeem store what a code gives, without using it up; a refused code shows nothing. */
    async lookUpCode(code: string): ApiResult<CodeInfo> {
      const response = await shopApi.getCodeInfo({ body: { code } });
      redeem.show(response.ok ? response.value : null);
      return response;
    },
    /**
     * Redeems a code for the learner who is logged in; the profile is read anew, because it owns more now, and after a
     * voucher the cart, because credit pays for it.
     */
    async redeemCode(code: string): ApiResult<Redemption> {
      const response = await shopApi.redeemGiftCode({ body: { code } });
      if (!response.ok) return response;
      redeem.show(null);
      await profile.reloadProfile();
      if (response.value.kind === 'voucher') await loadCart();
      return response;
    },
  };
}
