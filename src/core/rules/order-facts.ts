import type { OrderLine } from '#core/model/order.ts';
import type { ProductKind } from '#core/model/product.ts';
import type { CalendarDay, Cents } from '#core/model/values.ts';
import { lineDelivery } from './delivery.ts';
import { cents } from './money.ts';
import { dueDay, periodMonths } from './subscription.ts';

/** Keys of the sentences, in locales `checkout:facts` and `mail:facts`. */
export type OrderFactKey =
  | ProductKind
  | 'at_once'
  | 'by_mail'
  | 'by_mail_to'
  | 'by_mail_on'
  | 'parcel'
  | 'renews_membership'
  | 'renews_subscription';

/** One sentence about a line: a key and the values of its placeholders, written for people. */
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

/** What holds for the whole order, and how values are written in its language. */
export interface FactContext {
  /** The day the order is placed on. */
  readonly today: CalendarDay;
  readonly shipping: Cents;
  /** How long a parcel takes, from the shop's settings. */
  readonly deliveryTime: string;
  readonly money: (amount: Cents) => string;
  readonly day: (day: CalendarDay) => string;
  readonly length: (seconds: number) => string;
}

/**
 * What has to stand directly above the order button for one line, and again in the confirmation: essential features,
 * delivery with shipping, and for what renews the term, the price of this and of every further period, the next charge
 * and the notice (docs/behaviour/consumer-rights.md#facts-above-the-order-button).
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
  { today, shipping, deliveryTime, money, day }: FactContext,
): OrderFact {
  const { key, recipient, day: on } = lineDelivery(kind, custom_properties, today);
  if (key === 'parcel') return { key, values: { time: deliveryTime, shipping: money(shipping) } };
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
    // Coupons lower the first period only.
    price: money(price),
    day: day(dueDay(today, periodMonths[kind], 1)),
  };
  return [{ key: `renews_${kind}`, values }];
}
