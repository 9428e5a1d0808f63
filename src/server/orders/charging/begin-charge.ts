import { createHash } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { checkOutOrder } from '#api/orders/order-endpoints.ts';
import type { OrderState } from '#core/model/order.ts';
import type { TransferInstructions } from '#core/model/payment.ts';
import type { ProductKind } from '#core/model/product.ts';
import { addDays, calendarDay, startOfDay } from '#core/rules/basics/calendar.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { needsPaymentMethod } from '#core/rules/carts/cart-pricing.ts';
import { legalProfiles, offersEarlyStart, waiverKeys } from '#core/rules/consumer-rights/consumer-rights.ts';
import { needsAccount } from '#core/rules/orders/checkout-steps.ts';
import { isOpen, isSettling } from '#core/rules/orders/order-states.ts';
import { isTransferNonce, pageProviderOf } from '#core/rules/payments/payment-rules.ts';
import type { ChargeRequest, PaymentGateway } from '#ports/payment-gateway.ts';
import type { CartRow } from '#server/carts/cart-rows.ts';
import { findInvoiceAddress, priceOrder, selectAddressUse } from '#server/orders/create-order.ts';
import { fulfilOrder } from '#server/orders/delivery/fulfil-order.ts';
import { lockForCheckout, transitionOrder } from '#server/orders/lock-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import type { OrderRow } from '#server/orders/order-events.ts';
import { isBuyer } from '#server/orders/read-order.ts';
import { isSameOrder, repriceOrder, selectOrderedLines } from '#server/orders/reprice-order.ts';
import { reserve } from '#server/orders/reservations.ts';
import { acceptNewVersions, currentVersions } from '#server/orders/write-order.ts';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { gatewayForNonce } from '#server/platform/payment-gateways.ts';
import { type RateLimit, selectHits, validateHits } from '#server/platform/rate-limits.ts';
import { checkHeldStock, networkHash, selectHeldStock } from './held-stock.ts';
import { checkTransfer } from './open-transfers.ts';
import { paymentLimits } from './payment-limits.ts';
import { isIssuedFor } from './signed-nonces.ts';

type Body = z.output<typeof checkOutOrder.body>;

/**
 * The result of the first transaction of a checkout: a charge to make, or `answered` when nothing has to be charged.
 */
type BegunCharge =
  | {
      readonly step: 'charge';
      readonly order: OrderRow;
      readonly attemptId: string;
      readonly request: ChargeRequest;
    }
  | { readonly step: 'answered' };

/**
 * Runs the first transaction of a checkout (docs/behaviour/checkout-and-payment.md#charge-in-two-transactions): locks
 * the order (`NOT_FOUND` unless the caller is its buyer), prices it again, reserves stock, coupon and voucher, and
 * opens a payment attempt. A call with the same nonce gets the result of its attempt, or `NONCE_REUSED` if the rest of
 * the request differs. A call with another nonce has to wait until that result is known. When the price differs from
 * `expected_total`, or the cart from the reviewed order, the order gets the new prices and the call fails with
 * `TOTAL_CHANGED`, before the gateway is called; likewise `TERMS_CHANGED` when a legal page has another version than at
 * the review.
 */
