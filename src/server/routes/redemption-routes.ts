import { contract } from '#api/contract.ts';
import { ok } from '#core/rules/result.ts';
import { createLogIn } from '#server/accounts/log-in.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { createEnterCampaign } from '#server/gifts/enter-campaign.ts';
import { redeemCode } from '#server/gifts/redeem-code.ts';
import type { Route } from '#server/http/route.ts';
import { route } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';

/** Codes that give something for good (decisions §5). */
export function redemptionRoutes(context: HostContext): readonly Route[] {
  const enterCampaign = createEnterCampaign(context, createLogIn(context));
  return [
    route(contract.redeemGiftCode, async ({ body, caller }) => {
      const { user, address, locale } = caller;
      const redeemed = await inTransaction(context.db, (trx) =>
        redeemCode(trx, context, { userId: user.id, code: body.code, address, locale }),
      );
      return redeemed.ok ? ok({ data: redeemed.value }) : redeemed;
    }),
    route(contract.enterCampaign, ({ body, caller }) => enterCampaign(body, caller)),
  ];
}
