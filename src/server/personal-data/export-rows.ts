import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { GuestParts } from '#api/personal-data/operator-customer-endpoints.ts';
import type { AccountExport } from '#api/personal-data/personal-data-endpoints.ts';
import { isoOf } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { shownCode } from '#core/rules/operations/permissions.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { wasMailedTo } from './row-conditions.ts';

/** Reads with one snapshot for all queries, so that the parts are consistent. */
export function inSnapshot<Value>(
  db: Kysely<Database>,
  read: (trx: Transaction<Database>) => Promise<Value>,
): Promise<Value> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** Exports the orders that match a condition, with lines, payments, refunds and invoices: always nine queries. */
export async function exportOrders(
  trx: Transaction<Database>,
  isOwn: RawBuilder<boolean>,
): Promise<AccountExport['orders']> {
  const orders = await trx.selectFrom('orders').selectAll().where(isOwn).orderBy('created_at').execute();
  const parts = await collectParts(trx, isOwn);
  return orders.map((order) => ({
    code: order.code,
    state: order.state,
    fulfilment: order.fulfilment,
    email: order.email,
    locale: order.locale,
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
    bank_transfer: storedJson(order.bank_transfer),
    last_decline: order.last_decline,
    parcels: (parts.parcels.get(order.id) ?? []).map(({ carrier, tracking_code, sent_at }) => ({
      carrier,
      tracking_code,
      sent_at: sent_at.toISOString(),
    })),
    waiver_accepted_at: isoOf(order.waiver_accepted_at),
    code_waiver_accepted_at: isoOf(order.code_waiver_accepted_at),
    early_start_requested_at: isoOf(order.early_start_requested_at),
    confirmed_at: isoOf(order.confirmed_at),
    confirmed_by: order.confirmed_by,
    created_at: order.created_at.toISOString(),
    completed_at: isoOf(order.completed_at),
    lines: (parts.lines.get(order.id) ?? []).map((line) => ({
      title: line.title,
      quantity: line.quantity,
      price: cents(line.price_cents),
      discount: cents(line.discount_cents),
      custom_properties: storedJson(line.custom_properties),
      contents: (parts.contents.get(line.id) ?? []).map((content) => ({
        course_id: content.course_id,
        opened_at: isoOf(content.opened_at),
        opened_lesson_id: content.opened_lesson_id,
        last_used_at: isoOf(content.last_used_at),
      })),
    })),
    payments: (parts.payments.get(order.id) ?? []).map((payment) => ({
      amount: cents(payment.amount_cents),
      state: payment.state,
      method: storedJson(payment.method),
      metadata: storedJson(payment.metadata),
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
      facts: storedJson(invoice.facts),
      issued_at: invoice.issued_at.toISOString(),
    })),
    documents: (parts.documents.get(order.id) ?? []).map(withoutCode),
    notes: (parts.notes.get(order.id) ?? []).map(({ text, written_at }) => ({
      text,
      written_at: written_at.toISOString(),
    })),
  }));
}

/** The code in the name of a gift sheet. */
const codeOfSheet = sql<string | null>`case when starts_with(documents.key, 'gift_sheet:')
  then (select code from gift_codes where id = substr(documents.key, 12)::uuid) end`;

/** The name of a document without the code of a gift, which may have been sent to somebody else. */
function withoutCode({ filename, code }: { readonly filename: string; readonly code: string | null }) {
  return { filename: code === null ? filename : filename.replace(code, shownCode(code, [])) };
}

async function collectParts(trx: Transaction<Database>, isOwn: RawBuilder<boolean>) {
  const own = trx.selectFrom('orders').select('id').where(isOwn);
  const lines = await trx
    .selectFrom('order_lines')
    .select(['id', 'order_id', 'title', 'quantity', 'price_cents', 'discount_cents', 'custom_properties'])
    .where('order_id', 'in', own)
    .orderBy('position')
    .execute();
  // The use of a gift is personal data of its recipient, so only content without a code is exported.
  const contents = await trx
    .selectFrom('digital_contents')
    .innerJoin('order_lines', 'order_lines.id', 'digital_contents.order_line_id')
    .select(['order_line_id', 'course_id', 'opened_at', 'opened_lesson_id', 'last_used_at'])
    .where('order_lines.order_id', 'in', own)
    .where('gift_code_id', 'is', null)
    .execute();
  const payments = await trx
    .selectFrom('payment_attempts')
    .select(['order_id', 'amount_cents', 'state', 'method', 'metadata', 'started_at'])
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
    .select(['order_id', 'number', 'kind', 'facts', 'issued_at'])
    .where('order_id', 'in', own)
    .orderBy('issued_at')
    .execute();
  const documents = await trx
    .selectFrom('documents')
    .select(['order_id', 'filename', codeOfSheet.as('code')])
    .where('order_id', 'in', own)
    .orderBy('key')
    .execute();
  const parcels = await trx
    .selectFrom('parcels')
    .select(['order_id', 'carrier', 'tracking_code', 'sent_at'])
    .where('order_id', 'in', own)
    .orderBy('number')
    .execute();
  const notes = await trx
    .selectFrom('order_notes')
    .select(['order_id', 'text', 'written_at'])
    .where('order_id', 'in', own)
    .orderBy('written_at')
    .execute();
  return {
    parcels: Map.groupBy(parcels, (parcel) => parcel.order_id),
    notes: Map.groupBy(notes, (note) => note.order_id),
    documents: Map.groupBy(documents, (document) => document.order_id),
    lines: Map.groupBy(lines, (line) => line.order_id),
    contents: Map.groupBy(contents, (content) => content.order_line_id),
    payments: Map.groupBy(payments, (payment) => payment.order_id),
    refunds: Map.groupBy(refunds, (refund) => refund.order_id),
    invoices: Map.groupBy(invoices, (invoice) => invoice.order_id),
  };
}

