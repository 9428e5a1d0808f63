import { applyCode, cancelBundleCode, cancelCode, getCodeInfo, redeemGiftCode } from '#api/codes.ts';

import { mapResult } from '#core/rules/result.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { ApiClient } from './api-client.ts';

/** Codes on carts over HTTP. */
export function createHttpCoupons(client: ApiClient): Coupons {
  return {
    async getInfo(code) {
      return mapResult(await client.call(getCodeInfo, { body: { code } }), ({ data }) => data.attributes);
    },
    async redeem(code) {
      return mapResult(await client.call(redeemGiftCode, { body: { code } }), ({ data }) => data.attributes);
    },
    apply(cart_id, code, campaign) {
      return client.call(applyCode, { body: { id: cart_id, code, campaign } });
    },
    cancel(cart_id) {
      return client.call(cancelCode, { body: { id: cart_id } });
    },
    cancelForGuest(cart_id) {
      return client.call(cancelBundleCode, { body: { id: cart_id } });
    },
  };
}
