import type { PaymentMethodSummary } from '#core/rules/payment.ts';
import type { InvoiceFacts } from '#server/orders/invoice-facts.ts';
import { drawPaper } from '#server/pdf/draw-paper.ts';
import type { ComposedMail, MailRow } from './mail-layout.ts';
import type { LocaleMailTexts } from './mail-texts.ts';
import { fill, writtenMethod } from './mail-texts.ts';
import type { OrderMailNeeds } from './order-attachments.ts';
import { writtenAmount } from './written-amount.ts';

type Cause = 'withdrawal' | 'cancellation' | 'duplicate' | 'operator';

/** Money back: why, for what, to where, with the correction of the invoice (decisions §8). */
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
  const content = await drawPaper({ kind: 'invoice', facts: { number, facts, texts, brand, locale } });
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
