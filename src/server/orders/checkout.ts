import type * as z from 'zod/mini';
import type {
  checkOutOrder as checkOutEndpoint,
  OrderResource,
  openWallets as openWalletsEndpoint,
} from '#api/orders.ts';
import type { OrderState } from '#core/model/order.ts';
import { needsInvoiceAddress } from '#core/rules/address.ts';
import { needsPaymentMethod } from '#core/rules/cart-pricing.ts';
import { legalProfiles } from '#core/rules/consumer-rights.ts';
import { cents } from '#core/rules/money.ts';
import { isOpen } from '#core/rules/order.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type {
  ChargeOutcome,
  ChargeRequest,
  ClientTokenRequest,
  PaymentGateway,
} from '#ports/payment-gateway.ts';
import type { Caller } from '#server/caller.ts';
import { findCart } from '#server/carts/own-cart.ts';
import { loadPricedCart } from '#server/carts/priced-cart.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import type { OrderRow } from '#server/order-events.ts';
import {
  cardClientTokens,
  findCardGateway,
  firstCardGateway,
  gatewayForNonce,
  gatewayOf,
  isCardGateway,
  transferGateway,
} from '#server/payment-gateways.ts';
import { countHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import { beginCharge } from './begin-charge.ts';
import { findInvoiceAddress } from './create-order.ts';
import { transitionOrder } from './lock-order.ts';
import { isTransferOffered, signTransferNonce } from './open-transfers.ts';
import { endAction } from './payment-actions.ts';
import { countsAsDeclined, paymentLimits } from './payment-limits.ts';
import { findOrder, presentOrder, readOrder } from './read-order.ts';
import { completePaymentAttempt } from './settle-payment-attempt.ts';

interface VerifiedOrder {
  readonly success: true;
  /** Null when nothing has to be paid, or when the card provider is down but a transfer is possible. */
  readonly client_token: string | null;
  readonly provider: string;
  /** Nonce for a checkout by bank transfer; null where that is not offered. */
  readonly transfer_nonce: string | null;
  /** The providers for cards in the order of the shop. */
  readonly providers: { readonly name: string; readonly client_token: string | null }[];
  readonly data: OrderResource;
}

/**
 * Returns the client token of the payment provider and sets the order to `verified`
 * (docs/behaviour/checkout-and-payment.md#verify-call). A repeated call for an open order returns a new token. The
 * gateway is called outside of any transaction.
 */
export async function verifyOrder(
  context: ServerContext,
  caller: Caller,
  orderId: string,
): Promise<Result<VerifiedOrder, DomainFailure>> {
  const found = await findOrder(context.db, context, caller, orderId);
  if (!found.ok) return found;
  if (!isOpen(found.value.state as OrderState)) return err(domainFailure('ORDER_CLOSED'));
  const gateway = firstCardGateway(context);

  const data = await presentOrder(context.db, found.value);
  if (await lacksInvoiceAddress(context, found.value, data))
    return err(domainFailure('INVOICE_ADDRESS_REQUIRED'));
  const kinds = data.attributes.products.map((line) => line.kind);
  const isCardNeeded = needsPaymentMethod(cents(found.value.amount_due_cents), kinds);
  // A subscription stores its payment method under its first order (docs/decisions/0017), so the stored cards of the
  // account cannot be used for it.
  const renews = kinds.some((kind) => legalProfiles[kind].renews);
  const customerId = renews ? null : found.value.user_id;
  const { code, email, amount_due_cents } = found.value;
  const request: ClientTokenRequest = {
    amount: cents(amount_due_cents),
    currency: 'EUR',
    order: { code, email, begins_series: renews },
    customer: customerId === null ? null : { id: customerId },
  };
  const offersTransfer = await isTransferOffered(context.db, context, found.value, renews);
  const [providers, transferToken] = await Promise.all([
    isCardNeeded ? cardClientTokens(context, request) : [],
    (offersTransfer && transferGateway(context)?.createClientToken(request)) || null,
  ]);
  const client_token = providers[0]?.client_token ?? null;
  const transfer_nonce = transferToken === null ? null : signTransferNonce(context, orderId, transferToken);
  if (isCardNeeded && transfer_nonce === null && providers.every((one) => one.client_token === null)) {
    return err(domainFailure('PAYMENT_UNAVAILABLE', { retryAfterSeconds: 30 }));
  }

  if (!(await markVerified(context, orderId))) return err(domainFailure('ORDER_CLOSED'));
  return ok({
    success: true,
    client_token,
    provider: gateway.name,
    transfer_nonce,
    providers,
    // As it was when the tokens were made. Checkout compares the order with its cart again.
    data: { ...data, attributes: { ...data.attributes, state: 'verified' } },
  });
}

/** Returns false when the order is not open any more. */
function markVerified(context: ServerContext, orderId: string): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['id', 'state'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (order.state === 'draft')
      await transitionOrder(trx, context, { order, event: 'verify', cause: 'buyer' });
    return isOpen(order.state as OrderState);
  });
}

