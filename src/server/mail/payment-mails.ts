import type { Kysely } from 'kysely';
import type { BundleDiscount } from '#core/model/cart.ts';
import type { PaymentMethodSummary, TransferInstructions } from '#core/model/payment.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { formatCode } from '#core/rules/gifts/format-code.ts';
import { formatIban } from '#core/rules/payments/format-iban.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ComposedMail, MailPart, MailRow } from '#server/platform/outbox/mail-layout.ts';
import {
  fill,
  formatAmount,
  formatDay,
  formatPaymentMethod,
  type LocaleMailTexts,
} from '#server/platform/outbox/mail-texts.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { issueInvoicePdf } from '#server/platform/pdf/issue-pdf.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { orderPicture } from './mail-picture.ts';
import { orderLink, orderLinkNotes } from './order-link.ts';
import { discountRows, promotionalRows } from './order-mails.ts';

type Cause = 'withdrawal' | 'cancellation' | 'duplicate' | 'operator';

/** Composes the refund notice: reason, amounts and payment method, with the correction of the invoice. */
export async function composeRefundMail(needs: OrderMailNeeds, refundId: string): Promise<ComposedMail> {
  const { db, texts, locale } = needs;
  const refund = await db
    .selectFrom('refunds')
    .innerJoin('orders', 'orders.id', 'refunds.order_id')
    .innerJoin('invoices', (join) =>
      join.onRef('invoices.order_id', '=', 'refunds.order_id').onRef('invoices.refund_id', '=', 'refunds.id'),
    )
    .select(['refunds.cause', 'orders.code'])
    .select(['invoices.id', 'invoices.order_id', 'number', 'invoices.kind', 'facts'])
    .where('refunds.id', '=', refundId)
    .executeTakeFirstOrThrow();
  const facts = refund.facts as InvoiceFacts;
  const { number, code } = refund;
  const words = texts.refund;
  const money = (amount: number) => formatAmount(amount, locale);
  const vouchers = await readNewVouchers(db, refundId);
  const onVouchers = sumCents(vouchers.map(({ amount_cents }) => cents(amount_cents)));
  const notes = [
    ...(facts.amount_due < 0 ? [words.method_note] : []),
    ...(creditBack(facts) > onVouchers ? [words.credit_note] : []),
    ...(onVouchers > 0 ? [words.voucher_note] : []),
    fill(words.correction_note, { number }),
  ];
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.preview, { code, amount: money(creditBack(facts) - facts.amount_due) }),
    picture: await orderPicture(needs, refund.order_id),
    lead: [texts.greeting_plain, fill(words[refund.cause as Cause], { code })],
    parts: [
      { kind: 'rows', rows: refundRows(facts, texts, money) },
      ...vouchers.map(({ code: voucher, amount_cents }) => ({
        kind: 'code' as const,
        title: fill(words.voucher_title, { amount: money(amount_cents) }),
        code: formatCode(voucher),
      })),
      ...notes.map((text) => ({ kind: 'paragraph' as const, text })),
    ],
    attachments: [await issueInvoicePdf(db, texts, refund)],
  };
}

/**
 * Reads the new vouchers that a refund issued because the original voucher is used up and its buyer cannot have an
 * account (docs/behaviour/payments.md#refund-to-a-voucher).
 */
export function readNewVouchers(
  db: Kysely<Database>,
  refundId: string,
): Promise<readonly { readonly code: string; readonly amount_cents: number }[]> {
  return db
    .selectFrom('voucher_entries')
    .innerJoin('gift_codes', 'gift_codes.id', 'voucher_entries.gift_code_id')
    .innerJoin('orders', 'orders.id', 'voucher_entries.order_id')
    .select(['gift_codes.code', 'voucher_entries.amount_cents'])
    .where('voucher_entries.refund_id', '=', refundId)
    .where('voucher_entries.cause', '=', 'refunded')
    .where('gift_codes.kind', '=', 'voucher')
    .whereRef('gift_codes.id', 'is distinct from', 'orders.voucher_id')
    .whereRef('gift_codes.id', 'is distinct from', 'orders.promotional_id')
    .orderBy('gift_codes.is_promotional')
    .execute();
}