export async function beginCharge(
  trx: Transaction<Database>,
  context: OrderContext,
  body: Body,
  caller: Caller,
): Promise<Result<BegunCharge, DomainFailure>> {
  const locked = await lockForCheckout(trx, body.id, (order) => isBuyer(context, caller, order));
  if (locked === null) return err(domainFailure('NOT_FOUND'));
  const { order, cart } = locked;
  const { locale, address } = caller;
  const limits = paymentLimits({ subject: order.id, buyer: order, address });
  const begun_from = networkHash(context, address);
  const now = new Date(context.clock.now());
  const facts = await readChargeFacts(trx, order, limits, begun_from, now);
  const { tries } = facts;
  const nonceHash = body.payment_method_nonce === null ? null : hex(hashNonce(body.payment_method_nonce));
  const tried = nonceHash === null ? undefined : tries.find((one) => one.nonce_hash === nonceHash);
  const repeated = repeatedResult(order, tried, body);
  if (repeated !== null) return repeated;
  if (cart === null) return err(domainFailure('ORDER_CLOSED'));
  const allowed = validateHits(context, limits, facts.hits);
  if (!allowed.ok) return allowed;
  if (order.user_id === null && facts.has_account) return err(domainFailure('LOGIN_REQUIRED'));
  const priced = await priceOrder(trx, context, withEmail(cart, order), {
    locale,
    billing_address: body.billing_address,
  });
  if (!priced.ok) return priced;
  const kinds = priced.value.lines.map((line): ProductKind => line.product_data.kind);
  // The cart may have changed since the review and need an account, which would prevent the owner from taking the
  // address back.
  if (order.user_id === null && facts.is_reserved && needsAccount(kinds))
    return err(domainFailure('LOGIN_REQUIRED'));
  const isReviewed = isSameOrder(order, facts.lines, priced.value);
  const fresh = isReviewed ? order : await repriceOrder(trx, context, order, cart, priced.value);
  if (!isReviewed || body.expected_total !== fresh.amount_due_cents)
    return err(domainFailure('TOTAL_CHANGED'));
  if (await acceptNewVersions(trx, order, facts.versions)) return err(domainFailure('TERMS_CHANGED'));
  if (fresh.needs_waiver && !body.waiver_accepted) {
    return err(domainFailure('CONSENT_REQUIRED', { pointer: '/waiver_accepted' }));
  }
  if (body.payment_method_nonce === null && needsPaymentMethod(cents(fresh.amount_due_cents), kinds)) {
    return err(domainFailure('PAYMENT_METHOD_REQUIRED', { pointer: '/payment_method_nonce' }));
  }

  const renews = kinds.some((kind) => legalProfiles[kind].renews);
  const nonce = body.payment_method_nonce;
  const isTransfer = nonce !== null && isTransferNonce(nonce);
  const gateway = nonce === null ? null : gatewayForNonce(context, nonce, body.provider);
  if (gateway === undefined) return err(domainFailure('PAYMENT_PROVIDER_INACTIVE', { pointer: '/provider' }));
  if (nonce !== null && pageProviderOf(nonce) !== null) {
    // A payment page stores no payment method that could be charged again.
    if (renews) return err(domainFailure('PAYMENT_METHOD_REQUIRED', { pointer: '/payment_method_nonce' }));
    if (!isIssuedFor(context, order.id, nonce))
      return err(domainFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }));
  }

  const isPaid = fresh.amount_due_cents === 0 && !renews;
  const held = isPaid
    ? ok({ holds_most: false })
    : await checkHeldStock(trx, context, facts.held, { from: begun_from, isSlow: isTransfer });
  if (!held.ok) return held;
  if (isTransfer) {
    const checked = await checkTransfer(trx, context, {
      order: fresh,
      nonce,
      renews,
      from: begun_from,
      provider: gateway?.identity ?? '',
    });
    if (!checked.ok) return checked;
  }

  const charging = await enterCharging(trx, context, fresh, body, kinds);
  await reserve(trx, context, fresh);
  if (isPaid) {
    await fulfilOrder(trx, context, charging, {
      cause: 'buyer',
      method: { kind: 'credit', brand: null, last_four: null },
      storedCard: null,
    });
    return ok({ step: 'answered' });
  }
  const attempt = { number: nextNumber(tries), begun_from, ...held.value };
  return ok(await openCheckoutAttempt(trx, context, fresh, { ...body, ...attempt, locale }, renews));
}

/** Loads the facts besides the price that decide on a payment, under the locks, in one query. */
function readChargeFacts(
  trx: Transaction<Database>,
  order: OrderRow,
  limits: readonly RateLimit[],
  from: Buffer,
  now: Date,
) {
  return trx
    .selectNoFrom([
      selectTries(trx, order.id).as('tries'),
      selectHits(limits).as('hits'),
      ...selectAddressUse(order.email, now),
      selectOrderedLines(trx, order.id).as('lines'),
      currentVersions(trx, order.locale).as('versions'),
      selectHeldStock(order, from).as('held'),
    ])
    .executeTakeFirstOrThrow();
}

/** A payment attempt with its hashes in hexadecimal digits. */
interface TriedAttempt extends Pick<Selectable<Database['payment_attempts']>, 'number' | 'state'> {
  readonly nonce_hash: string | null;
  readonly request_hash: string | null;
}

