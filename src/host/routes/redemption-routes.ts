import { contract } from '#contract/contract.ts';
import { ok } from '#core/rules/result.ts';
import { inTransaction } from '#host/database/transaction.ts';
import type { HostContext } from '#host/host-context.ts';
import type { Route } from '#host/http/route.ts';
import { route } from '#host/http/route.ts';
import { createLogIn } from '#host/services/accounts/log-in.ts';
import { createEnterCampaign } from '#host/services/redemption/enter-campaign.ts';
import { redeemCode } from '#host/services/redemption/redeem-code.ts';

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
