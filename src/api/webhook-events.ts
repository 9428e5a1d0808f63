import * as z from 'zod/mini';
import { carriers } from '#core/model/parcel.ts';
import { cents, countryCode, type Infer, identifier, instant, uuid } from '#core/model/primitives.ts';
import { productKinds } from '#core/model/product.ts';

const orderFields = { order_id: uuid, order_code: z.string() };

const subscriptionFields = {
  subscription_id: uuid,
  subscription_code: z.string(),
  account_id: uuid,
  product_id: identifier,
  status: z.enum(['active', 'past_due', 'cancelled', 'expired']),
  /** End of the last paid period. */
  period_ends_at: instant,
};

/**
 * The data of each webhook event (docs/behaviour/webhooks.md#events): ids, codes, states and amounts, but no names,
 * addresses or e-mail addresses.
 */
const webhookEvents = {
  'order.paid': z.object({
    ...orderFields,
    /** Null for a guest whose order needs no account. */
    account_id: z.nullable(uuid),
    /** The subscription whose period this order pays; null for other orders. */
    subscription_id: z.nullable(uuid),
    currency: z.literal('EUR'),
    total: cents,
    shipping_cost: cents,
    discount: cents,
    /** Part paid by voucher or credit. */
    credit: cents,
    /** Part charged to the payment method. */
    amount_due: cents,
    vat_country: z.nullable(countryCode),
    lines: z.array(
      z.object({
        product_id: identifier,
        kind: z.enum(productKinds),
        quantity: z.int(),
        unit_price: cents,
        /** Price of all units minus the discount of this line item. */
        total: cents,
        vat_rate: z.number(),
      }),
    ),
  }),
  'order.shipped': z.object({
    ...orderFields,
    parcel_id: uuid,
    carrier: z.enum(carriers),
    tracking_code: z.nullable(z.string()),
    /** Whether nothing of the order remains to be sent. */
    is_complete: z.boolean(),
  }),
  'order.address_changed': z.object(orderFields),
  'order.refunded': z.object({
    ...orderFields,
    refund_id: uuid,
    currency: z.literal('EUR'),
    /** Part refunded to the payment method. */
    amount: cents,
    /** Part returned to the voucher or credit that paid. */
    credit: cents,
    /** Whether nothing of the order remains to be refunded. */
    is_whole: z.boolean(),
  }),
  'subscription.started': z.object(subscriptionFields),
  'subscription.renewed': z.object(subscriptionFields),
  'subscription.payment_failed': z.object(subscriptionFields),
  'subscription.ended': z.object(subscriptionFields),
  'account.deleted': z.object({ account_id: uuid }),
  'code.redeemed': z.object({
    code_id: uuid,
    account_id: uuid,
    kind: z.enum(['course', 'membership', 'voucher']),
    /** The course or membership; null for a voucher. */
    product_id: z.nullable(identifier),
  }),
} as const satisfies Readonly<Record<string, z.ZodMiniType>>;

export type WebhookEventName = keyof typeof webhookEvents;

export const webhookEventNames = Object.keys(webhookEvents) as WebhookEventName[];

export type WebhookEventData = {
  readonly [Name in WebhookEventName]: Infer<(typeof webhookEvents)[Name]>;
};

/** One sentence per event, for the documentation of the API. */
export const webhookDocs: Readonly<Record<WebhookEventName, string>> = {
  'order.paid': 'An order was paid; includes orders of renewals.',
  'order.shipped': 'A parcel of an order was handed over; an order can have several.',
  'order.address_changed': 'The delivery address of a paid, unshipped order was changed.',
  'order.refunded': 'A refund was paid out; an order can have several.',
  'subscription.started': 'A membership or subscription began, by an order or a redeemed code.',
  'subscription.renewed': 'The next period was paid.',
  'subscription.payment_failed': 'A charge of the next period failed; it will be retried.',
  'subscription.ended': 'A membership or subscription ended, with its access.',
  'account.deleted': 'An account was deleted: delete your data about it.',
  'code.redeemed': 'A gift or voucher code was redeemed into an account.',
};

/** The body of a delivery, by event. `timestamp` is when it happened. */
export const webhookBodies = Object.fromEntries(
  webhookEventNames.map((name) => [
    name,
    z.object({ type: z.literal(name), timestamp: instant, data: webhookEvents[name] }),
  ]),
) as unknown as Readonly<Record<WebhookEventName, z.ZodMiniType>>;
