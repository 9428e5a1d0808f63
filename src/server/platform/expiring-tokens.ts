import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A token that opens one thing until `endsAt` (milliseconds since the epoch), without being stored: the end and a
 * signature of both. `subject` names the kind and id of the thing.
 */
export function expiringToken(secret: string, subject: string, endsAt: number): string {
  const end = endsAt.toString(36);
  return `${end}.${sign(secret, subject, end)}`;
}

/** Whether a presented token opens the thing now; compared in constant time. */
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
