import type { ServerClock } from '#ports/clock.ts';
import type { Log } from '#ports/log.ts';
import type { CapturingGateway } from '#ports/payment-gateway.ts';
import { createRefunds } from './braintree-refunds.ts';
import { type BraintreeAccount, createBraintreeSdk, errorType } from './braintree-sdk.ts';
import { createCharges } from './charges.ts';
import { createMerchantAccount } from './merchant-account.ts';
import { runAbortable } from './sdk-requests.ts';
import { createVault } from './vault.ts';

interface BraintreeGatewayOptions {
  readonly account: BraintreeAccount;
  readonly clock: ServerClock;
  readonly log: Log;
  /** Timeout in milliseconds. */
  readonly timeLimit?: number;
}

const defaultTimeLimit = 10_000;

/**
 * Braintree on the server, with the vendor's SDK (docs/braintree.md). Without a clear response the outcome is
 * `unknown`: after timeouts, refused connections, 429, 5xx and unreadable responses. A sale refused because of the API
 * keys (401) was never started.
 */
export function createBraintreeGateway(options: BraintreeGatewayOptions): CapturingGateway {
  const { account, clock, log, timeLimit = defaultTimeLimit } = options;
  const sdk = createBraintreeSdk(account, timeLimit);
  const merchant = createMerchantAccount(account, log);
  const vault = createVault(sdk, account, merchant);
  const charges = createCharges({ sdk, account, clock, log, vault });
  const refunds = createRefunds(sdk);

  /** Logs only the kind of the error: the SDK's messages may repeat what was sent. */
  async function limited<Value>(
    call: string,
    late: Value,
    work: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    return withinLimit(timeLimit, late, async (signal) => {
      try {
        return await runAbortable(signal, () => work(signal));
      } catch (error) {
        log.warn('braintree_gave_no_answer', { call, trouble: errorType(error) ?? 'unread' });
        throw error;
      }
    });
  }
  const unknown = { outcome: 'unknown' } as const;

  return {
    name: 'braintree',
    identity: `braintree/${account.merchantId}`,
    offersCards: merchant.offersCards,
    checkAccount: () =>
      limited('check_account', undefined, async (signal) =>
        merchant.report(await vault.createClientToken(null), signal),
      ),
    createClientToken: ({ customer }) =>
      limited<string | null>('client_token', null, () => vault.createClientToken(customer?.id ?? null)),
    charge: (request) => limited('charge', unknown, (signal) => charges.charge(request, signal)),
    chargeStored: (request) => limited('charge', unknown, (signal) => charges.chargeStored(request, signal)),
    capture: (transactionId) => limited('capture', unknown, () => charges.capture(transactionId)),
    release: (transactionId) => limited('release', unknown, () => charges.release(transactionId)),
    vault: (request) => limited('vault', unknown, (signal) => vault.store(request, signal)),
    findCharge: (attemptKey, sentAt) =>
      limited('find_charge', unknown, (signal) => charges.find(attemptKey, sentAt ?? null, signal)),
    refund: (transactionId, amount, refundKey) =>
      limited('refund', unknown, (signal) => refunds.refund(transactionId, amount, refundKey, signal)),
  };
}

/**
 * Returns the result of `work`, or `late` if it fails or takes longer than `limit` milliseconds. Work of several calls
 * continues after the limit, so it checks `signal` before each call that moves money.
 */
async function withinLimit<Value>(
  limit: number,
  late: Value,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limit);
  const tooLate = new Promise<Value>((resolve) => {
    ended.signal.addEventListener('abort', () => resolve(late), { once: true });
  });
  try {
    return await Promise.race([work(ended.signal).catch(() => late), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
