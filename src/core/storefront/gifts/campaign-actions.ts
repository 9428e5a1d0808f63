import type { StartSession } from '#core/storefront/accounts/session-start.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { ApiValue, ShopApi } from '#ports/shop-api.ts';

type CampaignRequest = Parameters<ShopApi['enterCampaign']>[0]['body'];

/** Creates the action with which a guest takes a code to an account. */
export function createCampaignActions({ shopApi }: StorefrontContext, startSession: StartSession) {
  return {
    /**
     * Logs in, or registers when the address has no account, and redeems a gift or voucher there
     * (docs/behaviour/gifts.md#campaign-login). The guest's cart is merged; a coupon has to be applied to it
     * afterwards, because the server knew the cart before the merge only. A refused code does not undo the login.
     */
    async enterCampaign(body: CampaignRequest): ApiResult<ApiValue<'enterCampaign'>> {
      const entered = shopApi.enterCampaign({ body });
      const started = await startSession('login', () => entered);
      return started.ok ? entered : started;
    },
  };
}
