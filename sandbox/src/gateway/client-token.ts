import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

const claimsSchema = z.object({
  id: z.string(),
  customer_id: z.string().nullable(),
  /** Time of expiry in milliseconds since the epoch. */
  expires_at: z.int(),
});

type ClientTokenClaims = z.output<typeof claimsSchema>;

const envelopeSchema = z.object({
  version: z.literal(1),
  gateway_url: z.string(),
  authorization_fingerprint: z.string(),
});

type ReadClientToken =
  | { readonly ok: true; readonly value: ClientTokenClaims }
  | { readonly ok: false; readonly error: { readonly code: 'CLIENT_TOKEN_EXPIRED' | 'PROVIDER_ERROR' } };

/** Lifetime of a client token in milliseconds: 24 hours, as Braintree's. */
export const clientTokenLife = 24 * 60 * 60 * 1000;

function signatureOf(payload: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`client token ${payload}`).digest();
}

/**
 * Creates a client token: the gateway's URL and signed claims, as JSON in base64 like Braintree's. Contains
 * no secret.
 */
export function signClientToken(claims: ClientTokenClaims, gatewayUrl: string, secret: string): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  const authorization_fingerprint = `${payload}.${signatureOf(payload, secret).toString('base64url')}`;
  const envelope = { version: 1, gateway_url: gatewayUrl, authorization_fingerprint };
  return Buffer.from(JSON.stringify(envelope)).toString('base64');
}

/**
 * Checks signature and age of a client token. Fails with `PROVIDER_ERROR` for an invalid token. `now` is in
 * milliseconds since the epoch.
 */
export function readClientToken(token: string, secret: string, now: number): ReadClientToken {
  const refused = { ok: false, error: { code: 'PROVIDER_ERROR' } } as const;
  const envelope = envelopeSchema.safeParse(parseJson(Buffer.from(token, 'base64')));
  if (!envelope.success) return refused;
  const [payload = '', signature = ''] = envelope.data.authorization_fingerprint.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(payload, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return refused;
  const claims = claimsSchema.safeParse(parseJson(Buffer.from(payload, 'base64url')));
  if (!claims.success) return refused;
  if (now >= claims.data.expires_at) return { ok: false, error: { code: 'CLIENT_TOKEN_EXPIRED' } };
  return { ok: true, value: claims.data };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}
