import { createHmac } from 'node:crypto';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Derives the secret with which a receiver verifies signatures from `TOKEN_SECRET`, so that a copy of the database does
 * not contain it.
 */
export function webhookSecret({ settings }: Pick<ServerContext, 'settings'>, endpointId: string): string {
  return `whsec_${createHmac('sha256', settings.tokenSecret).update(`webhook:${endpointId}`).digest('base64')}`;
}

interface SignedMessage {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly timestamp: number;
  readonly body: string;
}

/** Returns the value of `webhook-signature` after the Standard Webhooks specification. */
export function signWebhook(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}
