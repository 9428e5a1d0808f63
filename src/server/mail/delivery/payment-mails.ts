import type { BundleDiscount } from '#core/model/cart.ts';
import type { PaymentMethodSummary, TransferInstructions } from '#core/model/payment.ts';
import { calendarDay } from '#core/rules/calendar.ts';
import { writtenIban } from '#core/rules/payment.ts';
import type { ComposedMail, MailPart, MailRow } from '#server/mail/mail-layout.ts';
import type { LocaleMailTexts } from '#server/mail/mail-texts.ts';
import { fill, writtenAmount, writtenDay, writtenMethod } from '#server/mail/mail-texts.ts';
import type { InvoiceFacts } from '#server/orders/invoices.ts';
import { drawPdf } from '#server/pdf/draw-pdf.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { orderLinkParts } from './order-link.ts';
import { discountRows } from './order-mails.ts';

type Cause = 'withdrawal' | 'cancellation' | 'duplicate' | 'operator';

/** The refund notice: reason, amounts and payment method, with the correction of the invoice. */
export async function composeRefundMail(needs: OrderMailNeeds, refundId: string): Promise<ComposedMail> {
  const { db, texts, brand, locale } = needs;
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('invoices', 'invoices.refund_id', 'refunds.id')
    .select(['refunds.cause', 'orders.code', 'invoices.number', 'invoices.facts'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow();
  const facts = refund.facts as InvoiceFacts;
  const { number, code } = refund;
  const words = texts.refund;
  const money = (amount: number) => writtenAmount(amount, locale);
  const content = await drawPdf({ kind: 'invoice', facts: { number, facts, texts, brand, locale } });
  const notes = [
    ...(facts.amount_due < 0 ? [words.method_note] : []),
    ...(facts.credit < 0 ? [words.credit_note] : []),
    fill(words.correction_note, { number }),
  ];
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.preview, { code, amount: money(-facts.total) }),
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: fill(words[refund.cause as Cause], { code }) },
      { kind: 'rows', rows: refundRows(facts, texts, money) },
      ...notes.map((text) => ({ kind: 'paragraph' as const, text })),
    ],
    attachments: [{ filename: fill(texts.correction_file, { number }), content, type: 'application/pdf' }],
  };
}

function refundRows(
  facts: InvoiceFacts,
  { refund: words, methods }: LocaleMailTexts,
  money: (amount: number) => string,
): readonly MailRow[] {
  const card: PaymentMethodSummary = facts.method ?? { kind: 'card', brand: null, last_four: null };
  const toMethod = {
    label: fill(words.to_method, { method: writtenMethod(card, methods) }),
    value: money(-facts.amount_due),
  };
  const toCredit = { label: words.to_credit, value: money(-facts.credit) };
  return [
    ...facts.lines.map((line) => ({
      label: line.quantity > 0 ? `${line.quantity} × ${line.title}` : line.title,
      value: money(-line.price),
    })),
    ...(facts.shipping < 0 ? [{ label: words.shipping, value: money(-facts.shipping) }] : []),
    { label: words.total, value: money(-facts.total), isStrong: true },
    ...(facts.amount_due < 0 ? [{ ...toMethod, isQuiet: true }] : []),
    ...(facts.credit < 0 ? [{ ...toCredit, isQuiet: true }] : []),
  ];
}

export type TransferMail =
  | 'transfer_awaited'
  | 'transfer_reminder'
  | 'transfer_expired'
  | 'transfer_called_off';

/**
 * Mails about a bank transfer: the instructions, a reminder two days before the last day, and the end of the order when
 * it expired or the operator cancelled it. Null for a reminder when the order is no longer waiting.
 */
export async function composeTransferMail(
  needs: OrderMailNeeds,
  template: TransferMail,
  orderId: string,
): Promise<ComposedMail | null> {
  const { db, texts, locale } = needs;
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
  const instructions = order.bank_transfer as TransferInstructions | null;
  if (instructions === null) throw new Error(`Order ${order.code} has no account to transfer to`);
  if (template === 'transfer_reminder' && order.state !== 'awaiting_payment') return null;
  const isOver = template === 'transfer_expired' || template === 'transfer_called_off';
  const words = texts[template];
  const money = (amount: number) => writtenAmount(amount, locale);
  const values = {
    code: order.code,
    amount: money(instructions.amount),
    day: writtenDay(calendarDay(Date.parse(instructions.due_at)), locale),
  };
  const lines = await db
    .selectFrom('order_lines')
    .select(['title', 'quantity', 'price_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const rows: MailPart = {
    kind: 'rows',
    rows: [
      ...lines.map((line) => ({ label: `${line.quantity} × ${line.title}`, value: money(line.price_cents) })),
      ...discountRows(
        {
          discount: order.discount_cents,
          bundle_discounts: order.bundle_discounts as readonly BundleDiscount[],
        },
        { bundle: texts.order.bundle, rest: texts.order.discount_plain },
        money,
      ),
      ...(order.shipping_cents > 0
        ? [{ label: texts.order.shipping, value: money(order.shipping_cents) }]
        : []),
      { label: texts.order.total, value: money(order.total_cents), isStrong: true },
      ...(order.credit_cents > 0 ? [{ label: texts.order.credit, value: money(-order.credit_cents) }] : []),
    ],
  };
  return {
    subject: fill(words.subject, values),
    heading: words.heading,
    preview: fill(words.preview, values),
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: fill(words.intro, values) },
      ...(isOver ? [] : [accountRows(instructions, texts, values)]),
      ...(template === 'transfer_awaited' ? [rows] : []),
      { kind: 'paragraph', text: fill(words.afterwards, values) },
      ...(isOver ? [] : orderLinkParts(needs, order)),
    ],
    attachments: [],
  };
}

function accountRows(
  instructions: TransferInstructions,
  { transfer }: LocaleMailTexts,
  { amount, day }: { readonly amount: string; readonly day: string },
): MailPart {
  return {
    kind: 'rows',
    rows: [
      { label: transfer.account_holder, value: instructions.account_holder },
      { label: transfer.iban, value: writtenIban(instructions.iban) },
      { label: transfer.bic, value: instructions.bic },
      { label: transfer.reference, value: instructions.reference },
      { label: transfer.amount, value: amount, isStrong: true },
      { label: transfer.due, value: day },
    ],
  };
}
