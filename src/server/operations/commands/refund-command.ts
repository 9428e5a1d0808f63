import { z } from 'zod';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { createRefund } from '#server/payments/create-refund.ts';
import type { RefundRequest } from '#server/payments/decide-refund.ts';
import { retryRefund } from '#server/payments/settle-refunds.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { defineCommand, done, euros, failed, money, orderCode } from './command.ts';

/** `2=1`: one piece of line 2; `2=0`: a refund for line 2 without a return. */
const pieces = z
  .string()
  .regex(/^[1-9]\d{0,2}=\d{1,3}$/, 'write the number of the line and the pieces, like 2=1')
  .transform((text) => {
    const [line = 0, quantity = 0] = text.split('=').map(Number);
    return { line, quantity };
  });

const input = z
  .object({
    code: orderCode,
    all: z.boolean().default(false),
    line: z.array(pieces).default([]),
    shipping: z.boolean().default(false),
    amount: euros.optional(),
    'keep-goods': z.boolean().default(false),
  })
  .superRefine(({ all, line, shipping, amount }, { addIssue }) => {
    const fault = (message: string) => addIssue({ code: 'custom', message });
    if (!all && line.length === 0 && !shipping)
      fault('Say what to give back: --all, --line N=Q or --shipping');
    if (all && (line.length > 0 || amount !== undefined))
      fault('--all gives back everything that is left: leave out --line and --amount');
    if (amount !== undefined && line.length === 0)
      fault('--amount is spread over lines: name them with --line N=Q, or N=0 for money alone');
    if (new Set(line.map((piece) => piece.line)).size < line.length) fault('Name each line once');
  });

/** `refund`: refunds an order and takes back what it granted. */
export const refundOrderCommand = defineCommand({
  name: 'refund',
  usage: 'CODE (--all | [--line N=Q…] [--shipping] [--amount EUR]) [--keep-goods]',
  summary: 'gives money back, takes back what it was paid for, corrects the invoice and mails the buyer',
  notes: [
    '--line N=Q     Q pieces of line N as order shows them; N=0 with --amount gives money and takes nothing back',
    '--amount EUR   this much for the lines together instead of their value',
    '--keep-goods   the goods do not come back, so the stock stays as it is',
  ],
  operands: ['code'],
  options: {
    all: { type: 'boolean' },
    line: { type: 'string', multiple: true },
    shipping: { type: 'boolean' },
    amount: { type: 'string' },
    'keep-goods': { type: 'boolean' },
  },
  input,
  async run(context, given) {
    return inTransaction(context.db, async (trx) => {
      const order = await trx
        .selectFrom('orders')
        .select(['id', 'payment_method'])
        .where('code', '=', given.code)
        .executeTakeFirst();
      if (order === undefined) return failed(`There is no order ${given.code}.`);
      const lines = await trx
        .selectFrom('order_lines')
        .select(['id', 'quantity'])
        .where('order_id', '=', order.id)
        .orderBy('position')
        .execute();
      const faults = given.line.flatMap(({ line, quantity }) => {
        const own = lines[line - 1];
        if (own === undefined) return [`Order ${given.code} has no line ${line}.`];
        return quantity > own.quantity ? [`Line ${line} has ${own.quantity} pieces.`] : [];
      });
      if (faults.length > 0) return failed(...faults);
      const refund = await createRefund(trx, context, requestOf(order.id, given, lines));
      if (!refund.ok) return failed(`Nothing of that is left to give back of order ${given.code}.`);
      const { amount, credit } = refund.value;
      return done(
        `${money(amount + credit)} of order ${given.code} are given back.`,
        ...(amount > 0 ? [wayBack(order.payment_method as PaymentMethodSummary | null, amount)] : []),
        ...(credit > 0 ? [`${money(credit)} are back on the voucher or credit.`] : []),
      );
    });
  },
});

/** Describes where the money goes, and whether it is sent automatically or by the operator. */
function wayBack(method: PaymentMethodSummary | null, amount: number): string {
  return method?.kind === 'bank_transfer'
    ? `${money(amount)} have to be transferred: transfers list shows them within a minute.`
    : `${money(amount)} go to the card; the shop asks the gateway in the background.`;
}

function requestOf(
  order_id: string,
  given: z.output<typeof input>,
  lines: readonly { readonly id: string }[],
): RefundRequest {
  const named = given.line.map(({ line, quantity }) => ({ line_id: lines[line - 1]?.id ?? '', quantity }));
  return {
    order_id,
    lines: given.all ? 'all' : named,
    includes_shipping: given.all || given.shipping,
    ...(given.amount === undefined ? {} : { amount: given.amount }),
    cause: 'operator',
    keeps_goods: given['keep-goods'],
  };
}

/** `refund retry`: requests a refund again that the gateway has refused. */
export const retryRefundCommand = defineCommand({
  name: 'refund retry',
  usage: 'REFUND [--despite-dispute]',
  summary: 'asks the gateway again for a refund that it refused; the key stands in payments unknown',
  notes: ['--despite-dispute   also when a dispute is open or lost: the buyer may get the money twice'],
  operands: ['refund'],
  options: { 'despite-dispute': { type: 'boolean' } },
  input: z.object({
    refund: z.string().trim().min(1, 'write the key as payments unknown shows it'),
    'despite-dispute': z.boolean().default(false),
  }),
  async run(context, { refund, 'despite-dispute': despiteDispute }) {
    const retried = await retryRefund(context, refund, despiteDispute);
    if (!retried.ok && retried.error === 'CHARGE_DISPUTED')
      return failed(
        'A dispute of the charge is open or lost, so the buyer may get the money twice; nothing was changed.',
        '--despite-dispute asks all the same.',
      );
    if (!retried.ok) return failed(`There is no refund ${refund}. payments unknown lists the refused ones.`);
    switch (retried.value) {
      case 'asked_again':
        return done(
          'The shop asks the gateway again within seconds; payments unknown shows what comes of it.',
        );
      case 'under_way':
        return done('The gateway is being asked for this refund already; nothing was changed.');
      case 'paid_out':
        return done('This refund has been paid out; nothing was changed.');
    }
  },
});
