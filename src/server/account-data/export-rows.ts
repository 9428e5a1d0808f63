import type { Transaction } from 'kysely';
import type { AccountExport } from '#api/account-data.ts';
import { cents } from '#core/rules/money.ts';
import type { Database } from '#server/database/schema.ts';

/** A user's orders with lines, payments, refunds and invoices: always five queries. */
export async function exportOrders(
  trx: Transaction<Database>,
  userId: string,
): Promise<AccountExport['orders']> {
  const orders = await trx
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
  const parts = await collectParts(trx, userId);
  return orders.map((order) => ({
    code: order.code,
    state: order.state,
    fulfilment: order.fulfilment,
    email: order.email,
    subtotal: cents(order.subtotal_cents),
    discount: cents(order.discount_cents),
    shipping: cents(order.shipping_cents),
    total: cents(order.total_cents),
    credit: cents(order.credit_cents),
    coupon_code: order.coupon_code,
    referral_code: order.referral_code,
    affiliate_code: order.affiliate_code,
    shipping_address: storedJson(order.shipping_address),
    billing_contact: storedJson(order.billing_contact),
    billing_address: storedJson(order.billing_address),
    payment_method: storedJson(order.payment_method),
    carrier: order.carrier,
    tracking_code: order.tracking_code,
    waiver_accepted_at: moment(order.waiver_accepted_at),
    code_waiver_accepted_at: moment(order.code_waiver_accepted_at),
    early_start_requested_at: moment(order.early_start_requested_at),
    created_at: order.created_at.toISOString(),
    completed_at: moment(order.completed_at),
    lines: (parts.lines.get(order.id) ?? []).map((line) => ({
      title: line.title,
      quantity: line.quantity,
      price: cents(line.price_cents),
      discount: cents(line.discount_cents),
      custom_properties: storedJson(line.custom_properties),
    })),
    payments: (parts.payments.get(order.id) ?? []).map((payment) => ({
      amount: cents(payment.amount_cents),
      state: payment.state,
      method: storedJson(payment.method),
      started_at: payment.started_at.toISOString(),
    })),
    refunds: (parts.refunds.get(order.id) ?? []).map((refund) => ({
      amount: cents(refund.amount_cents),
      credit: cents(refund.credit_cents),
      state: refund.state,
      created_at: refund.created_at.toISOString(),
    })),
    invoices: (parts.invoices.get(order.id) ?? []).map((invoice) => ({
      number: invoice.number,
      kind: invoice.kind,
      issued_at: invoice.issued_at.toISOString(),
    })),
  }));
}

async function collectParts(trx: Transaction<Database>, userId: string) {
  const own = trx.selectFrom('orders').select('id').where('user_id', '=', userId);
  const lines = await trx
    .selectFrom('order_lines')
    .select(['order_id', 'title', 'quantity', 'price_cents', 'discount_cents', 'custom_properties'])
    .where('order_id', 'in', own)
    .orderBy('position')
    .execute();
  const payments = await trx
    .selectFrom('payment_attempts')
    .select(['order_id', 'amount_cents', 'state', 'method', 'started_at'])
    .where('order_id', 'in', own)
    .orderBy('number')
    .execute();
  const refunds = await trx
    .selectFrom('refunds')
    .select(['order_id', 'amount_cents', 'credit_cents', 'state', 'created_at'])
    .where('order_id', 'in', own)
    .orderBy('created_at')
    .execute();
  const invoices = await trx
    .selectFrom('invoices')
    .select(['order_id', 'number', 'kind', 'issued_at'])
    .where('order_id', 'in', own)
    .orderBy('issued_at')
    .execute();
  return {
    lines: Map.groupBy(lines, (line) => line.order_id),
    payments: Map.groupBy(payments, (payment) => payment.order_id),
    refunds: Map.groupBy(refunds, (refund) => refund.order_id),
    invoices: Map.groupBy(invoices, (invoice) => invoice.order_id),
  };
}

/**
 * Data found by the e-mail address alone. Null while the address is not confirmed: anybody can register with a
 * stranger's address and must not read that stranger's data.
 */
export async function exportByAddress(
  trx: Transaction<Database>,
  email: string | null,
): Promise<Pick<AccountExport, 'newsletter' | 'giveaways' | 'messages' | 'mails'>> {
  if (email === null) return { newsletter: null, giveaways: [], messages: [], mails: [] };
  const giveaways = await trx
    .selectFrom('giveaway_entries')
    .select(['giveaway', 'entered_at'])
    .where('email', '=', email)
    .orderBy('entered_at')
    .execute();
  const messages = await trx
    .selectFrom('contact_messages')
    .select(['topic', 'name', 'message', 'order_code', 'received_at'])
    .where('email', '=', email)
    .orderBy('received_at')
    .execute();
  const mails = await trx
    .selectFrom('outbox')
    .select(['template', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute();
  return {
    newsletter: await exportNewsletter(trx, email),
    giveaways: giveaways.map((one) => ({ ...one, entered_at: one.entered_at.toISOString() })),
    messages: messages.map((one) => ({ ...one, received_at: one.received_at.toISOString() })),
    mails: mails.map((one) => ({
      template: one.template,
      created_at: one.created_at.toISOString(),
      sent_at: moment(one.sent_at),
    })),
  };
}

async function exportNewsletter(
  trx: Transaction<Database>,
  email: string,
): Promise<AccountExport['newsletter']> {
  const subscription = await trx
    .selectFrom('newsletter_subscriptions')
    .selectAll()
    .where('email', '=', email)
    .executeTakeFirst();
  if (subscription === undefined) return null;
  const events = await trx
    .selectFrom('newsletter_events')
    .select(['event', 'source', 'wording', 'happened_at'])
    .where('subscription_id', '=', subscription.id)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  return {
    state: subscription.state,
    source: subscription.source,
    requested_at: subscription.requested_at.toISOString(),
    confirmed_at: moment(subscription.confirmed_at),
    unsubscribed_at: moment(subscription.unsubscribed_at),
    events: events.map((one) => ({ ...one, happened_at: one.happened_at.toISOString() })),
  };
}

export function moment(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}

/** Stored JSON as an object; the shop stores nothing else in these columns. */
export function storedJson(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
