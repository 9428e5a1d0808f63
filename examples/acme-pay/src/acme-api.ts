import type { CardType, Cents } from 'meisterhand/model';
import { z } from 'zod';

/** Amounts of Acme Pay are in the smallest unit of the currency, as the shop's. */
const amount = z
  .int()
  .nonnegative()
  .transform((value) => value as Cents);

/** Brands that Acme Pay knows, all of which the shop knows by the same names. */
const brands = ['visa', 'mastercard', 'american-express'] as const satisfies readonly CardType[];

const card = z.object({ brand: z.enum(brands), last_four: z.string().regex(/^\d{4}$/) });

const storedToken = z.string().startsWith('vault:');

/** What Acme Pay tells of a payment. Other fields are ignored, other states are not understood. */
export const payment = z.object({
  id: z.string(),
  status: z.enum(['authorised', 'captured', 'declined', 'requires_action', 'processing', 'voided']),
  amount,
  currency: z.string(),
  card: card.nullable(),
  decline_code: z.string().nullable(),
  /** The card as it was stored on request. */
  stored_card: storedToken.nullable(),
  /** What the buyer has to do. */
  action: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('redirect'), url: z.url() }),
      z.object({ type: z.literal('frame'), url: z.url() }),
    ])
    .nullable(),
});

export type AcmePayment = z.output<typeof payment>;

/** The key of a payment that was closed before it was used: Acme Pay refuses it from then on. */
export const closedKey = z.object({ status: z.literal('closed') });

export const session = z.object({ client_token: z.string() });
export const storedCard = z.object({ stored_card: storedToken, card });
export const refusedCard = z.object({ decline_code: z.string() });
export const refund = z.object({ id: z.string() });
export const refusal = z.object({ code: z.enum(['not_found', 'conflict', 'amount_too_high']) });

export interface AcmeApiOptions {
  /** Address of Acme Pay, without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Milliseconds until a response counts as lost. */
  readonly timeLimit?: number;
}

/** Sends one request. Returns what Acme Pay has decided; null when the response tells nothing of that. */
export type AcmeCall = <Schema extends z.ZodType>(
  path: string,
  body: object,
  schema: Schema,
) => Promise<z.output<Schema> | null>;

/** Statuses with which Acme Pay tells a decision. 401, 429 and 5xx are about the request, never about the money. */
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
      // No connection, no response in time, or no JSON.
      return null;
    }
  };
}
