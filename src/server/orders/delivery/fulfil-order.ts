import { sql, type Transaction } from 'kysely';
import type { OrderTemplate } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/values.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { stateAfter } from '#core/rules/basics/state-machine.ts';
import { fulfilmentStateMachine } from '#core/rules/orders/order-states.ts';
import { ossDay } from '#server/carts/pricing-catalogue.ts';
import { issueInvoice, issuerOf } from '#server/orders/invoices.ts';
import { transitionOrder } from '#server/orders/lock-order.ts';
import { findBuyer, firstPasswordMail, keepBuyerAddresses } from '#server/orders/order-buyer.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderCause, OrderLineRow, OrderRow, StoredCard } from '#server/orders/order-events.ts';
import { isRenewal } from '#server/orders/read-order.ts';
import { settleReservations } from '#server/orders/reservations.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { enqueueMails, type NewMail } from '#server/platform/outbox/enqueue-mail.ts';
import { selectBrand, toBrand } from '#server/platform/outbox/mail-layout.ts';
import { setVatAtPayment } from './set-vat-at-payment.ts';

interface Payment {
  readonly cause: OrderCause;
  readonly method: PaymentMethodSummary;
  readonly storedCard: StoredCard | null;
}

/**
 * Carries out all consequences of a payment, in the transaction that stores it
 * (docs/behaviour/orders.md#what-follows-from-a-payment): VAT of the day, order state, buyer's account if one is
 * needed, access to courses, codes, subscriptions, empty cart, invoice and mails.
 */
export async function fulfilOrder(
  trx: Transaction<Database>,
  context: OrderContext,
  written: OrderRow,
  { cause, method, storedCard }: Payment,
): Promise<void> {
  const { brand, ...read } = await readPaidOrder(trx, written.id);
  const { order, lines } = await setVatAtPayment(trx, context.clock.now(), { order: written, ...read });
  const locale: Locale = isLocale(order.locale) ? order.locale : defaultLocale;
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
  await settleReservations(trx, order);
  const doubled = [...(await grantCourses(trx, context, buyer.user_id, order.id, lines))];
  const paid = { order, lines, userId: buyer.user_id, locale, method, storedCard };
  for (const subscriber of context.orderSubscribers) {
    doubled.push(...((await subscriber.paid?.(trx, context, paid)) ?? []));
  }
  const receipt: NewMail<OrderTemplate | 'renewal'> = {
    template: isRenewal(order) ? 'renewal' : (order.template as OrderTemplate),
    recipient: order.email,
    locale,
    facts: { order_id: order.id },
    dedupe_key: `order:${order.id}`,
  };
  const account = buyer.is_new && buyer.user_id !== null ? { userId: buyer.user_id } : null;
  const isOnPage = cause !== 'operator';
  await enqueueMails(trx, context, [
    receipt,
    ...(account ? [firstPasswordMail(context, order, { ...account, isOnPage })] : []),
  ]);
  // As late as possible, because the invoice number is locked for all other payments until this transaction ends.
  const invoiced = { ...order, user_id: buyer.user_id, payment_method: method };
  await issueInvoice(trx, context, invoiced, { lines, ...issuerOf(brand, locale) });
  const event = { order, cause, doubled };
  for (const subscriber of context.orderSubscribers) await subscriber.invoiced?.(trx, context, event);
}

/** Loads the lines of an order, the facts for its VAT and the issuer of its invoice. */
async function readPaidOrder(trx: Transaction<Database>, orderId: string) {
  const ordered = trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position');
  const { stored, ...paid } = await trx
    .selectNoFrom([
      sql<readonly OrderLineRow[]>`(select coalesce(json_agg(line), '[]') from (${ordered}) line)`.as(
        'lines',
      ),
      ossDay.as('oss_from'),
      selectBrand().as('stored'),
    ])
    .executeTakeFirstOrThrow();
  return { ...paid, brand: toBrand(stored) };
}

/**
 * Gives access to the bought courses. Returns the lines of courses that the buyer already owns, because of a parallel
 * order or a gift that was redeemed in the meantime.
 */
async function grantCourses(
  trx: Transaction<Database>,
  context: OrderContext,
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
