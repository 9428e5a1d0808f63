import type * as z from 'zod/mini';
import type {
  checkOutOrder as checkOutEndpoint,
  continuePayment as continueEndpoint,
  OrderResource,
  openWallets as openWalletsEndpoint,
} from '#api/orders/order-endpoints.ts';
import type { OrderState } from '#core/model/order.ts';
import type { CardProviders } from '#core/model/payment.ts';
import { needsInvoiceAddress } from '#core/rules/accounts/address-needs.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { needsPaymentMethod } from '#core/rules/carts/cart-pricing.ts';
import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import { isOpen } from '#core/rules/orders/order-states.ts';
import { pageNonce } from '#core/rules/payments/payment-rules.ts';
import type {
  ChargeOutcome,
  ChargeRequest,
  ClientTokenRequest,
  PaymentGateway,
} from '#ports/payment-gateway.ts';
import { isUsableCart } from '#server/carts/cart-rows.ts';
import { readPricedCart } from '#server/carts/priced-cart.ts';
import type { Caller } from '#server/platform/caller.ts';
import { inTransaction, repeatAborted } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import {
  availablePageGateways,
  cardClientTokens,
  findCardGateway,
  firstCardGateway,
  gatewayForNonce,
  gatewayOf,
  isCardGateway,
  transferGateway,
} from '#server/platform/payment-gateways.ts';
import { countHit } from '#server/platform/rate-limits.ts';
import { beginCharge } from './charging/begin-charge.ts';
import { isTransferOffered } from './charging/open-transfers.ts';
import { endAction } from './charging/payment-actions.ts';
import { countsAsDeclined, paymentLimits } from './charging/payment-limits.ts';
import { completePaymentAttempt } from './charging/settle-payment-attempt.ts';
import { signNonce } from './charging/signed-nonces.ts';
import { findInvoiceAddress } from './create-order.ts';
import { transitionUnlocked } from './lock-order.ts';
import type { OrderContext } from './order-context.ts';
import type { OrderRow } from './order-events.ts';
import { findOrder, findShownOrder, readOrder } from './read-order.ts';

interface VerifiedOrder {
  readonly success: true;
  /** Null when nothing has to be paid, or when the card provider is down but another payment method is possible. */
  readonly client_token: string | null;
  readonly provider: string;
  /** Nonce for a checkout by bank transfer; null where that is not offered. */
  readonly transfer_nonce: string | null;
  /** Card providers in the order set by the shop. */
  readonly providers: CardProviders;
  /** Providers on whose page this order can be paid now, in the order set by the shop. */
  readonly pages: { readonly name: string; readonly nonce: string }[];
  readonly data: OrderResource;
}

/**
 * Returns the client token of the payment provider and sets the order to `verified`
 * (docs/behaviour/checkout-and-payment.md#verify-call). A repeated call for an open order returns a new token. The
 * gateway is called outside of any transaction.
 */
export async function verifyOrder(
  context: OrderContext,
  caller: Caller,
  orderId: string,
): Promise<Result<VerifiedOrder, DomainFailure>> {
  const found = await findShownOrder(context, caller, orderId);
  if (!found.ok) return found;
  const { row: order, shown: data } = found.value;
  if (!isOpen(order.state as OrderState)) return err(domainFailure('ORDER_CLOSED'));
  const gateway = firstCardGateway(context);

  if (await lacksInvoiceAddress(context, order, data)) return err(domainFailure('INVOICE_ADDRESS_REQUIRED'));
  const kinds = data.attributes.products.map((line) => line.kind);
  const isCardNeeded = needsPaymentMethod(cents(order.amount_due_cents), kinds);
  // A subscription stores its payment method under its first order (docs/behaviour/payments.md#saved-cards), so the
  // stored cards of the account cannot be used for it.
  const renews = kinds.some((kind) => legalProfiles[kind].renews);
  const customerId = renews ? null : order.user_id;
  const { code, email, amount_due_cents } = order;
  const request: ClientTokenRequest = {
    amount: cents(amount_due_cents),
    currency: 'EUR',
    order: { code, email, begins_series: renews },
    customer: customerId === null ? null : { id: customerId },
  };
  const offersTransfer = await isTransferOffered(context.db, context, order, renews);
  const [providers, transferToken, openPages] = await Promise.all([
    isCardNeeded ? cardClientTokens(context, request) : [],
    (offersTransfer && transferGateway(context)?.createClientToken(request)) || null,
    isCardNeeded && !renews && amount_due_cents > 0 ? availablePageGateways(context, request) : [],
  ]);
  const client_token = providers[0]?.client_token ?? null;
  const transfer_nonce = transferToken === null ? null : signNonce(context, orderId, transferToken);
  const pages = openPages.map(({ name }) => ({
    name,
    nonce: signNonce(context, orderId, pageNonce(name, context.ids.uuid())),
  }));
  const hasOther = transfer_nonce !== null || pages.length > 0;
  if (isCardNeeded && !hasOther && providers.every((one) => one.client_token === null)) {
    return err(domainFailure('PAYMENT_UNAVAILABLE', { retryAfterSeconds: 30 }));
  }

  if (!(await markVerified(context, order))) return err(domainFailure('ORDER_CLOSED'));
  return ok({
    success: true,
    client_token,
    provider: gateway.name,
    transfer_nonce,
    providers,
    pages,
    // The order as it was when the tokens were created. Checkout compares it with its cart again.
    data: { ...data, attributes: { ...data.attributes, state: 'verified' } },
  });
}

