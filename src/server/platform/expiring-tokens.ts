import { createHmac, timingSafeEqual } from 'node:crypto';

/** Lifetime of the link to a document in milliseconds. */
export const documentLinkLifetime = 15 * 60_000;

/**
 * Creates a token that gives access to one resource until `endsAt` (milliseconds since the epoch). It is not stored: it
 * consists of its end and a signature. `subject` names the kind and id of the resource.
 */
export function expiringToken(secret: string, subject: string, endsAt: number): string {
  const end = endsAt.toString(36);
  return `${end}.${sign(secret, subject, end)}`;
}

/** Whether a presented token gives access to the resource now; compared in constant time. */
export function isExpiringToken(secret: string, subject: string, presented: string, now: number): boolean {
  const [end = '', signature = ''] = presented.split('.');
  const expected = Buffer.from(sign(secret, subject, end));
  const given = Buffer.from(signature);
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned && Number.parseInt(end, 36) > now;
}

function sign(secret: string, subject: string, end: string): string {
  return createHmac('sha256', secret).update(`${subject}:${end}`).digest('base64url');
}