/** Selects the earlier payment attempts of a locked order, as a column for a query. */
function selectTries(trx: Transaction<Database>, orderId: string) {
  const tries = trx
    .selectFrom('payment_attempts')
    .select([
      'number',
      'state',
      sql<string | null>`encode(nonce_hash, 'hex')`.as('nonce_hash'),
      sql<string | null>`encode(request_hash, 'hex')`.as('request_hash'),
    ])
    .where('order_id', '=', orderId);
  return sql<readonly TriedAttempt[]>`(select coalesce(json_agg(one), '[]') from (${tries}) one)`;
}

/** The number of the next payment attempt; the first is 1. */
export function nextNumber(tries: readonly Pick<TriedAttempt, 'number'>[]): number {
  return Math.max(0, ...tries.map(({ number }) => number)) + 1;
}

/**
 * The response for an order that is not open, or for a nonce that was used before; null when a new payment attempt may
 * begin.
 */
function repeatedResult(
  order: OrderRow,
  attempt: TriedAttempt | undefined,
  body: Body,
): Result<BegunCharge, DomainFailure> | null {
  const state = order.state as OrderState;
  if (body.payment_method_nonce !== null) {
    if (attempt?.request_hash != null && attempt.request_hash !== hex(hashRequest(body))) {
      return err(domainFailure('NONCE_REUSED', { pointer: '/payment_method_nonce' }));
    }
    if (attempt?.state === 'declined' || attempt?.state === 'never_charged') {
      return err(domainFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }));
    }
    if (attempt !== undefined) return ok({ step: 'answered' });
  } else if (state === 'paid' && order.amount_due_cents === 0 && body.expected_total === 0) {
    return ok({ step: 'answered' });
  }
  if (isSettling(state)) return err(domainFailure('ORDER_BUSY', { retryAfterSeconds: 5 }));
  return isOpen(state) ? null : err(domainFailure('ORDER_CLOSED'));
}

/** Returns a cart with the e-mail of its order, by which limits per customer are counted. */
function withEmail(cart: CartRow, order: OrderRow): CartRow {
  return { ...cart, email: order.email };
}

async function enterCharging(
  trx: Transaction<Database>,
  context: OrderContext,
  order: OrderRow,
  body: Body,
  kinds: readonly ProductKind[],
): Promise<OrderRow> {
  if (order.state === 'draft')
    await transitionOrder(trx, context, { order, event: 'verify', cause: 'buyer' });
  const billing = await findInvoiceAddress(trx, {
    ...order,
    given: [body.billing_address, order.shipping_address],
  });
  const state = await transitionOrder(trx, context, {
    order: { id: order.id, state: 'verified' },
    event: 'begin_charge',
    cause: 'buyer',
    changes: {
      billing_address: billing === null ? null : JSON.stringify(billing),
      ...consents(new Date(context.clock.now()), kinds, body),
      last_decline: null,
      ...transferChanges(context, order, body),
    },
  });
  return { ...order, state, billing_address: billing };
}

/** The consents and requests of the buyer, with their time (docs/behaviour/consumer-rights.md#consents-at-purchase). */
function consents(now: Date, kinds: readonly ProductKind[], body: Body) {
  const keys = waiverKeys(kinds);
  return {
    waiver_accepted_at: keys.includes('digital_content') && body.waiver_accepted ? now : null,
    code_waiver_accepted_at: keys.includes('code') && body.waiver_accepted ? now : null,
    early_start_requested_at: offersEarlyStart(kinds) && body.early_start_requested ? now : null,
  };
}

/**
 * Bank details and due time of a transfer, stored in the order, so that a later change of the bank account does not
 * affect it.
 */
function transferChanges({ settings, clock }: OrderContext, order: OrderRow, { payment_method_nonce }: Body) {
  const { bankTransfer } = settings;
  if (bankTransfer === null || payment_method_nonce === null || !isTransferNonce(payment_method_nonce))
    return {};
  const { term_days, ...account } = bankTransfer;
  // Mails name this day as the last one, so the order waits until the day has ended in Berlin.
  const payment_due_at = new Date(startOfDay(addDays(calendarDay(clock.now()), term_days + 1)) - 1);
  const instructions: TransferInstructions = {
    ...account,
    amount: cents(order.amount_due_cents),
    reference: order.code,
    due_at: payment_due_at.toISOString(),
  };
  return { bank_transfer: JSON.stringify(instructions), payment_due_at };
}