/** Returns false when the order is not open any more. */
async function markVerified(context: OrderContext, order: OrderRow): Promise<boolean> {
  const { db } = context;
  if (order.state === 'draft') {
    const move = { order, event: 'verify', cause: 'buyer' } as const;
    if ((await repeatAborted(() => transitionUnlocked(db, context, move))) !== null) return true;
  }
  // Another call has verified it before, or something else has happened to it since it was read.
  const { state } = await db
    .selectFrom('orders')
    .select('state')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return isOpen(state as OrderState);
}

interface WalletToken {
  readonly success: true;
  readonly client_token: string;
  readonly provider: string;
}

/**
 * Returns a client token for a cart that has no order yet
 * (docs/behaviour/payments.md#wallets-before-the-address).
 */
export async function openWallets(
  context: OrderContext,
  { user, locale }: Caller,
  { bundle_cart_unique_id, provider }: z.output<typeof openWalletsEndpoint.body>,
): Promise<Result<WalletToken, DomainFailure>> {
  const { db, clock } = context;
  const gateway = findCardGateway(context, provider);
  if (gateway === undefined) return err(domainFailure('PAYMENT_PROVIDER_INACTIVE', { pointer: '/provider' }));
  const priced = await readPricedCart(db, { clock }, isUsableCart(bundle_cart_unique_id, user), { locale });
  if (priced === undefined) return err(domainFailure('NOT_FOUND'));
  if (priced.lines.length === 0) return err(domainFailure('CART_EMPTY'));
  const client_token = await gateway.createClientToken({
    amount: priced.cart.amount_due,
    currency: 'EUR',
    order: null,
    customer: priced.user_id === null ? null : { id: priced.user_id },
  });
  if (client_token === null) return err(domainFailure('PAYMENT_UNAVAILABLE', { retryAfterSeconds: 30 }));
  return ok({ success: true, client_token, provider: gateway.name });
}

/** Checked again, because the buyer may have deleted saved addresses since the order was created. */
async function lacksInvoiceAddress(
  { db }: OrderContext,
  order: OrderRow,
  { attributes }: OrderResource,
): Promise<boolean> {
  const lines = attributes.products.map(({ kind, price, quantity }) => ({
    kind,
    unit_price: cents(Math.round(price / quantity)),
  }));
  if (!needsInvoiceAddress({ total: attributes.total, lines })) return false;
  return (await findInvoiceAddress(db, { ...order, given: [order.shipping_address] })) === null;
}

type Body = z.output<typeof checkOutEndpoint.body>;

/**
 * Pays an order in three steps (docs/behaviour/checkout-and-payment.md#charge-in-two-transactions): a transaction
 * reserves everything and opens a payment attempt; the gateway is called outside of any transaction; a second
 * transaction stores the outcome with all its consequences. If the process stops in between, a background job completes
 * the attempt from its row. The returned state is `paid`, `unknown` (the outcome is being looked up), or for a repeated
 * call the current state of the attempt.
 */