function refundRows(
  facts: InvoiceFacts,
  { refund: words, methods }: LocaleMailTexts,
  money: (amount: number) => string,
): readonly MailRow[] {
  const card: PaymentMethodSummary = facts.method ?? { kind: 'card', brand: null, last_four: null };
  const toMethod = {
    label: fill(words.to_method, { method: formatPaymentMethod(card, methods) }),
    value: money(-facts.amount_due),
  };
  const toCredit = { label: words.to_credit, value: money(creditBack(facts)) };
  return [
    ...facts.lines.map((line) => ({
      label: line.quantity > 0 ? `${line.quantity} × ${line.title}` : line.title,
      value: money(-line.price),
    })),
    ...(facts.shipping < 0 ? [{ label: words.shipping, value: money(-facts.shipping) }] : []),
    { label: words.total, value: money(creditBack(facts) - facts.amount_due), isStrong: true },
    ...(facts.amount_due < 0 ? [{ ...toMethod, isQuiet: true }] : []),
    ...(creditBack(facts) > 0 ? [{ ...toCredit, isQuiet: true }] : []),
  ];
}

/** Returns the credit that a correction gives back, paid and promotional, in cents. */
function creditBack({ credit, promotional = 0 }: InvoiceFacts): number {
  return -(credit + promotional);
}

export type TransferMail =
  | 'transfer_awaited'
  | 'transfer_reminder'
  | 'transfer_expired'
  | 'transfer_called_off';

/**
 * Composes mails about a bank transfer: the instructions, a reminder two days before the last day, and the cancellation
 * when it expired or an operator cancelled it. Null for a reminder if the order no longer waits for payment.
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
  const money = (amount: number) => formatAmount(amount, locale);
  const values = {
    code: order.code,
    amount: money(instructions.amount),
    day: formatDay(calendarDay(Date.parse(instructions.due_at)), locale),
  };
  const lines = await db
    .selectFrom('order_lines')
    .select(['title', 'quantity', 'price_cents'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  const paidCredit = order.credit_cents - order.promotional_cents;
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
      ...promotionalRows(order.promotional_cents, texts.order.promotional, money),
      { label: texts.order.total, value: money(order.total_cents - order.promotional_cents), isStrong: true },
      ...(paidCredit > 0 ? [{ label: texts.order.credit, value: money(-paidCredit) }] : []),
    ],
  };
  return {
    subject: fill(words.subject, values),
    heading: words.heading,
    preview: fill(words.preview, values),
    picture: await orderPicture(needs, orderId),
    lead: [texts.greeting_plain, fill(words.intro, values)],
    action: isOver ? null : orderLink(needs, order),
    parts: [
      ...(isOver ? [] : [accountRows(instructions, texts, values)]),
      ...(template === 'transfer_awaited' ? [rows] : []),
      { kind: 'paragraph', text: fill(words.afterwards, values) },
    ],
    notes: isOver ? [] : orderLinkNotes(needs, order),
    attachments: [],
  };
}

/**
 * Composes the notice of a failed payment whose buyer was told to expect a mail. Null if the order has been paid
 * otherwise since. The link opens the order and leads to its payment, in any browser.
 */
export async function composePaymentFailedMail(
  needs: OrderMailNeeds,
  orderId: string,
): Promise<ComposedMail | null> {
  const { db, siteUrl, texts, locale, orderToken } = needs;
  const { code, state, user_id } = await db
    .selectFrom('orders')
    .select(['code', 'state', 'user_id'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  if (state !== 'verified') return null;
  const words = texts.payment_failed;
  const path =
    user_id === null
      ? `/bestellung?id=${orderId}#token=${orderToken(orderId)}`
      : `/checkout/complete/${orderId}`;
  return {
    subject: fill(words.subject, { code }),
    heading: words.heading,
    preview: fill(words.intro, { code }),
    picture: await orderPicture(needs, orderId),
    lead: [texts.greeting_plain, fill(words.intro, { code })],
    action: { text: words.link, url: `${siteUrl}/${locale}${path}` },
    parts: [{ kind: 'paragraph', text: words.afterwards }],
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
      { label: transfer.iban, value: formatIban(instructions.iban) },
      { label: transfer.bic, value: instructions.bic },
      { label: transfer.reference, value: instructions.reference },
      { label: transfer.amount, value: amount, isStrong: true },
      { label: transfer.due, value: day },
    ],
  };
}
