import type { Transaction } from 'kysely';
import type { Locale } from '#core/rules/locale.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { OrderTemplate } from '#core/rules/order.ts';
import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import { createPurchaseAccount } from '#server/accounts/create-account.ts';
import { issueOneTimeToken } from '#server/accounts/issue-one-time-token.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { requestRefund } from '#server/refunds/request-refund.ts';
import type { HostContext } from '#server/server-context.ts';
import { isRenewal, renewalPaid } from '#server/subscriptions/settle-renewal.ts';
import { emptyCart } from './empty-cart.ts';
import type { OrderLineRow, OrderRow } from './find-order.ts';
import { issueGiftCodes } from './issue-gift-codes.ts';
import { issueInvoice } from './issue-invoice.ts';
import { moveOrder } from './move-order.ts';
import { settleReservations } from './reservations.ts';
import { startSubscriptions } from './start-subscriptions.ts';

interface Payment {
  readonly cause: 'buyer' | 'gateway' | 'background' | 'operator';
  readonly method: PaymentMethodSummary;
  /** The vaulted payment method for renewals, if one was saved. */
  readonly vaultToken: string | null;
}

/** How long the link to a first password works, in minutes (decisions §5). */
const firstPasswordMinutes = 60;

/**
 * Everything that follows from a payment, in the transaction that stores it (decisions §4): the order is paid, the
 * buyer has an account and owns the courses, codes and contracts exist, the cart is empty, invoice and mails are on
 * their way.
 */
export async function fulfilOrder(
  trx: Transaction<Database>,
  context: HostContext,
  order: OrderRow,
  { cause, method, vaultToken }: Payment,
): Promise<void> {
  const locale: Locale = isLocale(order.locale) ? order.locale : defaultLocale;
  const [lines, account] = await Promise.all([
    trx.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).orderBy('position').execute(),
    order.user_id === null
      ? createPurchaseAccount(trx, context, { email: order.email, locale })
      : { user_id: order.user_id, is_new: false },
  ]);
  const contracts = { userId: account.user_id, orderId: order.id, lines, vaultToken, method };
  const [doubledCourses, doubledContracts] = await Promise.all([
    grantCourses(trx, context, account.user_id, order.id, lines),
    isRenewal(order) ? [] : startSubscriptions(trx, context, contracts),
    moveOrder(trx, context, {
      order,
      event: order.state === 'awaiting_payment' ? 'payment_received' : 'charge_succeeded',
      cause,
      changes: {
        user_id: account.user_id,
        is_new_account: account.is_new,
        payment_method: JSON.stringify(method),
        fulfilment: lines.some((line) => line.is_shipped) ? 'open' : 'none',
        completed_at: new Date(context.clock.now()),
        last_decline: null,
      },
    }),
    settleReservations(trx, order.id),
    issueGiftCodes(trx, context, lines, locale),
    emptyCart(trx, order),
    sendMails(trx, context, { order, locale, account }),
  ]);
  // Late, because everybody who pays waits for the next number until this transaction ends.
  await issueInvoice(trx, context, { ...order, user_id: account.user_id, payment_method: method }, lines);
  if (isRenewal(order)) await renewalPaid(trx, context, order, cause);
  await refundDoubled(trx, context, order.id, [...doubledCourses, ...doubledContracts]);
}

/**
 * A course that somebody owns already stays theirs once: answers the lines that gave nothing, because two orders of one
 * person were paid at the same instant, or a gift was redeemed meanwhile.
 */
async function grantCourses(
  trx: Transaction<Database>,
  context: HostContext,
  userId: string,
  orderId: string,
  lines: readonly OrderLineRow[],
): Promise<readonly OrderLineRow[]> {
  const courses = lines.filter((line) => line.kind === 'course');
  if (courses.length === 0) return [];
  const granted = await trx
    .insertInto('entitlements')
    .values(
      courses.map((line) => ({
        id: context.ids.uuid(),
        user_id: userId,
        course_id: line.product_id,
        order_id: orderId,
        granted_at: new Date(context.clock.now()),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'course_id']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('course_id')
    .execute();
  return courses.filter((line) => !granted.some((owned) => owned.course_id === line.product_id));
}

/** Gives the money of what was bought a second time back by itself; nobody has to ask. */
async function refundDoubled(
  trx: Transaction<Database>,
  context: HostContext,
  orderId: string,
  doubled: readonly OrderLineRow[],
): Promise<void> {
  if (doubled.length === 0) return;
  await requestRefund(trx, context, {
    order_id: orderId,
    lines: doubled.map((line) => ({ line_id: line.id, quantity: line.quantity })),
    includes_shipping: false,
    cause: 'duplicate',
  });
}

async function sendMails(
  trx: Transaction<Database>,
  context: HostContext,
  {
    order,
    locale,
    account,
  }: {
    readonly order: OrderRow;
    readonly locale: Locale;
    readonly account: { readonly user_id: string; readonly is_new: boolean };
  },
): Promise<void> {
  const confirmation = enqueueMail(trx, context, {
    template: isRenewal(order) ? 'renewal' : (order.template as OrderTemplate),
    recipient: order.email,
    locale,
    facts: { order_id: order.id },
    dedupe_key: `order:${order.id}`,
  });
  await Promise.all([confirmation, ...(account.is_new ? [welcome()] : [])]);

  async function welcome(): Promise<void> {
    const token = await issueOneTimeToken(trx, context, {
      user_id: account.user_id,
      kind: 'password',
      minutes: firstPasswordMinutes,
    });
    await enqueueMail(trx, context, {
      template: 'set_password',
      recipient: order.email,
      locale,
      facts: { token },
      dedupe_key: `set_password:${order.id}`,
    });
  }
}
