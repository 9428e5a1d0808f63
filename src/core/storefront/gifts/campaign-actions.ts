import type { StartSession } from '#core/storefront/accounts/session-start.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import { createTrackRegistration } from '#core/storefront/tracking/read-attribution.ts';
import type { ApiValue, ShopApi } from '#ports/shop-api.ts';

type CampaignRequest = Parameters<ShopApi['enterCampaign']>[0]['body'];

/** Creates the action with which a guest redeems a code of a campaign. */
export function createCampaignActions(context: StorefrontContext, startSession: StartSession) {
  const { shopApi } = context;
  const trackRegistration = createTrackRegistration(context);

  return {
    /**
     * Logs in, or registers if the address has no account, and redeems a gift or voucher there
     * (docs/behaviour/gifts.md#campaign-login). The guest's cart is merged afterwards, so a coupon must be applied to
     * the merged cart then. A refused code does not undo the login.
     */
    async enterCampaign(body: CampaignRequest): ApiResult<ApiValue<'enterCampaign'>> {
      const track = trackRegistration();
      const entering = shopApi.enterCampaign({ body });
      const started = await startSession('login', () => entering);
      if (!started.ok) return started;
      const entered = await entering;
      if (entered.ok && entered.value.is_new_account) await track(started.value.sub);
      return entered;
    },
  };
}
