import { endpoints } from '#api/endpoints.ts';
import { err, mapResult, ok } from '#core/rules/basics/result.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { type Route, route, success } from '#server/platform/http/route.ts';
import { confirmAccountDeletion, deleteAccount } from './delete-account.ts';
import { exportAccount } from './export-account.ts';

/** Export and deletion of an account (GDPR). */
export function personalDataRoutes(context: OrderContext): readonly Route[] {
  return [
    route(endpoints.exportAccount, async ({ params, caller }) => {
      if (params.id !== caller.user.id) return err(domainFailure('NOT_FOUND'));
      const exported = await exportAccount(context, params.id);
      if (!exported.ok) return exported;
      return ok({ data: { type: 'account_exports' as const, id: params.id, attributes: exported.value } });
    }),
    route(endpoints.deleteAccount, async ({ params, body, caller }) => {
      if (params.id !== caller.user.id) return err(domainFailure('NOT_FOUND'));
      const outcome = await deleteAccount(context, params.id, body, caller.locale);
      if (!outcome.ok) return outcome;
      const status = outcome.value === 'link_sent' ? 202 : 200;
      return { ok: true, value: { ...success, state: outcome.value }, status } as const;
    }),
    route(endpoints.confirmAccountDeletion, async ({ body }) => {
      const deleted = await confirmAccountDeletion(context, body.token);
      return mapResult(deleted, (user_id) => ({ ...success, user_id }));
    }),
  ];
}
