import type { Transaction } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import { needsAccount } from '#core/rules/checkout.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { findConfirmedAccount } from '#server/accounts/guest-orders.ts';
import { issueOneTimeToken } from '#server/accounts/one-time-tokens.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { OrderLineRow, OrderRow } from '#server/order-events.ts';
import type { ServerContext } from '#server/server-context.ts';

type Needs = Pick<ServerContext, 'clock' | 'ids'>;

interface Buyer {
  /** Null for a guest whose order needs no account. */
  readonly user_id: string | null;
  /** True when the account was created just now. */
  readonly is_new: boolean;
}

/** The account that a paid order belongs to (docs/behaviour/orders.md#account-for-a-guest). */
export async function findBuyer(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<Buyer> {
  const { user_id, email } = order;
  if (user_id !== null) return { user_id, is_new: false };
  if (needsAccount(lines.map((line) => line.kind as ProductKind)))
    return createPurchaseAccount(trx, context, { email, locale: localeOf(order) });
  return { user_id: await findConfirmedAccount(trx, email), is_new: false };
}

/**
 * The account of the buyer, created now for a guest who had none so far: voucher money that cannot go back to its
 * voucher becomes credit, and credit needs an account (docs/behaviour/orders.md#refund-to-a-voucher).
 */
export async function ensureBuyerAccount(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
): Promise<string> {
  if (order.user_id !== null) return order.user_id;
  const locale = localeOf(order);
  const { user_id, is_new } = await createPurchaseAccount(trx, context, { email: order.email, locale });
  await trx.updateTable('orders').set({ user_id }).where('id', '=', order.id).execute();
  if (is_new) await mailFirstPassword(trx, context, order, user_id);
  return user_id;
}

/** How long the link to a first password works, in minutes (docs/behaviour/accounts-and-sessions.md#links-in-mails). */
const firstPasswordMinutes = 60;

/** Mails the link to the first password of an account that an order has created. */
export async function mailFirstPassword(
  trx: Transaction<Database>,
  context: Needs,
  order: OrderRow,
  userId: string,
): Promise<void> {
  const token = await issueOneTimeToken(trx, context, {
    user_id: userId,
    kind: 'password',
    minutes: firstPasswordMinutes,
  });
  await enqueueMail(trx, context, {
    template: 'set_password',
    recipient: order.email,
    locale: localeOf(order),
    facts: { token },
    dedupe_key: `set_password:${order.id}`,
  });
}

function localeOf({ locale }: OrderRow) {
  return isLocale(locale) ? locale : defaultLocale;
}
