import type { CapturingGateway } from 'meisterhand/ports';
import type * as z from 'zod';
import {
  attemptResponse,
  captureResponse,
  chargeResponse,
  clientTokenResponse,
  refundResponse,
  releaseResponse,
  vaultResponse,
} from '../gateway/merchant-schemas.ts';

interface SandboxGatewayOptions {
  /** URL of the gateway's process, without a trailing slash. */
  readonly baseUrl: string;
  readonly secret: string;
  readonly fetch: typeof fetch;
  /** Timeout in milliseconds. */
  readonly timeLimit?: number;
}

const defaultTimeLimit = 10_000;

/**
 * Creates the server part of the sandbox payment provider (sandbox/README.md). Without a valid
 * response in time the outcome is `unknown`. It is also `unknown` for a charge whose key was already used for
 * another order, amount or nonce; `findCharge` then returns the outcome of that key.
 */
export function createSandboxGateway(options: SandboxGatewayOptions): CapturingGateway {
  const { baseUrl, secret, fetch, timeLimit = defaultTimeLimit } = options;

  async function call<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema> | null> {
    // Cleared after the response: `AbortSignal.timeout` would create an error after each call, ten seconds later.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), timeLimit);
    try {
      const response = await fetch(`${baseUrl}/merchant${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: limit.signal,
      });
      const parsed = schema.safeParse(await response.json());
      return parsed.success ? parsed.data : null;
    } catch {
      // The request was refused, interrupted or too late, or the response is not JSON.
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    name: 'sandbox',
    identity: 'sandbox',
    checkAccount: async () => {},
    offersCards: () => true,
    async createClientToken({ customer }) {
      const request = { customer_id: customer?.id ?? null };
      const response = await call('/client_token', clientTokenResponse, request);
      return response?.client_token ?? null;
    },
    async charge(request) {
      return known(await call('/transactions', chargeResponse, request));
    },
    async chargeStored(request) {
      const outcome = known(await call('/transactions/stored', chargeResponse, request));
      // The gateway requires no action for a stored card.
      return outcome.outcome === 'requires_action' ? { outcome: 'unknown' } : outcome;
    },
    async capture(transactionId) {
      const path = `/transactions/${encodeURIComponent(transactionId)}/capture`;
      return (await call(path, captureResponse, {})) ?? { outcome: 'unknown' };
    },
    async release(transactionId) {
      const path = `/transactions/${encodeURIComponent(transactionId)}/release`;
      return (await call(path, releaseResponse, {})) ?? { outcome: 'unknown' };
    },
    async vault(request) {
      return (await call('/payment_methods', vaultResponse, request)) ?? { outcome: 'unknown' };
    },
    async findCharge(attemptKey) {
      const path = `/transactions/by-attempt/${encodeURIComponent(attemptKey)}`;
      return known(await call(path, attemptResponse));
    },
    async cancelAction(attemptKey) {
      const path = `/transactions/by-attempt/${encodeURIComponent(attemptKey)}/cancel`;
      return known(await call(path, attemptResponse, {}));
    },
    async refund(transactionId, amount, refundKey) {
      const path = `/transactions/${encodeURIComponent(transactionId)}/refund`;
      return (await call(path, refundResponse, { amount, refund_key: refundKey })) ?? { outcome: 'unknown' };
    },
  };
}

/** Returns `unknown` if the gateway has not responded or does not know the outcome yet. */
function known<Response extends { readonly outcome: string }>(response: Response | null) {
  if (response === null || response.outcome === 'processing') return { outcome: 'unknown' } as const;
  return response as Exclude<Response, { readonly outcome: 'processing' }>;
}
