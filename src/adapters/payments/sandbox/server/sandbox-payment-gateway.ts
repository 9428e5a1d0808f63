import type * as z from 'zod';
import {
  attemptResponse,
  chargeResponse,
  clientTokenResponse,
  refundResponse,
  vaultResponse,
} from '#adapters/payments/sandbox/gateway/merchant-schemas.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';

interface SandboxGatewayOptions {
  /** Address of the gateway's process, without a slash at its end. */
  readonly baseUrl: string;
  readonly secret: string;
  readonly fetch: typeof fetch;
  /** Milliseconds until an answer counts as lost. */
  readonly timeLimit?: number;
}

const usualTimeLimit = 10_000;

/**
 * The host half of the sandbox payment provider (decisions §4). Everything but a well-formed answer of the gateway,
 * an answer that comes too late included, is `unknown`. A charge under a key that was used for something else before
 * is `unknown` too: `findCharge` tells what really happened under it.
 */
export function createSandboxGateway(options: SandboxGatewayOptions): CardGateway {
  const { baseUrl, secret, fetch, timeLimit = usualTimeLimit } = options;

  async function ask<Schema extends z.ZodType>(
    path: string,
    answer: Schema,
    body?: object,
  ): Promise<z.output<Schema> | null> {
    try {
      const response = await fetch(`${baseUrl}/merchant${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(timeLimit),
      });
      const parsed = answer.safeParse(await response.json());
      return parsed.success ? parsed.data : null;
    } catch {
      // Refused, cut off, too late or not JSON: all that is known is that no answer came.
      return null;
    }
  }

  return {
    name: 'sandbox',
    async createClientToken(customerId) {
      const answer = await ask('/client_token', clientTokenResponse, { customer_id: customerId });
      return answer?.client_token ?? null;
    },
    async charge(request) {
      return (await ask('/transactions', chargeResponse, request)) ?? { outcome: 'unknown' };
    },
    async vault(request) {
      return (await ask('/payment_methods', vaultResponse, request)) ?? { outcome: 'unknown' };
    },
    async findCharge(attemptKey) {
      const path = `/transactions/by-attempt/${encodeURIComponent(attemptKey)}`;
      return (await ask(path, attemptResponse)) ?? { outcome: 'unknown' };
    },
    async refund(transactionId, amount, refundKey) {
      const path = `/transactions/${encodeURIComponent(transactionId)}/refund`;
      return (await ask(path, refundResponse, { amount, refund_key: refundKey })) ?? { outcome: 'unknown' };
    },
  };
}
