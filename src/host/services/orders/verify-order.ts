import type { OrderResource } from '#contract/orders.ts';
import { needsPaymentMethod } from '#core/rules/cart-pricing.ts';
import { legalProfiles } from '#core/rules/legal-profile.ts';
import { cents } from '#core/rules/money.ts';
import type { OrderState } from '#core/rules/order.ts';
import { isOpen } from '#core/rules/order-life-cycle.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#host/api-failure.ts';
import { apiFailure } from '#host/api-failure.ts';
import { inTransaction } from '#host/database/transaction.ts';
import type { HostContext } from '#host/host-context.ts';
import type { Caller } from '#host/http/route.ts';
import { findOrder } from './find-order.ts';
import { moveOrder } from './move-order.ts';
import { presentOrder } from './present-order.ts';

interface VerifiedOrder {
  readonly success: true;
  /** Null when nothing is due, so that no card is asked for. */
  readonly client_token: string | null;
  readonly provider: 'sandbox' | 'braintree';
  /** Checks the order out by bank transfer; null where that is not offered. */
  readonly transfer_nonce: string | null;
  readonly data: OrderResource;
}

/**
 * Answers the payment provider's client token and moves the order to `verified` (decisions §4). Called again for an
 * open order it answers a fresh token. The gateway is asked outside any transaction.
 */
export async function verifyOrder(
  context: HostContext,
  caller: Caller,
  orderId: string,
): Promise<Result<VerifiedOrder, ApiFailure>> {
  const found = await findOrder(context.db, context, caller, orderId);
  if (!found.ok) return found;
  if (!isOpen(found.value.state as OrderState)) return err(apiFailure('ORDER_CLOSED'));
  const gateway = context.paymentGateway;
  const provider = gateway.name;
  if (provider === 'bank_transfer') return err(apiFailure('PAYMENT_UNAVAILABLE'));

  const data = await presentOrder(context.db, found.value);
  const kinds = data.attributes.products.map((line) => line.kind);
  const isCardNeeded = needsPaymentMethod(cents(found.value.amount_due_cents), kinds);
  // What renews keeps a card of its own under its first order (decisions/0017); a card kept by the user is not that one.
  const renews = kinds.some((kind) => legalProfiles[kind].renews);
  const customerId = renews ? null : found.value.user_id;
  const client_token = isCardNeeded ? await gateway.createClientToken(customerId) : null;
  if (isCardNeeded && client_token === null) {
    return err(apiFailure('PAYMENT_UNAVAILABLE', { headers: { 'Retry-After': '30' } }));
  }

  const isTransferOffered = context.settings.bankTransfer !== null && isCardNeeded && !renews;
  const transfer_nonce = isTransferOffered ? await context.transferGateway.createClientToken(null) : null;

  return inTransaction(context.db, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!isOpen(order.state as OrderState)) return err(apiFailure('ORDER_CLOSED'));
    if (order.state === 'draft') {
      await moveOrder(trx, context, { order, event: 'verify', cause: 'buyer' });
    }
    const verified = await presentOrder(trx, { ...order, state: 'verified' });
    return ok({ success: true, client_token, provider, transfer_nonce, data: verified } as const);
  });
}
