import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { openOrderAccount as openOrderAccountEndpoint } from '#api/orders/order-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { mailEmailConfirmation } from '#server/accounts/email-confirmation.ts';
import { validateNewPassword } from '#server/accounts/passwords.ts';
import { type StartedSession, startSession } from '#server/accounts/sessions.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { firstPasswordMinutes } from './order-buyer.ts';
import type { OrderRow } from './order-events.ts';
import { findOrder } from './read-order.ts';

/**
 * Sets the first password of the account that an order has created, for the holder of the order token, and logs in
 * (docs/behaviour/orders.md#first-password). The token proves the order, not the mailbox: the address stays unconfirmed
 * and the mailed link valid. `FORBIDDEN` when the account holds more than this order, has a password, its mailbox was
 * proved, or the payment is more than an hour ago.
 */
export async function openOrderAccount(
  context: ServerContext,
  caller: Caller,
  orderId: string,
  passwords: z.output<typeof openOrderAccountEndpoint.body>,
): Promise<Result<StartedSession, DomainFailure>> {
  const { db, clock } = context;
  const validated = validateNewPassword(passwords);
  if (!validated.ok) return validated;
  const found = await findOrder(db, context, caller, orderId);
  if (!found.ok) return found;
  const refused = err(domainFailure('FORBIDDEN'));
  if (!isRecentlyCreated(found.value, clock.now())) return refused;
  const password_hash = await context.passwords.hash(passwords.password);
  return inTransaction(db, async (trx) => {
    const account = await lockUnusedAccount(trx, found.value);
    if (account === undefined) return refused;
    await trx
      .updateTable('users')
      .set({ password_hash, is_registered_with_funnel: false })
      .where('id', '=', account.id)
      .execute();
    await mailEmailConfirmation(trx, context, {
      ...account,
      locale: account.preferred_language as Locale,
    });
    return ok(await startSession(trx, context, account.id, caller.device));
  });
}

function isRecentlyCreated({ is_new_account, completed_at }: OrderRow, now: number): boolean {
  if (!is_new_account || completed_at === null) return false;
  return now - completed_at.getTime() < firstPasswordMinutes * 60_000;
}

/**
 * Locks the account of this order, if nobody can use it yet and it holds nothing else. Parallel calls and orders that
 * join the account (`createPurchaseAccount`) wait for the lock.
 */
async function lockUnusedAccount(trx: Transaction<Database>, order: OrderRow) {
  const account = await trx
    .selectFrom('users')
    .select(['id', 'email', 'preferred_language'])
    .where('id', '=', order.user_id)
    .where('deleted_at', 'is', null)
    .where('password_hash', 'is', null)
    .where('email_confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return undefined;
  // A separate query, so that it sees orders stored while the first one waited for the lock.
  const other = await trx
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', account.id)
    .where('id', '!=', order.id)
    .executeTakeFirst();
  return other === undefined ? account : undefined;
}
