import { type Kysely, type Selectable, sql } from 'kysely';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import type { BillingContact, PostalAddress } from '#core/model/address.ts';
import type { BundleDiscount } from '#core/model/cart.ts';
import type { GiftDelivery } from '#core/model/gift-choice.ts';
import type { Permission } from '#core/model/operator.ts';
import type { OrderState } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import { isoOf } from '#core/rules/basics/calendar.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { shownCode } from '#core/rules/operations/permissions.ts';
import { type GoodsLine, leftToSend } from '#core/rules/orders/shipment.ts';
import { changedValues } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { canResend, isOwnerGone } from '#server/platform/outbox/can-resend.ts';
import { isDisputed, readDisputes } from './charging/disputes.ts';
import { readGoods, readGoodsLines } from './delivery/parcels.ts';
import type { OrderRow } from './order-events.ts';

/** An order by its id, or by its code. */
export type OrderKey = { readonly id: string } | { readonly code: string };

/**
 * Loads everything about one order for operators: the back office and `npm run shop -- order` show this. Null when
 * there is no such order.
 */
export async function readOperatorOrder(
  db: Kysely<Database>,
  wanted: OrderKey,
): Promise<OperatorOrder | null> {
  const order = await db
    .selectFrom('orders')
    .selectAll()
    .$if('id' in wanted, (query) => query.where('id', '=', 'id' in wanted ? wanted.id : ''))
    .$if('code' in wanted, (query) => query.where('code', '=', 'code' in wanted ? wanted.code : ''))
    .executeTakeFirst();
  if (order === undefined) return null;
  const [goods, goodsLines, lines, refunds, payments, rest] = await Promise.all([
    readGoods(db, order.id),
    readGoodsLines(db, [order.id]),
    db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).orderBy('position').execute(),
    db
      .selectFrom('refunds')
      .leftJoin('bank_transfer_refunds as transfer', 'transfer.refund_key', 'refunds.refund_key')
      .selectAll('refunds')
      .select(['transfer.asked_at', 'transfer.sent_at'])
      .select(isDisputed('refunds.payment_attempt_id').as('is_disputed'))
      .where('order_id', '=', order.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    readPayments(db, order.id),
    readConsequences(db, order.id),
  ]);
  return {
    ...headOf(order),
    ...goods,
    parcel_count: goods.parcels.length,
    items: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    refunded: sumCents(
      refunds
        .filter(({ state }) => state !== 'refused')
        .map((refund) => cents(refund.amount_cents + refund.credit_cents)),
    ),
    lines: linesOf(lines, refunds, goodsLines),
    refunds: refunds.map((refund) => ({
      key: refund.refund_key,
      cause: refund.cause,
      state: refund.state,
      amount: cents(refund.amount_cents),
      credit: cents(refund.credit_cents),
      gateway_refund_id: refund.gateway_refund_id,
      created_at: refund.created_at.toISOString(),
      settled_at: isoOf(refund.settled_at),
      awaits_transfer: refund.asked_at !== null && refund.sent_at === null,
      is_disputed: refund.is_disputed,
    })),
    ...payments,
    ...rest,
    // The values may contain tracking codes, which are personal data.
    changes: order.personal_data_deleted_at === null ? rest.changes : rest.changes.map(withoutValues),
  };
}

function withoutValues(change: OperatorOrder['changes'][number]): OperatorOrder['changes'][number] {
  return { ...change, values: [] };
}

/** Masks the codes of an order unless the permissions allow to see them. */
export function maskCodes(held: readonly Permission[], order: OperatorOrder): OperatorOrder {
  return { ...order, codes: order.codes.map((code) => ({ ...code, code: shownCode(code.code, held) })) };
}

function headOf(order: OrderRow) {
  const locale = isLocale(order.locale) ? order.locale : defaultLocale;
  return {
    id: order.id,
    code: order.code,
    state: order.state as OrderState,
    email: order.email,
    name: nameOf(order),
    payment: order.payment_method as PaymentMethodSummary | null,
    locale,
    template: order.template,
    user_id: order.user_id,
    shipped_at: isoOf(order.shipped_at),
    delivered_at: isoOf(order.delivered_at),
    payment_due_at: isoOf(order.payment_due_at),
    shipping_address: order.shipping_address as PostalAddress | null,
    billing_address: order.billing_address as PostalAddress | null,
    subtotal: cents(order.subtotal_cents),
    discount: cents(order.discount_cents),
    bundle_discounts: order.bundle_discounts as readonly BundleDiscount[],
    coupon_code: order.coupon_code,
    shipping: cents(order.shipping_cents),
    total: cents(order.total_cents),
    credit: cents(order.credit_cents),
    amount_due: cents(order.amount_due_cents),
    included_vat: cents(order.included_vat_cents),
    created_at: order.created_at.toISOString(),
    completed_at: isoOf(order.completed_at),
  };
}