export async function checkOutOrder(
  context: OrderContext,
  caller: Caller,
  body: Body,
): Promise<Result<OrderResource, DomainFailure>> {
  const begun = await inTransaction(context.db, (trx) => beginCharge(trx, context, body, caller));
  if (!begun.ok) return begun;
  if (begun.value.step === 'charge') {
    const { order, attemptId, request } = begun.value;
    const gateway = gatewayForNonce(context, request.payment_method_nonce, body.provider);
    if (gateway === undefined) throw new Error('The provider was active when the charge began');
    const outcome = await chargeOrKeep(gateway, request);
    const attempt = { id: attemptId, attempt_key: request.attempt_key, gateway };
    const state = await completePaymentAttempt(context, attempt, outcome, 'gateway');
    if (state === 'declined') {
      await countDecline(context, order, caller);
      return err(domainFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }));
    }
  }
  return ok(await readOrder(context.db, body.id));
}

type PaymentStep = z.output<typeof continueEndpoint.body>['step'];

/**
 * Queries the gateway for the outcome of the buyer's action, or cancels the action when the buyer wants to pay in
 * another way (docs/behaviour/checkout-and-payment.md#action-of-the-buyer). Only the gateway's response counts. An
 * order without a pending action or decision, or one queried a few seconds ago, is returned as it is.
 */
export async function continuePayment(
  context: OrderContext,
  caller: Caller,
  { id, step }: { readonly id: string; readonly step: PaymentStep },
): Promise<Result<OrderResource, DomainFailure>> {
  const found = await findOrder(context.db, context, caller, id);
  if (!found.ok) return found;
  const attempt = await context.db
    .selectFrom('payment_attempts')
    .select(['id', 'attempt_key', 'started_at', 'transaction_id', 'action_expires_at', 'provider'])
    .where('order_id', '=', id)
    .where('state', 'in', ['awaiting_action', 'processing'])
    .executeTakeFirst();
  if (attempt?.provider != null && (await mayAsk(context, attempt.id, step))) {
    const gateway = gatewayOf(context, attempt.provider);
    const outcome =
      step === 'cancel'
        ? await endAction(gateway, attempt)
        : await gateway.findCharge(attempt.attempt_key, attempt.started_at.getTime());
    const state = await completePaymentAttempt(context, { ...attempt, gateway }, outcome, 'gateway');
    if (countsAsDeclined(state)) await countDecline(context, found.value, caller);
  }
  return ok(await readOrder(context.db, id));
}

/** Milliseconds for which `check` uses the stored state. */
const askedPause = 3_000;

/**
 * Records that the gateway is queried about an attempt. False when it was queried just now; then the background job
 * queries it soon, so that nothing is missed. After a notice, and when the buyer returns from the action, it is always
 * queried.
 */
async function mayAsk({ db, clock }: OrderContext, id: string, step: PaymentStep): Promise<boolean> {
  const now = new Date(clock.now());
  const asking = await db
    .updateTable('payment_attempts')
    .set({ asked_at: now })
    .where('id', '=', id)
    .$if(step === 'check', (query) =>
      query.where((one) =>
        one.or([
          one('asked_at', 'is', null),
          one('asked_at', '<=', new Date(now.getTime() - askedPause)),
          one('next_check_at', '<=', now),
        ]),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  if (asking !== undefined) return true;
  await db
    .updateTable('payment_attempts')
    .set({ next_check_at: new Date(now.getTime() + askedPause) })
    .where('id', '=', id)
    .where('state', 'in', ['awaiting_action', 'processing'])
    .where('next_check_at', '>', new Date(now.getTime() + askedPause))
    .execute();
  return false;
}

async function countDecline(context: OrderContext, order: OrderRow, { address }: Caller): Promise<void> {
  await countHit(context.db, context, paymentLimits({ subject: order.id, buyer: order, address }));
}

/** When the first period is free, nothing is charged, but the payment method is stored for later periods. */
async function chargeOrKeep(gateway: PaymentGateway, request: ChargeRequest): Promise<ChargeOutcome> {
  const { payment_method_nonce, device_data, customer_id } = request;
  if (request.amount > 0 || customer_id === null || !isCardGateway(gateway)) {
    return gateway.charge(request);
  }
  const kept = await gateway.vault({ payment_method_nonce, device_data, customer_id });
  if (kept.outcome === 'declined') return { ...kept, transaction_id: null };
  if (kept.outcome === 'unknown') return kept;
  const { vault_token, method } = kept;
  // Not the vault token: it is deleted with its owner's account, the transaction id is not.
  const transaction_id = request.attempt_key;
  return { outcome: 'charged', transaction_id, amount: request.amount, method, vault_token };
}
