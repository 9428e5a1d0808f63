import type { OrderLine } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { periodMonths } from '#core/rules/catalogue/price-period.ts';
import { dueDay } from '#core/rules/subscriptions/subscription-terms.ts';
import { lineDelivery } from './delivery.ts';
import type { ExpectedDelivery } from './parcel-tracking.ts';

/** Keys of the texts in locales `checkout:facts`; the confirmation mail uses the same texts. */
export type OrderFactKey =
  | ProductKind
  | 'at_once'
  | 'by_mail'
  | 'by_mail_to'
  | 'by_mail_on'
  | 'parcel'
  | 'parcel_expected'
  | 'renews_membership'
  | 'renews_subscription';

/** One sentence about an order line: the key of its text and the formatted values of its placeholders. */
export interface OrderFact {
  readonly key: OrderFactKey;
  readonly values: Readonly<Record<string, string>>;
}

type FactLine = Pick<
  OrderLine,
  | 'kind'
  | 'subtitle'
  | 'lesson_count'
  | 'length_seconds'
  | 'quantity'
  | 'price'
  | 'discount'
  | 'custom_properties'
>;

/** Data of the whole order, and functions that format values in the language of the order. */
export interface FactContext {
  /** The day on which the order is placed. */
  readonly today: CalendarDay;
  readonly shipping: Cents;
  /** Delivery time of a parcel, from the settings of the shop. */
  readonly deliveryTime: string;
  /** The expected delivery of a parcel; null while it is not known, for example before a bank transfer has arrived. */
  readonly expected: ExpectedDelivery | null;
  readonly money: (amount: Cents) => string;
  readonly day: (day: CalendarDay) => string;
  readonly length: (seconds: number) => string;
}

/**
 * Returns the information that the law requires directly above the order button and in the confirmation, for
 * one line: product features, delivery with shipping cost and, for a membership or subscription, term,
 * prices, next charge and notice period (docs/behaviour/consumer-rights.md#facts-above-the-order-button).
 */
export function orderFacts(line: FactLine, context: FactContext): readonly OrderFact[] {
  return [features(line, context), delivery(line, context), ...renewal(line, context)];
}

function features(
  { kind, subtitle, lesson_count, length_seconds, price, quantity }: FactLine,
  { money, length }: FactContext,
): OrderFact {
  const values = {
    subtitle,
    lessons: String(lesson_count ?? 0),
    length: length(length_seconds ?? 0),
    value: money(cents(Math.round(price / quantity))),
  };
  return { key: kind, values };
}

function delivery(
  { kind, custom_properties }: FactLine,
  { today, shipping, deliveryTime, expected, money, day }: FactContext,
): OrderFact {
  const { key, recipient, day: on } = lineDelivery(kind, custom_properties, today);
  if (key === 'parcel') {
    const values = { time: deliveryTime, shipping: money(shipping) };
    if (expected === null) return { key, values };
    return { key: 'parcel_expected', values: { ...values, from: day(expected.from), to: day(expected.to) } };
  }
  if (recipient === '') return { key, values: {} };
  return { key, values: on === null ? { recipient } : { recipient, day: day(on) } };
}

function renewal(
  { kind, price, discount }: FactLine,
  { today, money, day }: FactContext,
): readonly OrderFact[] {
  if (kind !== 'membership' && kind !== 'subscription') return [];
  const values = {
    first: money(cents(price - discount)),
    // Price of every later period: a coupon reduces the first period only.
    price: money(price),
    day: day(dueDay(today, periodMonths[kind], 1)),
  };
  return [{ key: `renews_${kind}`, values }];
}
