import type { CardType, Cents } from 'meisterhand/model';
import { z } from 'zod';

/** Amount in the smallest unit of the currency, as in the shop. */
const amount = z
  .int()
  .nonnegative()
  .transform((value) => value as Cents);

/** Card brands of Acme Pay; the shop uses the same names. */
const brands = ['visa', 'mastercard', 'american-express'] as const satisfies readonly CardType[];

const card = z.object({ brand: z.enum(brands), last_four: z.string().regex(/^\d{4}$/) });

const storedToken = z.string().startsWith('vault:');

/** A payment in responses of Acme Pay. Other fields are ignored; other states are invalid. */
export const payment = z.object({
  id: z.string(),
  status: z.enum(['authorised', 'captured', 'declined', 'requires_action', 'processing', 'voided']),
  amount,
  currency: z.string(),
  card: card.nullable(),
  decline_code: z.string().nullable(),
  /** The stored card, if storing was requested. */
  stored_card: storedToken.nullable(),
  /** Action required from the buyer. */
  action: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('redirect'), url: z.url() }),
      z.object({ type: z.literal('frame'), url: z.url() }),
    ])
    .nullable(),
});

export type AcmePayment = z.output<typeof payment>;

/** Response for a payment key that was closed before use: Acme Pay rejects it from then on. */
export const closedKey = z.object({ status: z.literal('closed') });

export const session = z.object({ client_token: z.string() });
export const storedCard = z.object({ stored_card: storedToken, card });
export const refusedCard = z.object({ decline_code: z.string() });
export const refund = z.object({ id: z.string() });
export const refusal = z.object({ code: z.enum(['not_found', 'conflict', 'amount_too_high']) });

export interface AcmeApiOptions {
  /** URL of Acme Pay without a trailing slash. */
  readonly url: string;
  readonly key: string;
  /** Timeout of a request in milliseconds. */
  readonly timeLimit?: number;
}

/** Sends one request. Returns Acme Pay's decision; null if there is no valid response. */
export type AcmeCall = <Schema extends z.ZodType>(
  path: string,
  body: object,
  schema: Schema,
) => Promise<z.output<Schema> | null>;

/** Statuses of responses with a decision. 401, 429 and 5xx are about the request, never about the money. */
const decisions = [200, 402, 404, 409, 422];

export function createAcmeApi({ url, key, timeLimit = 9_000 }: AcmeApiOptions): AcmeCall {
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