type NamedOrder = Pick<OrderRow, 'billing_address' | 'shipping_address' | 'billing_contact'>;

/** The buyer's name; null where the buyer gave none. */
export function nameOf({ billing_address, shipping_address, billing_contact }: NamedOrder): string | null {
  const person = (billing_address ?? shipping_address ?? billing_contact) as BillingContact | null;
  return person === null ? null : `${person.firstname} ${person.lastname}`;
}

interface StoredPieces {
  readonly lines: readonly { readonly line_id: string; readonly quantity: number; readonly amount: number }[];
}

function linesOf(
  lines: readonly Selectable<Database['order_lines']>[],
  refunds: readonly Pick<Selectable<Database['refunds']>, 'lines' | 'state'>[],
  goods: readonly GoodsLine[],
): OperatorOrder['lines'] {
  const back = refunds.flatMap(({ lines, state }) =>
    // A refund that the provider refused still takes its pieces back, but no money was paid.
    (lines as StoredPieces).lines.map((piece) => (state === 'refused' ? { ...piece, amount: 0 } : piece)),
  );
  return lines.map((line, index) => {
    const own = back.filter(({ line_id }) => line_id === line.id);
    const sent = goods.find(({ id }) => id === line.id);
    return {
      id: line.id,
      number: index + 1,
      kind: line.kind as ProductKind,
      product_id: line.product_id,
      title: line.title,
      quantity: line.quantity,
      price: cents(line.price_cents),
      discount: cents(line.discount_cents),
      vat_rate: line.vat_rate,
      is_shipped: line.is_shipped,
      left_to_send: sent === undefined ? 0 : leftToSend(sent),
      refunded_quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      refunded_amount: cents(own.reduce((sum, { amount }) => sum + amount, 0)),
    };
  });
}

async function readPayments(
  db: Kysely<Database>,
  orderId: string,
): Promise<Pick<OperatorOrder, 'payments' | 'late_payments' | 'disputes' | 'invoices'>> {
  const [attempts, late, disputes, invoices] = await Promise.all([
    db.selectFrom('payment_attempts').selectAll().where('order_id', '=', orderId).orderBy('number').execute(),
    db
      .selectFrom('late_payments')
      .innerJoin('payment_attempts', 'payment_attempts.id', 'late_payments.payment_attempt_id')
      .selectAll('late_payments')
      .select('payment_attempts.attempt_key')
      .where('payment_attempts.order_id', '=', orderId)
      .orderBy('happened_at')
      .orderBy('late_payments.transaction_id')
      .execute(),
    readDisputes(db, orderId),
    db
      .selectFrom('invoices')
      .select(['id', 'number', 'kind', 'issued_at'])
      .where('order_id', '=', orderId)
      .orderBy('issued_at')
      .orderBy('number')
      .execute(),
  ]);
  return {
    payments: attempts.map((attempt) => ({
      key: attempt.attempt_key,
      provider: attempt.provider,
      state: attempt.state,
      amount: cents(attempt.amount_cents),
      transaction_id: attempt.transaction_id,
      decline_reason: attempt.decline_reason,
      started_at: attempt.started_at.toISOString(),
      settled_at: isoOf(attempt.settled_at),
      facts: Object.entries(attempt.metadata ?? {}).map(([name, text]) => ({ name, text: String(text) })),
    })),
    late_payments: late.map((row) => ({
      payment_key: row.attempt_key,
      step: row.step,
      amount: row.amount_cents === null ? null : cents(row.amount_cents),
      transaction_id: row.transaction_id,
      outcome: row.outcome,
      at: row.happened_at.toISOString(),
    })),
    disputes,
    invoices: invoices.map((row) => ({ ...row, issued_at: row.issued_at.toISOString() })),
  };
}

type Consequences = Pick<
  OperatorOrder,
  'codes' | 'subscriptions' | 'declarations' | 'mails' | 'notes' | 'changes' | 'events'
>;

