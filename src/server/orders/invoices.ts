import { sql, type Transaction } from 'kysely';
import type { BillingContact } from '#core/model/address.ts';
import type { CustomProperties } from '#core/model/cart.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { cents } from '#core/rules/basics/money.ts';
import { isVatCountry, vatRate } from '#core/rules/basics/vat-rates.ts';
import { ownVatCountry, splitRatedVat, type VatShare } from '#core/rules/carts/vat.ts';
import { periodMonths } from '#core/rules/catalogue/price-period.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { readVatContext } from '#server/carts/pricing-catalogue.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { Brand } from '#server/platform/outbox/mail-layout.ts';
import type { InvoiceFacts } from '#server/platform/pdf/invoice-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { findInvoiceAddress } from './create-order.ts';
import type { OrderLineRow, OrderRow } from './order-events.ts';

/** Issues the invoice of a paid order with the next number of the year and the content required by § 14 UStG. */
export async function issueInvoice(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  order: OrderRow,
  { lines, ...issuer }: Issuer & { readonly lines: readonly OrderLineRow[] },
): Promise<void> {
  const now = context.clock.now();
  const day = calendarDay(now);
  const period = await findPeriod(trx, order);
  const facts: InvoiceFacts = {
    ...issuer,
    order_code: order.code,
    locale: order.locale,
    day,
    email: order.email,
    address: await findInvoiceAddress(trx, {
      ...order,
      given: [order.billing_address, order.shipping_address],
    }),
    contact: order.billing_contact as BillingContact | null,
    lines: lines.map((line) => ({
      kind: line.kind as ProductKind,
      title: line.title,
      ...recipientOf(line),
      quantity: line.quantity,
      price: line.price_cents,
      discount: line.discount_cents,
      vat_rate: line.vat_rate,
      ...supplyOf(line, day, period),
    })),
    shipping: order.shipping_cents,
    discount: order.discount_cents,
    bundle_discounts: order.bundle_discounts as InvoiceFacts['bundle_discounts'],
    ...(await amountsOf(trx, order, lines, now)),
    is_third_country: lines.some((line) => {
      const { country = order.vat_country } = ownVatCountry(order, line);
      return !isVatCountry(country);
    }),
    amount_due: order.amount_due_cents,
    method: order.payment_method as PaymentMethodSummary | null,
  };
  await storeInvoice(trx, 'invoice', {
    id: context.ids.uuid(),
    order_id: order.id,
    corrects: null,
    refund_id: null,
    facts,
    day,
    issued_at: new Date(now),
  });
}

/**
 * Returns the totals as the buyer reviewed them, with their VAT (`setVatAtPayment`). Promotional credit is a discount
 * of the whole invoice. An order priced by an earlier version has neither: its VAT is computed from its lines, and
 * promotional credit counts as payment.
 */
async function amountsOf(
  trx: Transaction<Database>,
  order: OrderRow,
  lines: readonly OrderLineRow[],
  now: number,
): Promise<Pick<InvoiceFacts, 'promotional' | 'total' | 'credit' | 'vat_shares'>> {
  if (order.vat_shares !== null) {
    const promotional = order.promotional_cents;
    return {
      promotional,
      total: order.total_cents - promotional,
      credit: order.credit_cents - promotional,
      vat_shares: order.vat_shares as unknown as readonly VatShare[],
    };
  }
  const rated = lines.map((line) => ({
    kind: line.kind as ProductKind,
    rate: line.vat_rate,
    is_shipped: line.is_shipped,
    price: cents(line.price_cents),
    discount: cents(line.discount_cents),
  }));
  const standard = vatRate('standard', order.vat_country, await readVatContext(trx, now));
  const { shares } = splitRatedVat(rated, cents(order.shipping_cents), standard);
  return { total: order.total_cents, credit: order.credit_cents, vat_shares: shares };
}

/** Issuer of a document, and the delivery time stated on it. */
type Issuer = Pick<InvoiceFacts, 'issuer' | 'delivery_time'>;

/** The issuer of a document in the language of an order. */
export function issuerOf({ name, company, vat_id, delivery_time }: Brand, locale: string): Issuer {
  return {
    issuer: { name, company, vat_id },
    delivery_time: delivery_time[isLocale(locale) ? locale : defaultLocale],
  };
}

/** Recipient of a line, which distinguishes two lines of one product; undefined when none is named. */
export function recipientOf({ custom_properties }: Pick<OrderLineRow, 'custom_properties'>): {
  readonly recipient?: string;
} {
  const { recipient_name, recipient_email } = custom_properties as CustomProperties;
  const recipient = recipient_name || (recipient_email && shownEmail(recipient_email));
  return recipient ? { recipient } : {};
}

interface Period {
  readonly from: string;
  readonly to: string;
}

/** The paid period of a renewal, with its last day included; null for other orders. */
async function findPeriod(trx: Transaction<Database>, order: OrderRow): Promise<Period | null> {
  if (order.subscription_id === null || order.period_number === null) return null;
  const subscription = await trx
    .selectFrom('subscriptions')
    .select(['started_on', 'period_months'])
    .where('id', '=', order.subscription_id)
    .executeTakeFirstOrThrow();
  const bound = (periods: number) => dueDay(subscription.started_on, subscription.period_months, periods);
  return { from: bound(order.period_number - 1), to: addDays(bound(order.period_number), -1) };
}

function supplyOf(line: OrderLineRow, day: string, renewed: Period | null): { supply?: Period | 'parcel' } {
  if (line.is_shipped) return { supply: 'parcel' };
  if (line.kind !== 'membership' && line.kind !== 'subscription') return {};
  const first = { from: day, to: addDays(dueDay(day, periodMonths[line.kind], 1), -1) };
  return { supply: renewed ?? first };
}

/** Invoices and corrections have separate numbers, both starting at 1 each year. */
const prefixes = { invoice: 'RE', correction: 'RK' } as const;

interface NewInvoice {
  readonly id: string;
  readonly order_id: string;
  /** For a correction: the id of the corrected invoice, and of the refund that caused it. */
  readonly corrects: string | null;
  readonly refund_id: string | null;
  readonly facts: InvoiceFacts;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly issued_at: Date;
}

/**
 * Stores an invoice or a correction with the next number of its series, for example `RE-2026-000017`, in one statement.
 * The number comes from a counter row that stays locked until the transaction ends; a rollback returns the number, so
 * there are no gaps.
 */
export async function storeInvoice(
  trx: Transaction<Database>,
  kind: keyof typeof prefixes,
  { id, order_id, corrects, refund_id, facts, day, issued_at }: NewInvoice,
): Promise<void> {
  const year = day.slice(0, 4);
  await sql`
    with counted as (
      insert into counters (name, value) values (${`${kind}-${year}`}, 1)
      on conflict (name) do update set value = counters.value + 1
      returning value::text as number
    )
    insert into invoices (id, number, kind, order_id, corrects, refund_id, facts, issued_at)
    select ${id}::uuid, ${`${prefixes[kind]}-${year}-`} || lpad(number, greatest(6, length(number)), '0'), ${kind},
      ${order_id}::uuid, ${corrects}::uuid, ${refund_id}::uuid, ${JSON.stringify(facts)}::jsonb,
      ${issued_at}::timestamptz
    from counted
  `.execute(trx);
}
