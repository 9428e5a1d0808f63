import * as z from 'zod/mini';
import { postalAddress } from '#core/model/address.ts';
import { giftDeliveries } from '#core/model/gift-choice.ts';
import { auditEntry, recordedChange } from '#core/model/operator.ts';
import { orderStates } from '#core/model/order.ts';
import { fulfilmentStates, parcel } from '#core/model/parcel.ts';
import { paymentMethod } from '#core/model/payment.ts';
import { cents, type Infer, instant, locale, uuid } from '#core/model/primitives.ts';
import { productKinds } from '#core/model/product.ts';

/** A row of the operators' list of orders; amounts in cents. */
export const operatorOrderRow = z.object({
  id: z.string(),
  code: z.string(),
  state: z.enum(orderStates),
  fulfilment: z.enum(fulfilmentStates),
  email: z.string(),
  /** Name on the address or billing contact; null if the buyer gave none. */
  name: z.nullable(z.string()),
  /** Null until something was paid. */
  payment: z.nullable(paymentMethod),
  /** Number of shipped parcels. */
  parcel_count: z.int(),
  /** Number of pieces of all lines. */
  items: z.int(),
  total: cents,
  /** Decided refunds, of card and voucher together, paid out or not. */
  refunded: cents,
  created_at: instant,
  completed_at: z.nullable(instant),
});

export type OperatorOrderRow = Infer<typeof operatorOrderRow>;

const line = z.object({
  id: z.string(),
  /** Line number from 1, as commands use it. */
  number: z.int(),
  kind: z.enum(productKinds),
  product_id: z.string(),
  title: z.string(),
  quantity: z.int(),
  price: cents,
  discount: cents,
  vat_rate: z.number(),
  is_shipped: z.boolean(),
  /** Pieces neither shipped nor refunded; 0 for lines that are not shipped. */
  left_to_send: z.int(),
  /** Pieces and cents of earlier refunds. */
  refunded_quantity: z.int(),
  refunded_amount: cents,
});

const payment = z.object({
  /** Key of the payment attempt, also sent to the provider. */
  key: z.string(),
  provider: z.nullable(z.string()),
  state: z.string(),
  amount: cents,
  transaction_id: z.nullable(z.string()),
  decline_reason: z.nullable(z.string()),
  started_at: instant,
  settled_at: z.nullable(instant),
  /** Other facts reported by the provider, by its own names. */
  facts: z.array(z.object({ name: z.string(), text: z.string() })),
});

/** A payment that a provider approved after its attempt had ended, and how it was reversed. */
const latePayment = z.object({
  payment_key: z.string(),
  step: z.string(),
  amount: z.nullable(cents),
  transaction_id: z.string(),
  outcome: z.string(),
  at: instant,
});

/** A provider's notice about a dispute of a charge. */
const dispute = z.object({
  id: z.string(),
  payment_key: z.string(),
  /** `dispute_opened`, `dispute_under_review`, `dispute_won` or `dispute_lost`. */
  kind: z.string(),
  amount: z.nullable(cents),
  transaction_id: z.string(),
  at: instant,
});

const invoice = z.object({ id: z.string(), number: z.string(), kind: z.string(), issued_at: instant });

const code = z.object({
  id: z.string(),
  code: z.string(),
  kind: z.string(),
  title: z.string(),
  /** Remaining and initial value of a voucher; 0 for other codes. */
  balance: cents,
  initial: cents,
  delivery: z.enum(giftDeliveries),
  recipient_name: z.nullable(z.string()),
  recipient_email: z.nullable(z.string()),
  /** Delivery day of its mail; null for immediately. */
  deliver_on: z.nullable(z.string()),
  redeemed_at: z.nullable(instant),
  revoked_at: z.nullable(instant),
});

const refund = z.object({
  key: z.string(),
  cause: z.string(),
  state: z.string(),
  amount: cents,
  credit: cents,
  gateway_refund_id: z.nullable(z.string()),
  created_at: instant,
  settled_at: z.nullable(instant),
  /** Whether the shop still has to transfer the money itself. */
  awaits_transfer: z.boolean(),
  /**
   * A dispute of its charge is open or lost: the bank may refund the same money. False in responses of the previous
   * version.
   */
  is_disputed: z._default(z.boolean(), false),
});

/** A withdrawal or cancellation of the shown order or subscription. */
export const listedDeclaration = z.object({
  id: uuid,
  reference: z.string(),
  kind: z.string(),
  state: z.string(),
  received_at: instant,
});

/** A mail of the outbox: sent, failed, or waiting for its next attempt at `due_at`. */
export const outboxMail = z.object({
  id: z.string(),
  template: z.string(),
  recipient: z.string(),
  attempts: z.int(),
  created_at: instant,
  due_at: instant,
  sent_at: z.nullable(instant),
  failed_at: z.nullable(instant),
  last_error: z.nullable(z.string()),
  /** False after its recipient, its link or code, or its declaration was deleted. */
  can_resend: z.boolean(),
});

/** Everything about one order; amounts in cents, times in UTC. */
export const operatorOrder = z.object({
  ...operatorOrderRow.shape,
  locale,
  template: z.string(),
  /** Null for a guest. */
  user_id: z.nullable(z.string()),
  /** Oldest first. */
  parcels: z.array(parcel),
  /** When the last parcel left. */
  shipped_at: z.nullable(instant),
  delivered_at: z.nullable(instant),
  payment_due_at: z.nullable(instant),
  shipping_address: z.nullable(postalAddress),
  billing_address: z.nullable(postalAddress),
  lines: z.array(line),
  subtotal: cents,
  discount: cents,
  bundle_discounts: z.array(z.object({ title: z.string(), amount: cents })),
  coupon_code: z.nullable(z.string()),
  shipping: cents,
  /** Part paid by voucher or credit. */
  credit: cents,
  amount_due: cents,
  included_vat: cents,
  payments: z.array(payment),
  late_payments: z.array(latePayment),
  /** Oldest notice first. Empty in responses of the previous version. */
  disputes: z._default(z.array(dispute), []),
  invoices: z.array(invoice),
  codes: z.array(code),
  subscriptions: z.array(
    z.object({
      id: uuid,
      code: z.string(),
      product_id: z.string(),
      status: z.string(),
      period_ends_at: instant,
    }),
  ),
  refunds: z.array(refund),
  declarations: z.array(listedDeclaration),
  mails: z.array(outboxMail),
  /** Notes of operators, oldest first. */
  notes: z.array(z.object({ id: z.string(), text: z.string(), author: z.string(), written_at: instant })),
  /** Changes by operators, API keys, commands and jobs, from the audit log; oldest first. */
  changes: z.array(
    z.object({
      id: z.string(),
      at: instant,
      actor_kind: auditEntry.shape.actor_kind,
      actor: z.string(),
      action: z.string(),
      /** Empty in responses of the previous version. */
      values: z._default(recordedChange.shape.values, []),
    }),
  ),
  /** Every state transition of the order and its fulfilment; `from` is null for the first. */
  events: z.array(z.object({ at: instant, from: z.nullable(z.string()), to: z.string(), cause: z.string() })),
});

export type OperatorOrder = Infer<typeof operatorOrder>;
