import type { Insertable, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { CustomProperties } from '#core/model/cart.ts';
import type { OrderTemplate } from '#core/model/order.ts';
import type { PaymentMethodSummary } from '#core/model/payment.ts';
import type { Locale } from '#core/model/primitives.ts';
import { giftDay, giftTime } from '#core/rules/gift-delivery.ts';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { issueOneTimeToken } from '#server/accounts/one-time-tokens.ts';
import { createPurchaseAccount } from '#server/accounts/registration.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { requestRefund } from '#server/refunds/request-refund.ts';
import type { ServerContext } from '#server/server-context.ts';
import { isRenewal, renewalPaid } from '#server/subscriptions/settle-renewal.ts';
import { issueInvoice } from './invoices.ts';
import { emptyCart, moveOrder } from './lock-order.ts';
import type { OrderLineRow, OrderRow } from './read-order.ts';
import { settleReservations } from './reservations.ts';
import { startSubscriptions } from './start-subscriptions.ts';

interface Payment {
  readonly cause: 'buyer' | 'gateway' | 'background' | 'operator';
  readonly method: PaymentMethodSummary;
  /** The vaulted payment method for renewals, if one was saved. */
  readonly vaultToken: string | null;
}

/** How long the link to a first password works, in minutes (decisions §5). */
const firstPasswordMinutes = 60;

/**
 * Everything that follows from a payment, in the transaction that stores it (decisions §4): the order is paid, the
 * buyer has an account and owns the courses, codes and contracts exist, the cart is empty, invoice and mails are on
 * their way.
 */
export async function fulfilOrder(
  trx: Transaction<Database>,
  context: ServerContext,
  order: OrderRow,
  { cause, method, vaultToken }: Payment,
): Promise<void> {
  const locale: Locale = isLocale(order.locale) ? order.locale : defaultLocale;
  const lines = await trx
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const account =
    order.user_id === null
      ? await createPurchaseAccount(trx, context, { email: order.email, locale })
      : { user_id: order.user_id, is_new: false };
  await moveOrder(trx, context, {
    order,
    event: order.state === 'awaiting_payment' ? 'payment_received' : 'charge_succeeded',
    cause,
    changes: {
      user_id: account.user_id,
      is_new_account: account.is_new,
      payment_method: JSON.stringify(method),
      fulfilment: lines.some((line) => line.is_shipped) ? 'open' : 'none',
      completed_at: new Date(context.clock.now()),
      last_decline: null,
    },
  });
  await settleReservations(trx, order.id);
  await emptyCart(trx, order);
  const contracts = { userId: account.user_id, orderId: order.id, lines, vaultToken, method };
  const doubledCourses = await grantCourses(trx, context, account.user_id, order.id, lines);
  const doubledContracts = isRenewal(order) ? [] : await startSubscriptions(trx, context, contracts);
  await issueGiftCodes(trx, context, lines, locale);
  await sendMails(trx, context, { order, locale, account });
  // Late, because everybody who pays waits for the next number until this transaction ends.
  await issueInvoice(trx, context, { ...order, user_id: account.user_id, payment_method: method }, lines);
  if (isRenewal(order)) await renewalPaid(trx, context, order, cause);
  await refundDoubled(trx, context, order.id, [...doubledCourses, ...doubledContracts]);
}

/**
 * A course that somebody owns already stays theirs once: answers the lines that gave nothing, because two orders of one
 * person were paid at the same instant, or a gift was redeemed meanwhile.
 */
async function grantCourses(
  trx: Transaction<Database>,
  context: ServerContext,
  userId: string,
  orderId: string,
  lines: readonly OrderLineRow[],
): Promise<readonly OrderLineRow[]> {
  const courses = lines.filter((line) => line.kind === 'course');
  if (courses.length === 0) return [];
  const granted = await trx
    .insertInto('entitlements')
    .values(
      courses.map((line) => ({
        id: context.ids.uuid(),
        user_id: userId,
        course_id: line.product_id,
        order_id: orderId,
        granted_at: new Date(context.clock.now()),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'course_id']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('course_id')
    .execute();
  return courses.filter((line) => !granted.some((owned) => owned.course_id === line.product_id));
}

/** Gives the money of what was bought a second time back by itself; nobody has to ask. */
async function refundDoubled(
  trx: Transaction<Database>,
  context: ServerContext,
  orderId: string,
  doubled: readonly OrderLineRow[],
): Promise<void> {
  if (doubled.length === 0) return;
  await requestRefund(trx, context, {
    order_id: orderId,
    lines: doubled.map((line) => ({ line_id: line.id, quantity: line.quantity })),
    includes_shipping: false,
    cause: 'duplicate',
  });
}

async function sendMails(
  trx: Transaction<Database>,
  context: ServerContext,
  {
    order,
    locale,
    account,
  }: {
    readonly order: OrderRow;
    readonly locale: Locale;
    readonly account: { readonly user_id: string; readonly is_new: boolean };
  },
): Promise<void> {
  await enqueueMail(trx, context, {
    template: isRenewal(order) ? 'renewal' : (order.template as OrderTemplate),
    recipient: order.email,
    locale,
    facts: { order_id: order.id },
    dedupe_key: `order:${order.id}`,
  });
  if (!account.is_new) return;
  const token = await issueOneTimeToken(trx, context, {
    user_id: account.user_id,
    kind: 'password',
    minutes: firstPasswordMinutes,
  });
  await enqueueMail(trx, context, {
    template: 'set_password',
    recipient: order.email,
    locale,
    facts: { token },
    dedupe_key: `set_password:${order.id}`,
  });
}

/** 16 characters of 32 are 80 random bits: nobody guesses one. */
const codeLength = 16;

/** How often taken codes are drawn anew before it has to be a fault. */
const mostDraws = 5;

/**
 * Makes a code for every gift and voucher that was bought, one per piece (decisions §4), and for every gift box that
 * has one on its card. A voucher's balance starts at what was paid for one piece before discounts; coupons never lower
 * vouchers. The ledger notes each issue. What goes to its recipient by e-mail is on its way, on the chosen day at eight
 * in the morning.
 */
export async function issueGiftCodes(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  lines: readonly OrderLineRow[],
  locale: Locale,
): Promise<void> {
  const now = new Date(context.clock.now());
  const boxes = await findBoxesWithCode(trx, lines);
  const codes = lines.flatMap((line) => {
    const isBox = boxes.has(line.product_id);
    if (!(line.kind === 'gift' || line.kind === 'voucher' || isBox)) return [];
    const value = line.kind === 'voucher' ? line.unit_price_cents : 0;
    const wishes = line.custom_properties as CustomProperties;
    return Array.from({ length: line.quantity }, () => ({
      id: context.ids.uuid(),
      kind: line.kind === 'voucher' ? 'voucher' : 'gift',
      product_id: line.product_id,
      initial_cents: value,
      balance_cents: value,
      order_line_id: line.id,
      created_at: now,
      recipient_name: wishes.recipient_name ?? null,
      recipient_email: wishes.recipient_email ?? null,
      greeting: wishes.greeting ?? null,
      delivery: isBox ? 'parcel' : (wishes.delivery ?? 'buyer'),
      deliver_on: isBox ? null : giftDay(wishes, calendarDay(now.getTime())),
    }));
  });
  if (codes.length === 0) return;
  await insertCodes(trx, context, codes);
  for (const code of codes) await deliverByMail(trx, context, code, locale);
  const vouchers = codes.filter((code) => code.kind === 'voucher');
  if (vouchers.length === 0) return;
  await trx
    .insertInto('voucher_entries')
    .values(
      vouchers.map((voucher) => ({
        id: context.ids.uuid(),
        gift_code_id: voucher.id,
        order_id: null,
        amount_cents: voucher.initial_cents,
        cause: 'issued',
        happened_at: now,
      })),
    )
    .execute();
}

/** The gift boxes among the lines whose content files say that they give a course or membership. */
async function findBoxesWithCode(
  trx: Transaction<Database>,
  lines: readonly OrderLineRow[],
): Promise<ReadonlySet<string>> {
  const ids = lines.filter((line) => line.kind === 'gift_box').map((line) => line.product_id);
  if (ids.length === 0) return new Set();
  const boxes = await trx
    .selectFrom('products')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<string | null>`details -> 'gives' ->> 'product_id'`, 'is not', null)
    .execute();
  return new Set(boxes.map(({ id }) => id));
}

type NewCode = Omit<Insertable<Database['gift_codes']>, 'code'>;

/** Draws a code for each row; one that is taken already, or drawn twice at once, is drawn again. */
async function insertCodes(
  trx: Transaction<Database>,
  { ids }: Pick<ServerContext, 'ids'>,
  rows: readonly NewCode[],
): Promise<void> {
  let waiting = rows;
  for (let draw = 0; waiting.length > 0; draw += 1) {
    if (draw === mostDraws) throw new Error(`${mostDraws} draws brought codes that are taken`);
    const inserted = await trx
      .insertInto('gift_codes')
      .values(waiting.map((row) => ({ ...row, code: ids.code(codeLength) })))
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .execute();
    waiting = waiting.filter((row) => !inserted.some(({ id }) => id === row.id));
  }
}

interface MailedCode {
  readonly id: string;
  readonly delivery: string;
  readonly recipient_email: string | null;
  readonly deliver_on: string | null;
}

async function deliverByMail(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids'>,
  { id, delivery, recipient_email, deliver_on }: MailedCode,
  locale: Locale,
): Promise<void> {
  if (delivery !== 'email' || recipient_email === null) return;
  await enqueueMail(trx, context, {
    template: 'gift_delivery',
    recipient: recipient_email,
    locale,
    facts: { gift_code_id: id },
    dedupe_key: `gift_delivery:${id}`,
    ...(deliver_on === null ? {} : { due_at: giftTime(deliver_on) }),
  });
}
