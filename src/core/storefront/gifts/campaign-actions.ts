import type { StartSession } from '#core/storefront/accounts/session-start.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import { createTrackRegistration } from '#core/storefront/tracking/read-attribution.ts';
import type { ApiValue, ShopApi } from '#ports/shop-api.ts';

type CampaignRequest = Parameters<ShopApi['enterCampaign']>[0]['body'];

/** Creates the action with which a guest takes a code to an account. */
export function createCampaignActions(context: StorefrontContext, startSession: StartSession) {
  const { shopApi } = context;
  const trackRegistration = createTrackRegistration(context);

  return {
    /**
     * Logs in, or registers when the address has no account, and redeems a gift or voucher there
     * (docs/behaviour/gifts.md#campaign-login). The guest's cart is merged; a coupon has to be applied to it
     * afterwards, because the server knew the cart before the merge only. A refused code does not undo the login.
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
