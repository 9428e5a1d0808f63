import { sql } from 'kysely';
import { z } from 'zod';
import { callOffTransfer } from '#server/payments/call-off-transfer.ts';
import { receiveTransfer } from '#server/payments/receive-transfer.ts';
import type { HostContext } from '#server/server-context.ts';
import { defineCommand, done, failed } from './command.ts';
import { euros, moment, money, orderCode } from './words.ts';

/** `transfers`: what is to come in, and what has to be sent back. */
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

/** `transfers received`: the money of an order has come. */
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

/** `transfers cancel`: an order is given up before its money has come. */
export const cancelTransferCommand = defineCommand({
  name: 'transfers cancel',
  usage: 'CODE',
  summary:
    'ends an order whose money has not come; stock, coupon and voucher come back, and the buyer is told',
  operands: ['code'],
  input: z.object({ code: orderCode }),
  async run(context, { code }) {
    const calledOff = await callOffTransfer(context, code);
    if (calledOff.ok) return done(`Order ${code} is called off; the buyer is told that nothing is owed.`);
    const { error } = calledOff;
    return error.code === 'UNKNOWN_ORDER'
      ? failed(`There is no order ${code}.`)
      : failed(
          `Order ${code} is ${error.state} and waits for no transfer` +
            (error.state === 'paid' ? ': refund gives its money back.' : '; nothing was changed.'),
        );
  },
});

/** `transfers sent`: a refund has left the shop's account. */
export const transferSentCommand = defineCommand({
  name: 'transfers sent',
  usage: 'REFUND',
  summary: 'notes that a refund has been transferred; the key stands in transfers list',
  operands: ['refund'],
  input: z.object({ refund: z.string().trim().min(1, 'write the key as transfers list shows it') }),
  run: async (context, { refund }) => noteSent(context, refund),
});

async function noteSent({ db, clock }: HostContext, refund: string) {
  const noted = await db
    .updateTable('bank_transfer_refunds')
    .set({ sent_at: sql<Date>`coalesce(sent_at, ${new Date(clock.now())})` })
    .where('refund_key', '=', refund)
    .returning(['amount_cents', 'sent_at'])
    .executeTakeFirst();
  if (noted === undefined) return failed(`There is no refund ${refund} to be transferred.`);
  return done(`${money(noted.amount_cents)} of refund ${refund} were sent ${moment(noted.sent_at)}.`);
}
