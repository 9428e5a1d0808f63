import type { Log } from '#ports/log.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import type { Clock } from '#ports/server-clock.ts';
import type { BraintreeAccount } from './braintree-sdk.ts';
import { createBraintreeSdk } from './braintree-sdk.ts';
import { createCharges } from './charges.ts';
import { createRefunds } from './refunds.ts';
import { createVault } from './vault.ts';

interface BraintreeGatewayOptions {
  readonly account: BraintreeAccount;
  readonly clock: Clock;
  readonly log: Log;
  /** Milliseconds until an answer counts as lost. */
  readonly timeLimit?: number;
}

const usualTimeLimit = 10_000;

/**
 * The host half of Braintree, with the vendor's own SDK (docs/braintree.md). Whatever is not a clear answer of the
 * gateway is `unknown`: a time-out, a refused connection, 401, 429, 5xx, an answer that cannot be read.
 */
export function createBraintreeGateway(options: BraintreeGatewayOptions): CardGateway {
  const { account, clock, log, timeLimit = usualTimeLimit } = options;
  const sdk = createBraintreeSdk(account, timeLimit);
  const vault = createVault(sdk, account);
  const charges = createCharges({ sdk, account, clock, log, vault });
  const refunds = createRefunds(sdk);

  /** Only what kind of trouble it was is noted: the SDK's messages may repeat what was sent. */
  function noted<Value>(call: string, work: (signal: AbortSignal) => Promise<Value>) {
    return async (signal: AbortSignal): Promise<Value> => {
      try {
        return await work(signal);
      } catch (error) {
        log.warn('braintree_gave_no_answer', {
          call,
          trouble: (error as { type?: unknown }).type ?? 'unread',
        });
        throw error;
      }
    };
  }
  const unknown = { outcome: 'unknown' } as const;

  return {
    name: 'braintree',
    createClientToken: (customerId) =>
      withinLimit<string | null>(
        timeLimit,
        null,
        noted('client_token', () => vault.createClientToken(customerId)),
      ),
    charge: (request) =>
      withinLimit(
        timeLimit,
        unknown,
        noted('charge', (signal) => charges.charge(request, signal)),
      ),
    vault: (request) =>
      withinLimit(
        timeLimit,
        unknown,
        noted('vault', (signal) => vault.keep(request, signal)),
      ),
    findCharge: (attemptKey, sentAt) =>
      withinLimit(
        timeLimit,
        unknown,
        noted('find_charge', (signal) => charges.find(attemptKey, sentAt ?? null, signal)),
      ),
    refund: (transactionId, amount, refundKey) =>
      withinLimit(
        timeLimit,
        unknown,
        noted('refund', (signal) => refunds.refund(transactionId, amount, refundKey, signal)),
      ),
  };
}

/**
 * Answers what `work` comes to, or `late` when it fails or takes longer than `limit` milliseconds. The SDK cannot be
 * stopped, so work of several calls looks at `signal` before each that moves money.
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
