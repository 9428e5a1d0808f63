import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { createLogIn } from '#server/accounts/log-in.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { findOrder } from '#server/orders/read-order.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { FailureTexts } from '#server/platform/http/failures.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import { changeBoughtGift, listBoughtGifts } from './bought-gifts.ts';
import { createEnterCampaign } from './enter-campaign.ts';
import { enterGiveaway } from './enter-giveaway.ts';
import { redeemCode } from './redeem-code.ts';

/** Routes for gift codes, bought gifts, campaigns and giveaways. */
export function giftRoutes(context: OrderContext, texts: FailureTexts): readonly Route[] {
  const enterCampaign = createEnterCampaign(context, createLogIn(context), texts);
  return [
    route(endpoints.redeemGiftCode, async ({ body, caller }) => {
      const { user, address, locale } = caller;
      const redeemed = await inTransaction(context.db, (trx) =>
        redeemCode(trx, context, { userId: user.id, code: body.code, address, locale }),
      );
      return redeemed.ok ? ok({ data: redeemed.value }) : redeemed;
    }),
    route(endpoints.listGifts, async ({ caller }) =>
      ok({ data: await listBoughtGifts(context.db, { userId: caller.user.id }) }),
    ),
    route(endpoints.listOrderGifts, async ({ caller, params }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      return found.ok ? ok({ data: await listBoughtGifts(context.db, { orderId: params.id }) }) : found;
    }),
    route(endpoints.changeGift, async ({ caller, params, body }) => {
      const found = await findOrder(context.db, context, caller, params.id);
      if (!found.ok) return found;
      const changed = await changeBoughtGift(context, { orderId: params.id, giftId: params.gift }, body);
      return changed.ok ? ok({ data: changed.value }) : changed;
    }),
    route(endpoints.enterCampaign, ({ body, caller }) => enterCampaign(body, caller)),
    route(endpoints.enterGiveaway, async ({ body, caller }) => {
      return done(await enterGiveaway(context, body, caller));
    }),
  ];
}
