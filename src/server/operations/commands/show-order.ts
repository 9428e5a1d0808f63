import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { normaliseEmail } from '#core/model/email-address.ts';
import { readOperatorOrder } from '#server/orders/operator-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { defineCommand, done, failed, moment, money, orderCode } from './command.ts';
import { describeDelivery } from './shipment-commands.ts';

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
function describeReductions({ bundle_discounts, coupon_code }: OperatorOrder): string {
  const bundles = bundle_discounts.map(({ title, amount }) => `${title} ${money(amount)}`);
  const reductions = [...bundles, ...(coupon_code === null ? [] : [`coupon ${coupon_code}`])];
  return reductions.length === 0 ? '' : ` (${reductions.join(', ')})`;
}

/**
 * State, buyer, lines, amounts, payments, benefits, mails and history of an order, without empty sections. Null when
 * there is no such order. Times are UTC.
 */
export async function showOrder(db: Kysely<Database>, code: string): Promise<readonly string[] | null> {
  const order = await readOperatorOrder(db, { code: code.trim().toUpperCase() });
  if (order === null) return null;
  return [
    `Order ${order.code}: ${order.state}, fulfilment ${order.fulfilment}`,
    `  ${order.email}${order.user_id === null ? ' (guest)' : ''}, made ${order.created_at}, paid ${order.completed_at ?? 'not yet'}`,
    ...order.parcels.map(
      ({ sent_at, carrier, tracking_code, lines }) =>
        `  shipped ${sent_at} with ${carrier ?? 'unknown carrier'} as ${tracking_code ?? 'no number'}:` +
        ` ${lines.map(({ quantity, title }) => `${quantity} × ${title}`).join(', ')}`,
    ),
    ...(order.delivered_at === null ? [] : [`  delivered ${order.delivered_at}`]),
    'Lines',
    ...order.lines.map(
      (line) =>
        `  ${line.number}) ${line.quantity} × ${line.title} ${money(line.price)}` +
        (line.discount > 0 ? `, less ${money(line.discount)}` : ''),
    ),
    `  Shipping ${money(order.shipping)}, discount ${money(order.discount)}${describeReductions(order)}`,
    `  Total ${money(order.total)}, voucher ${money(order.credit)}, due ${money(order.amount_due)}`,
    ...part(
      'Invoices',
      order.invoices.map((invoice) => `  ${invoice.number} ${invoice.kind} ${invoice.issued_at}`),
    ),
    ...part('Codes', order.codes.map(describeCode)),
    ...part(
      'Subscriptions',
      order.subscriptions.map(
        ({ code, product_id, status, period_ends_at }) =>
          `  ${code} ${product_id} ${status}, paid until ${period_ends_at}`,
      ),
    ),
    ...part(
      'Refunds',
      order.refunds.map(
        (refund) =>
          `  ${refund.key} ${refund.cause} ${refund.state}: card ${money(refund.amount)},` +
          ` voucher ${money(refund.credit)}, decided ${refund.created_at}`,
      ),
    ),
    ...part(
      'Declarations',
      order.declarations.map(
        ({ reference, kind, state, received_at }) =>
          `  ${reference} ${kind} ${state}, received ${received_at}`,
      ),
    ),
    'Payment attempts',
    ...atLeastNone(order.payments.flatMap(describePayment)),
    ...part(
      'Late payments',
      order.late_payments.map(
        ({ payment_key, step, amount, transaction_id, outcome, at }) =>
          `  ${payment_key} ${step}${amount === null ? '' : ` ${money(amount)}`} of ${transaction_id}: ${outcome} ${at}`,
      ),
    ),
    'Mails',
    ...atLeastNone(order.mails.map((mail) => `  ${mail.template} ${describeDelivery(mail)}`)),
    'History',
    ...order.events.map(({ at, from, to, cause }) => `  ${at} ${from ?? 'new'} → ${to} (${cause})`),
  ];
}

function part(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines];
}

function atLeastNone(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? ['  none'] : lines;
}

function describeCode(code: OperatorOrder['codes'][number]): string {
  const used =
    code.revoked_at !== null
      ? `revoked ${code.revoked_at}`
      : code.redeemed_at === null
        ? 'not redeemed'
        : `redeemed ${code.redeemed_at}`;
  const balance = code.kind === 'voucher' ? `, ${money(code.balance)} of ${money(code.initial)}` : '';
  return `  ${code.code} ${code.kind} for ${code.title}${balance}, ${used}`;
}

function describePayment(payment: OperatorOrder['payments'][number]): readonly string[] {
  return [
    `  ${payment.key} ${money(payment.amount)} ${payment.state}` +
      ` ${payment.transaction_id ?? payment.decline_reason ?? ''} ${payment.started_at}`,
    ...payment.facts.map(({ name, text }) => `    ${name}: ${text}`),
  ];
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
