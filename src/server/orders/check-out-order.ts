import type * as z from 'zod/mini';
import type { checkOutOrder as checkOutEndpoint, OrderResource } from '#api/orders.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ChargeOutcome, ChargeRequest } from '#ports/payment-gateway.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Caller } from '#server/http/route.ts';
import type { HostContext } from '#server/server-context.ts';
import { attemptGateway, providerOf } from './attempt-gateway.ts';
import { beginCharge } from './begin-charge.ts';
import { findOrder } from './find-order.ts';
import { readOrder } from './present-order.ts';
import { settleAttempt } from './settle-attempt.ts';

type Body = z.output<typeof checkOutEndpoint.body>;

/**
 * Pays an order in three steps (decisions §4): one transaction reserves and opens the attempt, the gateway is asked
 * outside any transaction, a second transaction stores the outcome with everything that follows from it. Whatever
 * happens between them, the background finishes the attempt from its row. The answer's state is `paid`, `unknown`
 * (the outcome is being looked up) or, for a repeated call, whatever the attempt has come to.
 */
export async function checkOutOrder(
  context: HostContext,
  caller: Caller,
  body: Body,
): Promise<Result<OrderResource, ApiFailure>> {
  const found = await findOrder(context.db, context, caller, body.id);
  if (!found.ok) return found;
  const begun = await inTransaction(context.db, (trx) => beginCharge(trx, context, body, caller.locale));
  if (!begun.ok) return begun;
  if (begun.value.step === 'charge') {
    const { attemptId, request } = begun.value;
    const outcome = await chargeOrKeep(context, request);
    const settled = await inTransaction(context.db, async (trx) => {
      await settleAttempt(trx, context, attemptId, outcome, 'gateway');
      return readOrder(trx, body.id);
    });
    return outcome.outcome === 'declined'
      ? err(apiFailure('PAYMENT_DECLINED', { pointer: '/payment_method_nonce' }))
      : ok(settled);
  }
  return ok(await readOrder(context.db, body.id));
}

/** A first period that costs nothing takes no money, but the payment method is kept for the periods to come. */
async function chargeOrKeep(context: HostContext, request: ChargeRequest): Promise<ChargeOutcome> {
  const { payment_method_nonce, device_data, customer_id } = request;
  if (request.amount > 0 || customer_id === null) {
    return attemptGateway(context, providerOf(payment_method_nonce)).charge(request);
  }
  const kept = await context.paymentGateway.vault({ payment_method_nonce, device_data, customer_id });
  if (kept.outcome === 'declined') return { ...kept, transaction_id: null };
  if (kept.outcome === 'unknown') return kept;
  const { vault_token, method } = kept;
  return { outcome: 'charged', transaction_id: vault_token, amount: request.amount, method, vault_token };
}
