import { type RawBuilder, sql, type Transaction } from 'kysely';
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
import { rowsOfGuest, wasMailedTo } from './row-conditions.ts';

/** Record of a guest in the audit log. It has no address, because that would remain there after its deletion. */
const record = { type: 'customers', id: 'guest' } as const;

/** The rows of each part of an export. */
function rowsOfParts(email: string): Readonly<Record<keyof GuestParts, RawBuilder<unknown>>> {
  const { orders, declarations, carts } = rowsOfGuest(email);
  return {
    orders: sql`orders where ${orders}`,
    declarations: sql`declarations where ${declarations}`,
    carts: sql`carts where ${carts}`,
    newsletter: sql`newsletter_subscriptions where email = ${email}`,
    giveaways: sql`giveaway_entries where email = ${email}`,
    messages: sql`contact_messages where email = ${email}`,
    mails: sql`outbox where ${wasMailedTo(email)}`,
  };
}

/**
 * Counts what is stored for an e-mail address without an account; if an account has confirmed the address, returns its
 * id.
 */
export async function readGuest({ db }: Pick<ServerContext, 'db'>, email: string): Promise<Guest> {
  const account_id = await selectConfirmedAccount(db, email);
  if (account_id !== null) return { account_id, stored: [] };
  const parts = Object.entries(rowsOfParts(email)).map(
    ([part, rows]) => sql`(select count(*)::int from ${rows}) as ${sql.ref(part)}`,
  );
  const { rows } = await sql<Record<keyof GuestParts, number>>`select ${sql.join(parts)}`.execute(db);
  const counts = Object.entries(rows[0] ?? {}) as [keyof GuestParts, number][];
  const stored = counts.map(([part, count]) => ({ part, count }));
  return { account_id, stored: stored.filter(({ count }) => count > 0) };
}

/**
 * Exports everything that is stored for an e-mail address without an account (GDPR, article 15), for an operator. 409
 * `EMAIL_TAKEN` when an account has confirmed the address.
 */
export async function exportGuest(
  context: ServerContext,
  email: string,
): Promise<Result<GuestExport, DomainFailure>> {
  const whose = rowsOfGuest(email);
  const parts = await inSnapshot(context.db, async (trx) =>
    (await selectConfirmedAccount(trx, email)) !== null
      ? null
      : {
          orders: await exportOrders(trx, whose.orders),
          declarations: await exportDeclarations(trx, whose.declarations),
          carts: await exportCarts(trx, whose.carts),
          ...(await exportByAddress(trx, email)),
        },
  );
  if (parts === null) return err(domainFailure('EMAIL_TAKEN', { pointer: '/email' }));
  await inTransaction(context.db, (trx) =>
    recordChange(trx, context, { action: 'customer.guest_exported', record }),
  );
  return ok({ exported_at: new Date(context.clock.now()).toISOString(), email, ...parts });
}

/**
 * Removes what is stored for an e-mail address without an account (GDPR, article 17), under the rules of
 * `eraseAccount`. 409 `ORDER_BUSY` while an order of it is being paid or waits for a transfer, 409 `EMAIL_TAKEN` as in
 * `exportGuest`. No mail is sent: the operator replies.
 */
export function deleteGuest(context: ServerContext, email: string): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    await lockCarts(trx, email);
    const own = rowsOfGuest(email).orders;
    const unpaid = await lockUnpaidOrders(trx, own);
    if (!unpaid.ok) return unpaid;
    // Locked after the orders, as in a payment. From here on no account can confirm the address.
    if ((await findConfirmedAccount(trx, email)) !== null)
      return err(domainFailure('EMAIL_TAKEN', { pointer: '/email' }));
    await forgetUnpaidOrders(trx, context, { own, unpaid: unpaid.value });
    await forgetAddress(trx, context, { email, nobody: 'deleted@deleted.invalid', source: 'guest_deletion' });
    await recordChange(trx, context, { action: 'customer.guest_deleted', record });
    return ok(null);
  });
}

/** Locks the carts with the address, and the carts of its orders, which may have another address by now. */
async function lockCarts(trx: Transaction<Database>, email: string): Promise<void> {
  const { carts, orders } = rowsOfGuest(email);
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
