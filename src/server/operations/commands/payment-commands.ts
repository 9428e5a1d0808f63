import { z } from 'zod';
import { cancelTransfer, receiveTransfer, sendTransfer } from '#server/payments/settle-bank-transfers.ts';
import { defineCommand, done, euros, failed, moment, money, orderCode } from './command.ts';

/** Maximum number of notices shown. */
const shown = 100;

/** `payments notices`: webhook notices of the payment provider, newest first. */
export const listPaymentNoticesCommand = defineCommand({
  name: 'payments notices',
  usage: '',
  summary: `lists what the payment provider told by itself: disputes, money that arrived or did not (the last ${shown})`,
  input: z.object({}),
  async run({ db }) {
    const notices = await db
      .selectFrom('payment_notices')
      .leftJoin('payment_attempts', 'payment_attempts.id', 'payment_notices.payment_attempt_id')
      .leftJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .selectAll('payment_notices')
      .select('orders.code')
      .orderBy('payment_notices.received_at', 'desc')
      .limit(shown)
      .execute();
    const lines = notices.map(
      ({ kind, happened_at, amount_cents, transaction_id, code }) =>
        `${moment(happened_at)}  ${kind}  ${amount_cents === null ? '' : `${money(amount_cents)}  `}` +
        `transaction ${transaction_id}  ${code === null ? 'no order of this shop' : `order ${code}`}`,
    );
    return done(...(lines.length === 0 ? ['The payment provider has told nothing yet.'] : lines));
  },
});

/** `payments unknown`: charges and refunds without a known result, and refunds that the gateway refused. */
export const listUnknownPaymentsCommand = defineCommand({
  name: 'payments unknown',
  usage: '',
  summary: 'lists charges and refunds whose outcome is not known yet, and refunds that the gateway refused',
  input: z.object({}),
  async run({ db }) {
    const attempts = await db
      .selectFrom('payment_attempts')
      .innerJoin('orders', 'orders.id', 'payment_attempts.order_id')
      .selectAll('payment_attempts')
      .select('orders.code')
      .where('payment_attempts.state', 'in', ['charging', 'unknown', 'processing', 'authorised'])
      .orderBy('started_at')
      .execute();
    const refunds = await db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .selectAll('refunds')
      .select('orders.code')
      .where('refunds.state', 'in', ['open', 'unknown', 'refused'])
      .orderBy('refunds.created_at')
      .execute();
    const lines = [
      ...attempts.map(
        (attempt) =>
          `order ${attempt.code}  charge ${attempt.attempt_key} ${money(attempt.amount_cents)} ${attempt.state}` +
          ` since ${moment(attempt.started_at)}, asked ${attempt.checks} times, next ${moment(attempt.next_check_at)}`,
      ),
      ...refunds.map(
        (refund) =>
          `order ${refund.code}  refund ${refund.refund_key} ${money(refund.amount_cents)} ${refund.state}` +
          (refund.state === 'refused'
            ? ` on ${moment(refund.settled_at)}: refund retry asks again; when paid another way, transfers sent notes it`
            : ` since ${moment(refund.created_at)}, asked ${refund.checks} times, next ${moment(refund.next_check_at)}`),
      ),
    ];
    return done(...(lines.length === 0 ? ['The outcome of every payment is known.'] : lines));
  },
});

/** `transfers list`: bank transfers that are expected, and refunds that must be transferred. */
export const listTransfersCommand = defineCommand({
  name: 'transfers list',
  usage: '',
  summary: 'lists the bank transfers that buyers have promised, and refunds that have to be transferred',
  input: z.object({}),
  async run({ db }) {
    const orders = await db
      .selectFrom('orders')
      .select(['code', 'email', 'amount_due_cents', 'payment_due_at'])
      .where('state', '=', 'awaiting_payment')
      .orderBy('payment_due_at')
      .execute();
    const refunds = await db
      .selectFrom('bank_transfer_refunds as refund')
      .innerJoin('bank_transfers as transfer', 'transfer.attempt_key', 'refund.attempt_key')
      .innerJoin('orders', 'orders.code', 'transfer.order_code')
      .select(['refund.refund_key', 'refund.amount_cents', 'refund.asked_at', 'orders.code', 'orders.email'])
      .where('refund.sent_at', 'is', null)
      .orderBy('refund.asked_at')
      .execute();
    const lines = [
      ...orders.map(
        (order) =>
          `awaited  ${order.code}  ${money(order.amount_due_cents)} from ${order.email}` +
          ` until ${moment(order.payment_due_at)}`,
      ),
      ...refunds.map(
        (refund) =>
          `to be transferred  ${refund.refund_key}  ${money(refund.amount_cents)} to ${refund.email}` +
          ` for order ${refund.code}, decided ${moment(refund.asked_at)}`,
      ),
    ];
    return done(...(lines.length === 0 ? ['No transfer is awaited, and none has to be sent.'] : lines));
  },
});

/** `transfers received`: records the payment of an order. */
export const transferReceivedCommand = defineCommand({
  name: 'transfers received',
  usage: 'CODE EUR',
  summary: 'notes that the money of an order has come, which completes it: access, codes, invoice, mails',
  operands: ['code', 'amount'],
  input: z.object({ code: orderCode, amount: euros }),
  async run(context, { code, amount }) {
    const received = await receiveTransfer(context, code, amount);
    if (received.ok) {
      return received.value === 'received'
        ? done(`Order ${code} is paid; the buyer gets the confirmation with the invoice.`)
        : done(`Order ${code} was paid already; nothing was changed.`);
    }
    const { error } = received;
    switch (error.code) {
      case 'UNKNOWN_ORDER':
        return failed(`There is no order ${code}. It stands in the transfer as its reference.`);
      case 'OTHER_AMOUNT':
        return failed(
          `Order ${code} waits for ${money(error.expected)}, not ${money(amount)}; nothing was changed.`,
        );
      case 'NOT_AWAITED':
        return failed(
          `Order ${code} is ${error.state} and waits for no transfer: send the money back to its sender.`,
        );
    }
  },
});

/** `transfers cancel`: cancels an order before its payment. */
export const cancelTransferCommand = defineCommand({
  name: 'transfers cancel',
  usage: 'CODE',
  summary:
    'ends an order whose money has not come; stock, coupon and voucher come back, and the buyer is told',
  operands: ['code'],
  input: z.object({ code: orderCode }),
  async run(context, { code }) {
    const cancelled = await cancelTransfer(context, code);
    if (cancelled.ok) return done(`Order ${code} is called off; the buyer is told that nothing is owed.`);
    const { error } = cancelled;
    return error.code === 'UNKNOWN_ORDER'
      ? failed(`There is no order ${code}.`)
      : failed(
          `Order ${code} is ${error.state} and waits for no transfer` +
            (error.state === 'paid' ? ': refund gives its money back.' : '; nothing was changed.'),
        );
  },
});

/** `transfers sent`: records that a refund was transferred, also one that the gateway refused. */
export const transferSentCommand = defineCommand({
  name: 'transfers sent',
  usage: 'REFUND',
  summary: 'notes that a refund has been transferred; the key stands in transfers list or payments unknown',
  operands: ['refund'],
  input: z.object({
    refund: z.string().trim().min(1, 'write the key as transfers list or payments unknown shows it'),
  }),
  async run(context, { refund }) {
    const noted = await sendTransfer(context, refund);
    return noted.ok
      ? done(`${money(noted.value.amount)} of refund ${refund} were sent ${moment(noted.value.sent_at)}.`)
      : failed(`There is no refund ${refund} to be transferred.`);
  },
});