/**
 * Opens the payment attempt of a checkout. The payment method of an order that renews is always stored at the provider,
 * because it is charged again. The customer id there is the order's id: a guest has no account yet, and the
 * subscription finds its payment method by this id.
 */
async function openCheckoutAttempt(
  trx: Transaction<Database>,
  context: OrderContext,
  order: OrderRow,
  body: Body & Pick<NewAttempt, 'number' | 'begun_from' | 'holds_most'> & Pick<Caller, 'locale'>,
  renews: boolean,
): Promise<BegunCharge> {
  const nonce = body.payment_method_nonce;
  const gateway = nonce === null ? undefined : gatewayForNonce(context, nonce, body.provider);
  if (nonce === null || gateway === undefined)
    throw new Error('An amount is due, but there is no nonce of an active provider');
  const attempt_key = `${order.code}-${body.number}`;
  const attemptId = await openPaymentAttempt(trx, context, order, gateway, {
    attempt_key,
    number: body.number,
    nonce_hash: hashNonce(nonce),
    request_hash: hashRequest(body),
    begun_from: body.begun_from,
    holds_most: body.holds_most,
  });
  return {
    step: 'charge',
    order,
    attemptId,
    request: {
      attempt_key,
      order_code: order.code,
      amount: cents(order.amount_due_cents),
      payment_method_nonce: nonce,
      device_data: body.device_data,
      customer_id: renews ? order.id : order.user_id,
      save_payment_method: renews || body.save_payment_method,
      begins_series: renews,
      return_url: new URL(`/${body.locale}/checkout/return/${order.id}`, context.settings.siteUrl).href,
      locale: body.locale,
      statement_descriptor: context.settings.statementDescriptor ?? null,
    },
  };
}

/**
 * Hash of everything in a checkout request except the nonce. Device data is left out, because a browser may collect it
 * again when it repeats the request.
 */
function hashRequest({
  expected_total,
  billing_address,
  save_payment_method,
  waiver_accepted,
  early_start_requested,
}: Body): Buffer {
  const meaning = [
    expected_total,
    billing_address ?? null,
    save_payment_method,
    waiver_accepted,
    early_start_requested,
  ];
  return createHash('sha256').update(JSON.stringify(meaning)).digest();
}

function hex(hash: Buffer): string {
  return hash.toString('hex');
}

function hashNonce(nonce: string): Buffer {
  return createHash('sha256').update(nonce).digest();
}

/**
 * Milliseconds after which the background job queries the outcome of a charge; longer than the 10 s limit of a gateway
 * call.
 */
const chargeTimeout = 20_000;

interface NewAttempt {
  /** Its key at the provider. */
  readonly attempt_key: ChargeRequest['attempt_key'];
  /** Counts from 1 for each order. */
  readonly number: number;
  /** Hash of the nonce, by which a repeated call finds this attempt. */
  readonly nonce_hash: Buffer;
  /** Hash of the request without the nonce; null for a renewal. */
  readonly request_hash: Buffer | null;
  /** Hash of the client address; null for a renewal. */
  readonly begun_from: Buffer | null;
  /** Whether it reserves more than half of what was left of a product. */
  readonly holds_most: boolean;
}

/** Opens the next payment attempt of a locked order in state `charging`; returns its id. */
export async function openPaymentAttempt(
  trx: Transaction<Database>,
  context: Pick<OrderContext, 'clock' | 'ids'>,
  order: OrderRow,
  gateway: PaymentGateway,
  attempt: NewAttempt,
): Promise<string> {
  const id = context.ids.uuid();
  const now = context.clock.now();
  await trx
    .insertInto('payment_attempts')
    .values({
      id,
      order_id: order.id,
      ...attempt,
      amount_cents: order.amount_due_cents,
      state: 'charging',
      provider: gateway.identity,
      started_at: new Date(now),
      next_check_at: new Date(now + chargeTimeout),
    })
    .execute();
  return id;
}
