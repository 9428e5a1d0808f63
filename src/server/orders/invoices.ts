import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { BundleDiscount, CustomProperties } from '#core/model/cart.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import { addDays, calendarDay } from '#core/rules/calendar.ts';
import { cents } from '#core/rules/money.ts';
import { dueDay, periodMonths } from '#core/rules/subscription.ts';
import type { VatShare } from '#core/rules/vat.ts';
import { parcelRate, ratedVatShares } from '#core/rules/vat.ts';
import { readVatContext } from '#server/carts/vat-context.ts';
import type { Database } from '#server/database/schema.ts';
import type { OrderLineRow, OrderRow } from '#server/order-events.ts';
import type { ServerContext } from '#server/server-context.ts';
import { findInvoiceAddress } from './create-order.ts';

/** Issues the invoice of a paid order with the next number of the year and the content required by § 14 UStG. */
export async function issueInvoice(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  order: OrderRow,
  lines: readonly OrderLineRow[],
): Promise<void> {
  const now = context.clock.now();
  const day = calendarDay(now);
  const period = await findPeriod(trx, order);
  const facts: InvoiceFacts = {
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
    total: order.total_cents,
    credit: order.credit_cents,
    amount_due: order.amount_due_cents,
    vat_shares: ratedVatShares(
      lines.map((line) => ({
        rate: line.vat_rate,
        is_shipped: line.is_shipped,
        price: cents(line.price_cents),
        discount: cents(line.discount_cents),
      })),
      cents(order.shipping_cents),
      parcelRate(order.vat_country, await readVatContext(trx, now)),
    ),
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

/** Recipient of a line, which distinguishes two lines of one product; undefined when none is named. */
export function recipientOf({ custom_properties }: Pick<OrderLineRow, 'custom_properties'>): {
  readonly recipient?: string;
} {
  const { recipient_name, recipient_email } = custom_properties as CustomProperties;
  const recipient = recipient_name || recipient_email;
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

/**
 * The content of an invoice, stored when it is issued, so that later changes of products and orders do not affect it.
 * Amounts in cents, days as `YYYY-MM-DD`. A correction has the same fields with negative amounts.
 */
export interface InvoiceFacts {
  readonly order_code: string;
  readonly locale: string;
  readonly day: string;
  readonly email: string;
  readonly address: PostalAddress | null;
  /** Name and country of a buyer without an address; absent in invoices of earlier versions. */
  readonly contact?: BillingContact | null;
  readonly lines: readonly InvoiceLine[];
  readonly shipping: number;
  readonly discount: number;
  /** What each bundle offer saved; absent in invoices of earlier versions and in corrections. */
  readonly bundle_discounts?: readonly BundleDiscount[];
  readonly total: number;
  readonly credit: number;
  readonly amount_due: number;
  readonly vat_shares: readonly VatShare[];
  readonly method: PaymentMethodSummary | null;
  /** For a correction: the corrected invoice. */
  readonly corrects?: { readonly number: string; readonly day: string };
}

interface InvoiceLine {
  readonly kind: ProductKind;
  readonly title: string;
  /** Name of the recipient, else the e-mail address; absent when neither is known. */
  readonly recipient?: string;
  readonly quantity: number;
  /** Line total before discount. */
  readonly price: number;
  readonly discount: number;
  readonly vat_rate: number;
  /**
   * Time of supply: a paid period (last day included), a parcel after the invoice, or by default the day of the
   * invoice.
   */
  readonly supply?: { readonly from: string; readonly to: string } | 'parcel';
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
