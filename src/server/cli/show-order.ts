import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { z } from 'zod';
import type { BundleDiscount } from '#core/model/cart.ts';
import { normaliseEmail } from '#core/rules/address.ts';
import type { Database } from '#server/database/schema.ts';
import { defineCommand, done, failed, moment, money, orderCode } from './command.ts';
import { describeDelivery } from './shipments.ts';

/** `order`: everything about one order. */
export const showOrderCommand = defineCommand({
  name: 'order',
  usage: 'CODE',
  summary: 'shows an order: lines, amounts, payments, refunds, codes, mails, declarations, history',
  operands: ['code'],
  input: z.object({ code: orderCode }),
  async run({ db }, { code }) {
    const lines = await showOrder(db, code);
    if (lines !== null) return done(...lines);
    return failed(`There is no order ${code}. An order's code stands in its confirmation mail.`);
  },
});

/** The bundle offers and the coupon that reduced the order. */
function describeReductions(order: { bundle_discounts: unknown; coupon_code: string | null }): string {
  const bundles = (order.bundle_discounts as readonly BundleDiscount[]).map(
    ({ title, amount }) => `${title} ${money(amount)}`,
  );
  const reductions = [...bundles, ...(order.coupon_code === null ? [] : [`coupon ${order.coupon_code}`])];
  return reductions.length === 0 ? '' : ` (${reductions.join(', ')})`;
}

/**
 * State, buyer, lines, amounts, payments, benefits, mails and history of an order, without empty sections. Null when
 * there is no such order. Times are UTC.
 */
