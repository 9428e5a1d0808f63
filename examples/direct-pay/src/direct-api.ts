import type { Cents } from 'meisterhand/model';
import { z } from 'zod';

/** Amounts of Direct Pay are in the smallest unit of the currency, as the shop's. */
const amount = z
  .int()
  .nonnegative()
  .transform((value) => value as Cents);

/** What Direct Pay tells of a payment. Other states are not understood. */
export const payment = z.object({
  id: z.string(),
  status: z.enum(['open', 'paid', 'pending', 'failed', 'cancelled', 'expired', 'ended']),
  amount,
  currency: z.string(),
  /** What was paid with, such as `Direct Pay`. */
  method: z.string(),
  page: z.url(),
});

export type DirectPayment = z.output<typeof payment>;

/** The key of a payment that was closed before it was used: Direct Pay refuses it from then on. */
export const closedKey = z.object({ status: z.literal('closed') });

export const offer = z.object({ available: z.boolean() });
export const refund = z.object({ id: z.string() });
export const refusal = z.object({ code: z.enum(['not_found', 'conflict', 'amount_too_high']) });

export interface DirectApiOptions {
  /** Address of Direct Pay, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Milliseconds until a response counts as lost. */
  readonly timeLimit?: number;
}

/** Sends one request. Returns what Direct Pay has decided; null when the response tells nothing of that. */
export type DirectCall = <Schema extends z.ZodType>(
  path: string,
  body: object,
  schema: Schema,
) => Promise<z.output<Schema> | null>;

/** Statuses with which Direct Pay tells a decision. 401, 429 and 5xx are about the request, never about the money. */
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
      // No connection, no response in time, or no JSON.
      return null;
    }
  };
}
