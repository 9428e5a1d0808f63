import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { closePaymentNotice } from '#server/payments/close-payment-notice.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { type Route, route, success } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { listAttention } from './list-attention.ts';
import { readFigures } from './read-figures.ts';

/** Routes for the start page of the back office. */
export function startPageRoutes(context: ServerContext): readonly Route[] {
  const { db, clock, settings } = context;
  return [
    route(operatorEndpoints.listAttention, async ({ caller }) => {
      const { operator, locale } = caller;
      const data = await listAttention(db, operator.permissions, {
        now: new Date(clock.now()),
        mode: settings.mode,
        locale,
      });
      return ok({ data });
    }),
    route(operatorEndpoints.closePaymentNotice, async ({ body, caller }) =>
      (await closePaymentNotice(actingAs(context, caller), body.key))
        ? ok(success)
        : err(domainFailure('NOT_FOUND')),
    ),
    route(operatorEndpoints.getFigures, async ({ query: { from, to, step }, caller }) =>
      ok({ data: await readFigures(db, { from, to }, step, caller.locale) }),
    ),
  ];
}