/** Exports the carts that match a condition, with what was typed at checkout: always two queries. */
export async function exportCarts(
  trx: Transaction<Database>,
  isOwn: RawBuilder<boolean>,
): Promise<GuestParts['carts']> {
  const carts = await trx.selectFrom('carts').selectAll().where(isOwn).orderBy('updated_at').execute();
  const lines = await trx
    .selectFrom('cart_lines')
    .innerJoin('carts', 'carts.id', 'cart_lines.cart_id')
    .select(['cart_id', 'product_id', 'quantity', 'custom_properties'])
    .where(isOwn)
    .orderBy('position')
    .execute();
  const linesOf = Map.groupBy(lines, ({ cart_id }) => cart_id);
  return carts.map((cart) => ({
    lines: (linesOf.get(cart.id) ?? []).map(({ product_id, quantity, custom_properties }) => ({
      product_id,
      quantity,
      custom_properties: storedJson(custom_properties),
    })),
    email: cart.email,
    coupon_code: cart.coupon_code,
    campaign: cart.campaign,
    referral_code: cart.referral_code,
    affiliate_code: cart.affiliate_code,
    shipping_address: storedJson(cart.shipping_address),
    billing_contact: storedJson(cart.billing_contact),
    updated_at: cart.updated_at.toISOString(),
  }));
}

/**
 * Exports data found by the e-mail address alone. `email`: null while the address is not confirmed, because anybody can
 * register with a stranger's address and must not read that stranger's data.
 */
export async function exportByAddress(
  trx: Transaction<Database>,
  email: string | null,
): Promise<Pick<AccountExport, 'newsletter' | 'giveaways' | 'messages' | 'mails'>> {
  if (email === null) return { newsletter: null, giveaways: [], messages: [], mails: [] };
  const giveaways = await trx
    .selectFrom('giveaway_entries')
    .select(['giveaway', 'email', 'locale', 'entered_at', 'place'])
    .where('email', '=', email)
    .orderBy('entered_at')
    .execute();
  const messages = await trx
    .selectFrom('contact_messages')
    .select(['topic', 'email', 'locale', 'name', 'message', 'order_code', 'received_at'])
    .where('email', '=', email)
    .orderBy('received_at')
    .execute();
  const mails = await trx
    .selectFrom('outbox')
    .select(['template', 'recipient', 'locale', 'created_at', 'sent_at'])
    .where(wasMailedTo(email))
    .orderBy('created_at')
    .execute();
  return {
    newsletter: await exportNewsletter(trx, email),
    giveaways: giveaways.map((one) => ({ ...one, entered_at: one.entered_at.toISOString() })),
    messages: messages.map((one) => ({ ...one, received_at: one.received_at.toISOString() })),
    mails: mails.map((one) => ({
      template: one.template,
      recipient: one.recipient,
      locale: one.locale,
      created_at: one.created_at.toISOString(),
      sent_at: isoOf(one.sent_at),
    })),
  };
}

/** Exports the declarations that match a condition. */
export async function exportDeclarations(
  trx: Transaction<Database>,
  isOwn: RawBuilder<boolean>,
): Promise<AccountExport['declarations']> {
  const declarations = await trx
    .selectFrom('declarations')
    .select(['kind', 'reference', 'declared_code as contract_code', 'email', 'name', 'locale'])
    .select(['details', 'decision', 'received_at'])
    .where(isOwn)
    .orderBy('received_at')
    .execute();
  return declarations.map((one) => ({
    ...one,
    details: storedJson(one.details),
    decision: storedJson(one.decision),
    received_at: one.received_at.toISOString(),
  }));
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
    email: subscription.email,
    locale: subscription.locale,
    state: subscription.state,
    source: subscription.source,
    requested_at: subscription.requested_at.toISOString(),
    confirmed_at: isoOf(subscription.confirmed_at),
    unsubscribed_at: isoOf(subscription.unsubscribed_at),
    events: events.map((one) => ({ ...one, happened_at: one.happened_at.toISOString() })),
  };
}

/** Stored JSON as an object; the shop stores nothing else in these columns. */
export function storedJson(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
