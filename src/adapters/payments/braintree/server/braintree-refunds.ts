import type { Cents } from '#core/model/values.ts';
import { readRefundKey } from '#core/rules/payments/refund-key.ts';
import type { RefundOutcome } from '#ports/payment-gateway.ts';
import {
  type BraintreeResponse,
  type BraintreeSdk,
  hasCode,
  isNotFound,
  readResponse,
} from './braintree-sdk.ts';
import {
  type BraintreeTransaction,
  centsOf,
  inEuros,
  isDeclinedOrVoided,
  moneyStateOf,
  transactionSchema,
} from './transactions.ts';

interface Refunds {
  refund(
    transactionId: string,
    amount: Cents,
    refundKey: string,
    signal: AbortSignal,
  ): Promise<RefundOutcome>;
}

/** Returns whether two keys belong to the same refund: they are equal, or one is a retry of the other. */
function isSameRefund(made: string | null | undefined, asked: string): boolean {
  const firstOf = (key: string) => readRefundKey(key)?.first ?? key;
  return made != null && firstOf(made) === firstOf(asked);
}

const unknown = { outcome: 'unknown' } as const;
const refused = { outcome: 'refused' } as const;

/**
 * Creates refunds. Before settlement a full refund voids the sale; a partial refund has to wait for the nightly
 * settlement and is `unknown` until then, so the caller repeats it. The refund key is sent as order id, which
 * distinguishes the refunds of one sale, and as idempotency key.
 */
export function createRefunds(sdk: BraintreeSdk): Refunds {
  async function find(id: string): Promise<BraintreeTransaction | null> {
    try {
      return transactionSchema.parse(await sdk.transaction.find(id));
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /**
   * Returns the outcome of an earlier refund with this key or another key of the same refund: an operator's retry has a
   * new key although an earlier request may have paid out. Null if there is none, or it was declined and can be
   * requested again.
   */
  async function made(
    sale: BraintreeTransaction,
    amount: Cents,
    refundKey: string,
  ): Promise<RefundOutcome | null> {
    for (const id of sale.refundIds ?? []) {
      const refund = await find(id);
      if (refund === null || !isSameRefund(refund.orderId, refundKey) || isDeclinedOrVoided(refund)) continue;
      return centsOf(refund.amount) === amount ? { outcome: 'refunded', refund_id: id } : refused;
    }
    return null;
  }

  async function voidWhole(sale: BraintreeTransaction, signal: AbortSignal): Promise<RefundOutcome> {
    signal.throwIfAborted();
    const response = readResponse(await sdk.transaction.void(sale.id));
    // The sale may be settling now; the next call finds its new state.
    return response.isSuccess ? { outcome: 'refunded', refund_id: sale.id } : unknown;
  }

  async function refundSettled(
    sale: BraintreeTransaction,
    amount: Cents,
    refundKey: string,
    signal: AbortSignal,
  ): Promise<RefundOutcome> {
    const options = { amount: inEuros(amount), orderId: refundKey };
    signal.throwIfAborted();
    const first = readResponse(
      await sdk.transaction.refund(sale.id, { ...options, apiRequestKey: refundKey }),
    );
    // An earlier refund under this key may have failed for another reason, for example because the sale was settling.
    const isKeyUseless = hasCode(first, 'keyNotAllowed') || hasCode(first, 'keyOfFailedRequest');
    if (!isKeyUseless) return read(first, sale, amount, refundKey);
    signal.throwIfAborted();
    return read(readResponse(await sdk.transaction.refund(sale.id, options)), sale, amount, refundKey);
  }

  async function read(
    response: BraintreeResponse,
    sale: BraintreeTransaction,
    amount: Cents,
    refundKey: string,
  ): Promise<RefundOutcome> {
    if (response.isSuccess) {
      const refund = transactionSchema.parse(response.transaction);
      // A repeated key returns the refund as it is now.
      return isDeclinedOrVoided(refund) ? refused : { outcome: 'refunded', refund_id: refund.id };
    }
    if (hasCode(response, 'refundDeclined')) return refused;
    if (!hasCode(response, 'alreadyRefunded') && !hasCode(response, 'refundTooLarge')) return unknown;
    const now = await find(sale.id);
    return (now === null ? null : await made(now, amount, refundKey)) ?? refused;
  }

  return {
    async refund(transactionId, amount, refundKey, signal) {
      const sale = await find(transactionId);
      if (sale === null) return refused;
      const isWhole = centsOf(sale.amount) === amount;
      switch (moneyStateOf(sale)) {
        case 'authorised':
        case 'submitted':
          return isWhole ? voidWhole(sale, signal) : unknown;
        case 'settled':
          return (
            (await made(sale, amount, refundKey)) ?? (await refundSettled(sale, amount, refundKey, signal))
          );
        case 'voided':
          // Voids have no key. The shop refunds a charge only once, so this is a repetition of the same refund.
          return isWhole ? { outcome: 'refunded', refund_id: sale.id } : refused;
        case 'not_taken':
          return refused;
        case 'moving':
        case 'settling':
          return unknown;
      }
    },
  };
}