async function readConsequences(db: Kysely<Database>, orderId: string): Promise<Consequences> {
  const mails = await readMails(db, orderId);
  const [codes, subscriptions, declarations, notes, changes, events] = await Promise.all([
    readCodes(db, orderId),
    db
      .selectFrom('subscriptions')
      .select(['id', 'code', 'product_id', 'status', 'period_ends_at'])
      .where((where) =>
        where.or([
          where('order_id', '=', orderId),
          where('id', '=', where.selectFrom('orders').select('subscription_id').where('id', '=', orderId)),
        ]),
      )
      .orderBy('code')
      .execute(),
    db
      .selectFrom('declarations')
      .select(['id', 'reference', 'kind', 'state', 'received_at'])
      .where('order_id', '=', orderId)
      .orderBy('received_at')
      .execute(),
    db
      .selectFrom('order_notes')
      .select(['id', 'text', 'author', 'written_at'])
      .where('order_id', '=', orderId)
      .orderBy('written_at')
      .orderBy('id')
      .execute(),
    readChanges(
      db,
      orderId,
      mails.map(({ id }) => id),
    ),
    db
      .selectFrom('order_events')
      .select(['happened_at', 'from_state', 'to_state', 'cause'])
      .where('order_id', '=', orderId)
      .orderBy('happened_at')
      .orderBy('id')
      .execute(),
  ]);
  return {
    codes,
    subscriptions: subscriptions.map((row) => ({ ...row, period_ends_at: row.period_ends_at.toISOString() })),
    declarations: declarations.map((row) => ({ ...row, received_at: row.received_at.toISOString() })),
    mails,
    notes: notes.map((note) => ({ ...note, written_at: note.written_at.toISOString() })),
    changes,
    events: events.map((event) => ({
      at: event.happened_at.toISOString(),
      from: event.from_state,
      to: event.to_state,
      cause: event.cause,
    })),
  };
}

/** Loads the audit log of an order and of its mails. */
async function readChanges(
  db: Kysely<Database>,
  orderId: string,
  mailIds: readonly string[],
): Promise<OperatorOrder['changes']> {
  const changes = await db
    .selectFrom('audit_log')
    .select(['id', 'happened_at', 'actor_kind', 'actor_name', 'action', 'before', 'after'])
    .where((where) =>
      where.or([
        where.and([where('record_type', '=', 'orders'), where('record_id', '=', orderId)]),
        ...(mailIds.length === 0
          ? []
          : [where.and([where('record_type', '=', 'mails'), where('record_id', 'in', mailIds)])]),
      ]),
    )
    .orderBy('happened_at')
    .orderBy('id')
    .execute();
  return changes.map(({ id, happened_at, actor_kind, actor_name, action, before, after }) => ({
    id,
    at: happened_at.toISOString(),
    actor_kind,
    actor: actor_name,
    action,
    values: changedValues({ before, after }),
  }));
}

async function readCodes(db: Kysely<Database>, orderId: string): Promise<OperatorOrder['codes']> {
  const codes = await db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .selectAll('gift_codes')
    .select('order_lines.title')
    .where('order_lines.order_id', '=', orderId)
    .orderBy('order_lines.position')
    .orderBy('gift_codes.code')
    .execute();
  return codes.map((code) => ({
    id: code.id,
    code: code.code,
    kind: code.kind,
    title: code.title,
    balance: cents(code.kind === 'voucher' ? code.balance_cents : 0),
    initial: cents(code.kind === 'voucher' ? code.initial_cents : 0),
    delivery: code.delivery as GiftDelivery,
    recipient_name: code.recipient_name,
    recipient_email: code.recipient_email,
    deliver_on: code.deliver_on,
    redeemed_at: isoOf(code.redeemed_at),
    revoked_at: isoOf(code.revoked_at),
  }));
}

/**
 * Id of the record that a mail is about: the order or refund in its facts, else the first id in its key, which remains
 * when the facts are deleted. The index `outbox_by_subject` has the same expression.
 */
export const mailSubject = sql<string>`coalesce(facts ->> 'order_id', facts ->> 'refund_id', substring(dedupe_key from '[0-9a-f]{8}-[0-9a-f-]{27}'))`;

async function readMails(db: Kysely<Database>, orderId: string): Promise<OperatorOrder['mails']> {
  const mails = await db
    .selectFrom('outbox')
    .selectAll()
    .select(isOwnerGone.as('is_owner_gone'))
    .where(
      mailSubject,
      'in',
      sql<string>`(
        select ${orderId}::text
        union all select id::text from refunds where order_id = ${orderId}
        union all select id::text from payment_attempts where order_id = ${orderId}
        union all select gift_codes.id::text from gift_codes
          join order_lines on order_lines.id = gift_codes.order_line_id where order_id = ${orderId}
      )`,
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return mails.map(toOperatorMail);
}

/** Converts a row of the outbox with `isOwnerGone` to a mail for operators. */
export function toOperatorMail(
  mail: Omit<Selectable<Database['outbox']>, 'facts' | 'dedupe_key'> & { readonly is_owner_gone: boolean },
): OperatorOrder['mails'][number] {
  return {
    id: mail.id,
    template: mail.template,
    recipient: mail.recipient,
    attempts: mail.attempts,
    created_at: mail.created_at.toISOString(),
    due_at: mail.due_at.toISOString(),
    sent_at: isoOf(mail.sent_at),
    failed_at: isoOf(mail.failed_at),
    last_error: mail.last_error,
    can_resend: canResend(mail),
  };
}