export async function showOrder(db: Kysely<Database>, code: string): Promise<readonly string[] | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .where('code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  if (order === undefined) return null;
  const parcel =
    order.tracking_code === null
      ? []
      : [
          `  shipped ${moment(order.shipped_at)} with ${order.carrier ?? 'unknown carrier'} as ${order.tracking_code},` +
            ` delivered ${order.delivered_at === null ? 'not yet' : moment(order.delivered_at)}`,
        ];
  return [
    `Order ${order.code}: ${order.state}, fulfilment ${order.fulfilment}`,
    `  ${order.email}${order.user_id === null ? ' (guest)' : ''}, made ${moment(order.created_at)}, paid ${order.completed_at === null ? 'not yet' : moment(order.completed_at)}`,
    ...parcel,
    'Lines',
    ...(await showLines(db, order.id)),
    `  Shipping ${money(order.shipping_cents)}, discount ${money(order.discount_cents)}${describeReductions(order)}`,
    `  Total ${money(order.total_cents)}, voucher ${money(order.credit_cents)}, due ${money(order.amount_due_cents)}`,
    ...part('Invoices', await showInvoices(db, order.id)),
    ...part('Codes', await showCodes(db, order.id)),
    ...part('Subscriptions', await showSubscriptions(db, order.id)),
    ...part('Refunds', await showRefunds(db, order.id)),
    ...part('Declarations', await showDeclarations(db, order.id)),
    'Payment attempts',
    ...(await showAttempts(db, order.id)),
    'Mails',
    ...(await showMails(db, order.id)),
    'History',
    ...(await showHistory(db, order.id)),
  ];
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

async function showLines(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  return lines.map(
    (line, index) =>
      `  ${index + 1}) ${line.quantity} × ${line.title} ${money(line.price_cents)}` +
      (line.discount_cents > 0 ? `, less ${money(line.discount_cents)}` : ''),
  );
}

async function showInvoices(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const invoices = await db
    .selectFrom('invoices')
    .select(['number', 'kind', 'issued_at'])
    .where('order_id', '=', orderId)
    .orderBy('issued_at')
    .orderBy('number')
    .execute();
  return invoices.map((invoice) => `  ${invoice.number} ${invoice.kind} ${moment(invoice.issued_at)}`);
}

async function showCodes(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const codes = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .selectAll('gift_codes')
    .select('order_lines.title')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('gift_codes.code')
    .execute();
  return codes.map((code) => {
    const used =
      code.revoked_at !== null
        ? `revoked ${moment(code.revoked_at)}`
        : code.redeemed_at === null
          ? 'not redeemed'
          : `redeemed ${moment(code.redeemed_at)}`;
    const balance =
      code.kind === 'voucher' ? `, ${money(code.balance_cents)} of ${money(code.initial_cents)}` : '';
    return `  ${code.code} ${code.kind} for ${code.title}${balance}, ${used}`;
  });
}

async function showSubscriptions(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const subscriptions = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where((where) =>
      where.or([
        where('order_id', '=', orderId),
        where('id', '=', where.selectFrom('orders').select('subscription_id').where('id', '=', orderId)),
      ]),
    )
    .orderBy('code')
    .execute();
  return subscriptions.map(
    (subscription) =>
      `  ${subscription.code} ${subscription.product_id} ${subscription.status}, paid until ${moment(subscription.period_ends_at)}`,
  );
}

async function showRefunds(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return refunds.map(
    (refund) =>
      `  ${refund.refund_key} ${refund.cause} ${refund.state}: card ${money(refund.amount_cents)},` +
      ` voucher ${money(refund.credit_cents)}, decided ${moment(refund.created_at)}`,
  );
}

async function showDeclarations(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const declarations = await db
    .selectFrom('declarations')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('received_at')
    .execute();
  return declarations.map(
    (declaration) =>
      `  ${declaration.reference} ${declaration.kind} ${declaration.state}, received ${moment(declaration.received_at)}`,
  );
}

async function showAttempts(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const attempts = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('number')
    .execute();
  if (attempts.length === 0) return ['  none'];
  return attempts.flatMap((attempt) => [
    `  ${attempt.attempt_key} ${money(attempt.amount_cents)} ${attempt.state}` +
      ` ${attempt.transaction_id ?? attempt.decline_reason ?? ''} ${moment(attempt.started_at)}`,
    ...Object.entries(attempt.metadata ?? {}).map(([name, text]) => `    ${name}: ${text}`),
  ]);
}

/** Mails whose cause is the order, or whose facts contain the id of the order or of one of its refunds. */
async function showMails(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .where((where) =>
      where.or([
        where('dedupe_key', 'like', `%${orderId}%`),
        where(sql`facts ->> 'order_id'`, '=', orderId),
        where(
          sql`facts ->> 'refund_id'`,
          'in',
          sql`(select id::text from refunds where order_id = ${orderId})`,
        ),
      ]),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return mails.length === 0
    ? ['  none']
    : mails.map((mail) => `  ${mail.template} ${describeDelivery(mail)}`);
}

async function showHistory(db: Kysely<Database>, orderId: string): Promise<readonly string[]> {
  const events = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  return events.map(
    (event) =>
      `  ${moment(event.happened_at)} ${event.from_state ?? 'new'} → ${event.to_state} (${event.cause})`,
  );
}

const shown = 200;

/** `orders find`: the orders of an e-mail address, of guests and accounts. */
export const findOrdersCommand = defineCommand({
  name: 'orders find',
  usage: 'EMAIL',
  summary: 'finds the orders of an e-mail address, newest first',
  operands: ['email'],
  input: z.object({ email: z.string().transform(normaliseEmail) }),
  async run({ db }, { email }) {
    const orders = await db
      .selectFrom('orders')
      .select(['code', 'state', 'fulfilment', 'total_cents', 'created_at', 'completed_at', 'user_id'])
      .where((where) =>
        where.or([
          where('email', '=', email),
          where('user_id', '=', where.selectFrom('users').select('id').where('email', '=', email)),
        ]),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(shown)
      .execute();
    if (orders.length === 0) return failed(`Nobody has ordered as ${email}.`);
    const lines = orders.map(
      (order) =>
        `${order.code}  ${order.state}, fulfilment ${order.fulfilment}, ${money(order.total_cents)},` +
        ` made ${moment(order.created_at)}, paid ${moment(order.completed_at)}` +
        (order.user_id === null ? ', guest' : ''),
    );
    return done(...lines, ...(orders.length === shown ? [`The newest ${shown} are shown.`] : []));
  },
});
