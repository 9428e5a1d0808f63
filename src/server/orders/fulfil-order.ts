import type { Transaction } from 'kysely';
import type { OrderTemplate } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { fulfilmentStateMachine } from '#core/rules/order.ts';
import { stateAfter } from '#core/rules/state-machine.ts';
import type { Database } from '#server/database/schema.ts';
import type { MailOrder } from '#server/mail/enqueue-mail.ts';
import { enqueueMails } from '#server/mail/enqueue-mail.ts';
import type { OrderCause, OrderLineRow, OrderRow, StoredCard } from '#server/order-events.ts';
import type { ServerContext } from '#server/server-context.ts';
import { issueInvoice } from './invoices.ts';
import { emptyCart, transitionOrder } from './lock-order.ts';
import { findBuyer, firstPasswordMail, keepBuyerAddresses } from './order-buyer.ts';
import { isRenewal } from './read-order.ts';
import { settleReservations } from './reservations.ts';

interface Payment {
  readonly cause: OrderCause;
  readonly method: PaymentMethodSummary;
  readonly storedCard: StoredCard | null;
}

/**
 * All consequences of a payment, in the transaction that stores it
 * (docs/behaviour/orders.md#what-follows-from-a-payment): order state, buyer's account if one is needed, access to
 * courses, codes, subscriptions, empty cart, invoice and mails.
 */
export async function fulfilOrder(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  { cause, method, storedCard }: Payment,
): Promise<void> {
  const locale: Locale = isLocale(order.locale) ? order.locale : defaultLocale;
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const buyer = await findBuyer(trx, context, order, lines);
  await transitionOrder(trx, context, {
    order,
    event: order.state === 'awaiting_payment' ? 'payment_received' : 'charge_succeeded',
    cause,
    changes: {
      user_id: buyer.user_id,
      is_new_account: buyer.is_new,
      payment_method: JSON.stringify(method),
      fulfilment: lines.some((line) => line.is_shipped)
        ? stateAfter(fulfilmentStateMachine, 'none', 'begin')
        : 'none',
      completed_at: new Date(context.clock.now()),
      last_decline: null,
    },
  });
  await keepBuyerAddresses(trx, context, order, buyer);
  await settleReservations(trx, order.id);
  await emptyCart(trx, order);
  const doubled = [...(await grantCourses(trx, context, buyer.user_id, order.id, lines))];
  const paid = { order, lines, userId: buyer.user_id, locale, method, storedCard };
  for (const subscriber of context.orderSubscribers) {
    doubled.push(...((await subscriber.paid?.(trx, context, paid)) ?? []));
  }
  const receipt: MailOrder<OrderTemplate | 'renewal'> = {
    template: isRenewal(order) ? 'renewal' : (order.template as OrderTemplate),
    recipient: order.email,
    locale,
    facts: { order_id: order.id },
    dedupe_key: `order:${order.id}`,
  };
  const isNewAccount = buyer.user_id !== null && buyer.is_new;
  await enqueueMails(trx, context, [
    receipt,
    ...(isNewAccount ? [await firstPasswordMail(trx, context, order, buyer.user_id)] : []),
  ]);
  // As late as possible, because the invoice number is locked for all other payments until this transaction ends.
  await issueInvoice(trx, context, { ...order, user_id: buyer.user_id, payment_method: method }, lines);
  const invoiced = { order, cause, doubled };
  for (const subscriber of context.orderSubscribers) await subscriber.invoiced?.(trx, context, invoiced);
}

/**
 * Gives access to the bought courses. Returns the lines of courses that the buyer already owns, because of a parallel
 * order or a gift that was redeemed in the meantime.
 */
async function grantCourses(
  trx: Transaction<Database>,
  context: ServerContext,
  userId: string | null,
  orderId: string,
  lines: readonly OrderLineRow[],
): Promise<readonly OrderLineRow[]> {
  const courses = lines.filter((line) => line.kind === 'course');
  if (courses.length === 0 || userId === null) return [];
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
