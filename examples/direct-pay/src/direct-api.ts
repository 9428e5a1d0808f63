import type { Cents } from 'meisterhand/model';
import { z } from 'zod';

/** Amount in the smallest unit of the currency, as in the shop. */
const amount = z
  .int()
  .nonnegative()
  .transform((value) => value as Cents);

/** A payment in responses of Direct Pay. Other states are invalid. */
export const payment = z.object({
  id: z.string(),
  status: z.enum(['open', 'paid', 'pending', 'failed', 'cancelled', 'expired', 'ended']),
  amount,
  currency: z.string(),
  /** Payment method, such as `Direct Pay`. */
  method: z.string(),
  page: z.url(),
});

export type DirectPayment = z.output<typeof payment>;

/** Response for a payment key that was closed before use: Direct Pay rejects it from then on. */
export const closedKey = z.object({ status: z.literal('closed') });

export const offer = z.object({ available: z.boolean() });
export const refund = z.object({ id: z.string() });
export const refusal = z.object({ code: z.enum(['not_found', 'conflict', 'amount_too_high']) });

export interface DirectApiOptions {
  /** URL of Direct Pay without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Timeout of a request in milliseconds. */
  readonly timeLimit?: number;
}

/** Sends one request. Returns Direct Pay's decision; null if there is no valid response. */
export type DirectCall = <Schema extends z.ZodType>(
  path: string,
  body: object,
  schema: Schema,
) => Promise<z.output<Schema> | null>;

/** Statuses of responses with a decision. 401, 429 and 5xx are about the request, never about the money. */
const decisions = [200, 404, 409];

export function createDirectApi({ url, key, timeLimit = 9_000 }: DirectApiOptions): DirectCall {
  return async (path, body, schema) => {
    try {
      const response = await fetch(`${url}/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeLimit),
      });
      const text = await response.text();
      if (!decisions.includes(response.status)) return null;
      const parsed = schema.safeParse(JSON.parse(text));
      return parsed.success ? parsed.data : null;
    } catch {
      // No connection, timeout, or no JSON.
      return null;
    }
  };
}