interface WalletToken {
  readonly success: true;
  readonly client_token: string;
  readonly provider: string;
}

/**
 * Returns a client token for a cart that has no order yet
 * (docs/behaviour/checkout-and-payment.md#wallets-before-the-address).
 */
export async function openWallets(
  context: ServerContext,
  { user, locale }: Caller,
  { bundle_cart_unique_id, provider }: z.output<typeof openWalletsEndpoint.body>,
): Promise<Result<WalletToken, DomainFailure>> {
  const { db, clock } = context;
  const gateway = findCardGateway(context, provider);
  if (gateway === undefined) return err(domainFailure('PAYMENT_PROVIDER_INACTIVE', { pointer: '/provider' }));
  const cart = await findCart(db, { public_id: bundle_cart_unique_id, user });
  if (cart === undefined) return err(domainFailure('NOT_FOUND'));
  const priced = await loadPricedCart(db, { clock }, cart, { locale });
  if (priced.lines.length === 0) return err(domainFailure('CART_EMPTY'));
  const client_token = await gateway.createClientToken({
    amount: priced.cart.amount_due,
    currency: 'EUR',
    order: null,
    customer: cart.user_id === null ? null : { id: cart.user_id },
  });
  if (client_token === null) return err(domainFailure('PAYMENT_UNAVAILABLE', { retryAfterSeconds: 30 }));
  return ok({ success: true, client_token, provider: gateway.name });
}

/** The order may be older than the deletion of the buyer's saved addresses, so it may need an address now. */
async function lacksInvoiceAddress(
  { db }: ServerContext,
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
  context: ServerContext,
  caller: Caller,
  body: Body,
): Promise<Result<OrderResource, DomainFailure>> {
  const found = await findOrder(context.db, context, caller, body.id);
  if (!found.ok) return found;
  const begun = await inTransaction(context.db, (trx) => beginCharge(trx, context, body, caller));
  if (!begun.ok) return begun;
  if (begun.value.step === 'charge') {
    const { attemptId, request } = begun.value;
    const gateway = gatewayForNonce(context, request.payment_method_nonce, body.provider);
    if (gateway === undefined) throw new Error('The provider was active when the charge began');
    const outcome = await chargeOrKeep(gateway, request);
    const state = await completePaymentAttempt(context, { id: attemptId, gateway }, outcome, 'gateway');
    if (state === 'declined') {
      await countDecline(context, found.value, caller);
      return err(domainFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }));
    }
  }
  return ok(await readOrder(context.db, body.id));
}

/**
 * Asks the gateway what became of the buyer's action, or ends it, because the buyer wants to pay in another way
 * (docs/behaviour/checkout-and-payment.md#action-of-the-buyer). Only the gateway's answer counts; an order that waits
 * for no action is returned as it is.
 */
export async function continuePayment(
  context: ServerContext,
  caller: Caller,
  { id, step }: { readonly id: string; readonly step: 'check' | 'cancel' },
): Promise<Result<OrderResource, DomainFailure>> {
  const found = await findOrder(context.db, context, caller, id);
  if (!found.ok) return found;
  const attempt = await context.db
    .selectFrom('payment_attempts')
    .select(['id', 'attempt_key', 'started_at', 'transaction_id', 'action_expires_at', 'provider'])
    .where('order_id', '=', id)
    .where('state', '=', 'awaiting_action')
    .executeTakeFirst();
  if (attempt?.provider != null) {
    const gateway = gatewayOf(context, attempt.provider);
    const outcome =
      step === 'cancel'
        ? await endAction(gateway, attempt)
        : await gateway.findCharge(attempt.attempt_key, attempt.started_at.getTime());
    const state = await completePaymentAttempt(context, { id: attempt.id, gateway }, outcome, 'gateway');
    if (countsAsDeclined(state)) await countDecline(context, found.value, caller);
  }
  return ok(await readOrder(context.db, id));
}

async function countDecline(
  context: ServerContext,
  { id, email }: OrderRow,
  { address }: Caller,
): Promise<void> {
  await countHit(context.db, context, paymentLimits({ subject: id, buyer: email, address }));
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
  return { outcome: 'charged', transaction_id: vault_token, amount: request.amount, method, vault_token };
}
