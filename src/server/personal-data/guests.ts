import { sql, type Transaction } from 'kysely';
import type { Guest, GuestExport, GuestParts } from '#api/personal-data/operator-customer-endpoints.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { findConfirmedAccount, selectConfirmedAccount } from '#server/accounts/attach-guest-orders.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { forgetAddress, forgetUnpaidOrders, lockUnpaidOrders } from './erase-account.ts';
import { exportByAddress, exportCarts, exportDeclarations, exportOrders, inSnapshot } from './export-rows.ts';
import { ofGuest } from './whose-rows.ts';

/** What the audit log calls a guest: the address would outlive its deletion there. */
const record = { type: 'customers', id: 'guest' } as const;

interface FoundGuest {
  readonly account_id: string | null;
  readonly parts: GuestParts;
}

function findGuest({ db }: Pick<ServerContext, 'db'>, email: string): Promise<FoundGuest> {
  const whose = ofGuest(email);
  return inSnapshot(db, async (trx) => ({
    account_id: await selectConfirmedAccount(trx, email),
    parts: {
      orders: await exportOrders(trx, whose.orders),
      declarations: await exportDeclarations(trx, whose.declarations),
      carts: await exportCarts(trx, whose.carts),
      ...(await exportByAddress(trx, email)),
    },
  }));
}

/** How much is stored by an e-mail address of somebody without an account, or the confirmed account that has it. */
export async function readGuest(context: Pick<ServerContext, 'db'>, email: string): Promise<Guest> {
  const { account_id, parts } = await findGuest(context, email);
  if (account_id !== null) return { account_id, stored: [] };
  const names = Object.keys(parts) as (keyof GuestParts)[];
  const stored = names.map((part) => ({ part, count: [parts[part] ?? []].flat().length }));
  return { account_id, stored: stored.filter(({ count }) => count > 0) };
}

/**
 * Everything that is stored by an e-mail address of somebody without an account (GDPR, article 15), as an operator who
 * was asked for it. 409 `EMAIL_TAKEN` when it belongs to an account that has confirmed the address.
 */
export async function exportGuest(
  context: ServerContext,
  email: string,
): Promise<Result<GuestExport, DomainFailure>> {
  const { account_id, parts } = await findGuest(context, email);
  if (account_id !== null) return err(domainFailure('EMAIL_TAKEN', { pointer: '/email' }));
  await inTransaction(context.db, (trx) =>
    recordChange(trx, context, { action: 'customer.guest_exported', record }),
  );
  return ok({ exported_at: new Date(context.clock.now()).toISOString(), email, ...parts });
}

/**
 * Removes what is stored by an e-mail address of somebody without an account (GDPR, article 17), under the rules of
 * `eraseAccount`. 409 `ORDER_BUSY` while an order of it is being paid or waits for a transfer, 409 `EMAIL_TAKEN` as
 * `exportGuest`. Nobody is mailed: the operator answers.
 */
export function deleteGuest(context: ServerContext, email: string): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    await lockCarts(trx, email);
    const own = ofGuest(email).orders;
    const unpaid = await lockUnpaidOrders(trx, own);
    if (!unpaid.ok) return unpaid;
    // After the orders, as a payment does it. Nobody confirms the address from here on.
    if ((await findConfirmedAccount(trx, email)) !== null)
      return err(domainFailure('EMAIL_TAKEN', { pointer: '/email' }));
    await forgetUnpaidOrders(trx, context, { own, unpaid: unpaid.value });
    await forgetAddress(trx, context, { email, nobody: 'deleted@deleted.invalid', source: 'guest_deletion' });
    await recordChange(trx, context, { action: 'customer.guest_deleted', record });
    return ok(null);
  });
}

/** Locks the carts that have the address, and those of its orders, which may have another one by now. */
async function lockCarts(trx: Transaction<Database>, email: string): Promise<void> {
  const { carts, orders } = ofGuest(email);
  await trx
    .selectFrom('carts')
    .select('id')
    .where(
      sql<boolean>`carts.id in (select id from carts where ${carts}
        union all select cart_id from orders where ${orders})`,
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}
