import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { logOutEverywhere, setCourseAccess } from '#server/accounts/operator-changes.ts';
import { listCustomers, readCustomer } from '#server/accounts/operator-customers.ts';
import { actingAs, recordChange } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { deleteForCustomer } from './delete-account.ts';
import { exportAccount } from './export-account.ts';
import { deleteGuest, exportGuest, readGuest } from './guests.ts';

/** Routes for operators to find, change, export and delete accounts and guests. */
export function operatorCustomerRoutes(context: ServerContext): readonly Route[] {
  const { db } = context;
  const show = async (id: string, locale: Locale) =>
    toRecordDocument('customers', await readCustomer(context, id, locale));
  return [
    route(operatorEndpoints.listCustomers, async ({ query }) => {
      const { 'filter[q]': q, 'page[after]': after, 'page[size]': size } = query;
      return ok(toListDocument('customers', await listCustomers(db, { q, after, size })));
    }),
    route(operatorEndpoints.getCustomer, ({ params, caller }) => show(params.id, caller.locale)),
    route(operatorEndpoints.setCourseAccess, async ({ params, body, caller }) => {
      const changed = await setCourseAccess(actingAs(context, caller), {
        userId: params.id,
        courseId: params.course_id,
        hasAccess: body.has_access,
        reason: body.reason,
      });
      return changed.ok ? show(params.id, caller.locale) : changed;
    }),
    route(operatorEndpoints.endCustomerSessions, async ({ params, caller }) => {
      const ended = await logOutEverywhere(actingAs(context, caller), params.id);
      return ended === null ? err(domainFailure('NOT_FOUND')) : show(params.id, caller.locale);
    }),
    route(operatorEndpoints.exportCustomer, async ({ params, caller }) => {
      if ((await readCustomer(context, params.id, caller.locale)) === null)
        return err(domainFailure('NOT_FOUND'));
      const exported = await exportAccount(context, params.id);
      if (!exported.ok) return exported;
      await inTransaction(db, (trx) =>
        recordChange(trx, actingAs(context, caller), {
          action: 'account.exported',
          record: { type: 'users', id: params.id },
        }),
      );
      return ok({ data: { type: 'account_exports' as const, id: params.id, attributes: exported.value } });
    }),
    route(operatorEndpoints.deleteCustomer, async ({ params, body, caller }) =>
      done(await deleteForCustomer(actingAs(context, caller), params.id, body)),
    ),
    route(operatorEndpoints.getGuest, async ({ query: { email } }) =>
      ok({ data: { type: 'guests' as const, id: email, attributes: await readGuest(context, email) } }),
    ),
    route(operatorEndpoints.exportGuest, async ({ body: { email }, caller }) => {
      const exported = await exportGuest(actingAs(context, caller), email);
      if (!exported.ok) return exported;
      return ok({ data: { type: 'guest_exports' as const, id: email, attributes: exported.value } });
    }),
    route(operatorEndpoints.deleteGuest, async ({ body: { email }, caller }) =>
      done(await deleteGuest(actingAs(context, caller), email)),
    ),
  ];
}
