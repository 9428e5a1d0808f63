import type { PaymentMethodSummary } from '#core/model/payment.ts';
import { addDays } from '#core/rules/basics/calendar.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { ComposedMail, MailPart, MailRow } from '#server/platform/outbox/mail-layout.ts';
import type { SubscriptionMailFacts } from '#server/platform/outbox/mail-templates.ts';
import {
  fill,
  formatAmount,
  formatDay,
  formatPaymentMethod,
  formatVatRate,
  type LocaleMailTexts,
} from '#server/platform/outbox/mail-texts.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import { issueInvoicePdf } from '#server/platform/pdf/issue-pdf.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';
import { orderPicture } from './mail-picture.ts';

/** A stored mail about a subscription. */
export type SubscriptionMailRow = {
  [Template in keyof SubscriptionMailFacts]: {
    readonly template: Template;
    readonly facts: SubscriptionMailFacts[Template];
  };
}[keyof SubscriptionMailFacts];

/** Composes the notice of a change of a membership or subscription: what, from when, and the customer's options. */
export async function composeSubscriptionMail(
  needs: OrderMailNeeds,
  row: SubscriptionMailRow,
): Promise<ComposedMail> {
  const { db, siteUrl, texts, brand, locale } = needs;
  const subscription = await db
    .selectFrom('subscriptions')
    .innerJoin('products', 'products.id', 'subscriptions.product_id')
    .select([
      'subscriptions.code',
      'payment_method',
      'products.picture',
      productText('title', locale).as('title'),
    ])
    .where('subscriptions.id', '=', row.facts.subscription_id)
    .executeTakeFirstOrThrow();
  const words = wordsOf(texts, row);
  const method = subscription.payment_method as PaymentMethodSummary | null;
  const values = {
    product: subscription.title,
    code: subscription.code,
    shop: brand.name,
    ...valuesOf(row, needs),
  };
  const rows: readonly MailRow[] = [
    { label: subscription.title, value: subscription.code },
    ...(method !== null && namesMethod(row)
      ? [{ label: texts.contract.method, value: formatPaymentMethod(method, texts.methods) }]
      : []),
  ];
  return {
    subject: fill(words.subject, values),
    heading: words.heading,
    preview: fill(words.intro, values),
    picture: { name: subscription.picture, alt: subscription.title },
    lead: [texts.greeting_plain, fill(words.intro, values)],
    action: { text: texts.contract.link, url: `${siteUrl}/${locale}/profil/subscription` },
    parts: [
      { kind: 'rows', rows },
      ...notesOf(texts, row, values),
      { kind: 'paragraph', text: fill(words.afterwards, values) },
    ],
    attachments: [],
  };
}

function wordsOf(texts: LocaleMailTexts, row: SubscriptionMailRow) {
  return row.template === 'subscription_ended'
    ? texts.subscription_ended[row.facts.reason]
    : texts[row.template];
}

function namesMethod({ template }: SubscriptionMailRow): boolean {
  return !['subscription_ending', 'subscription_ended', 'subscription_cancelled'].includes(template);
}

function valuesOf(row: SubscriptionMailRow, { locale }: OrderMailNeeds): Readonly<Record<string, string>> {
  const day = (value: string) => formatDay(value, locale);
  const money = (value: number) => formatAmount(value, locale);
  switch (row.template) {
    case 'renewal_reminder':
      return {
        day: day(row.facts.due),
        amount: money(row.facts.amount),
        last_day: day(row.facts.paid_until ?? addDays(row.facts.due, -1)),
      };
    case 'subscription_resumed':
      return {
        day: day(row.facts.due),
        amount: money(row.facts.amount),
        last_day: day(addDays(row.facts.due, -1)),
      };
    case 'renewal_failed':
      return {
        amount: money(row.facts.amount),
        day: day(row.facts.next_try),
        last_day: day(row.facts.last_day),
      };
    case 'subscription_cancelled':
      return { day: day(row.facts.ends_on), amount: money(row.facts.refund) };
    case 'subscription_ending':
      return { day: day(row.facts.ends_on) };
    case 'subscription_ended':
    case 'payment_method_changed':
      return {};
    default:
      return row satisfies never;
  }
}

function notesOf(
  { subscription_cancelled }: LocaleMailTexts,
  row: SubscriptionMailRow,
  values: Readonly<Record<string, string>>,
): readonly MailPart[] {
  if (row.template !== 'subscription_cancelled' || row.facts.refund === 0) return [];
  return [{ kind: 'paragraph', text: fill(subscription_cancelled.refund_note, values) }];
}

/** Composes the confirmation of a paid renewal, with its invoice. */
export async function composeRenewalMail(needs: OrderMailNeeds, orderId: string): Promise<ComposedMail> {
  const { db, siteUrl, texts, brand, locale } = needs;
  const order = await db
    .selectFrom('orders')
    .innerJoin('subscriptions', 'subscriptions.id', 'orders.subscription_id')
    .innerJoin('invoices', 'invoices.order_id', 'orders.id')
    .select(['orders.code', 'orders.period_number'])
    .select(['invoices.id', 'invoices.order_id', 'number', 'invoices.kind', 'facts'])
    .select(['subscriptions.code', 'started_on', 'period_months'])
    .where('orders.id', '=', orderId)
    .where('invoices.kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  const { number } = order;
  const facts = order.facts as InvoiceFacts;
  const words = texts.renewal;
  const money = (amount: number) => formatAmount(amount, locale);
  const next = dueDay(order.started_on, order.period_months, order.period_number ?? 1);
  const product = facts.lines[0]?.title ?? '';
  const isFree = facts.total === 0;
  const values = {
    product,
    code: order.code,
    shop: brand.name,
    invoice: number,
    total: money(facts.total),
    last_day: formatDay(addDays(next, -1), locale),
  };
  return {
    subject: fill(words.subject, values),
    heading: words.heading,
    preview: fill(words.preview, values),
    picture: await orderPicture(needs, order.order_id),
    lead: [texts.greeting_plain, fill(isFree ? words.intro_free : words.intro, values)],
    action: { text: texts.contract.link, url: `${siteUrl}/${locale}/profil/subscription` },
    parts: [
      {
        kind: 'rows',
        rows: [
          { label: product, value: money(facts.total), isStrong: true },
          ...facts.vat_shares
            .filter(({ vat }) => vat > 0)
            .map(({ rate, vat }) => ({
              label: fill(texts.order.vat, { rate: formatVatRate(rate, locale) }),
              value: money(vat),
              isQuiet: true,
            })),
          ...(facts.method === null || isFree
            ? []
            : [{ label: texts.contract.method, value: formatPaymentMethod(facts.method, texts.methods) }]),
        ],
      },
      { kind: 'paragraph', text: fill(words.afterwards, values) },
    ],
    attachments: [await issueInvoicePdf(db, texts, order)],
  };
}
