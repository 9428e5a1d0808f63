import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an address of an invoice works, in milliseconds. */
const life = 15 * 60_000;

/**
 * The token that opens one invoice for a quarter of an hour, without login: the time it ends and a signature of both.
 * A browser that follows a link cannot send the access token.
 */
export function invoiceToken(tokenSecret: string, invoiceId: string, now: number): string {
  const expires = (now + life).toString(36);
  return `${expires}.${sign(tokenSecret, invoiceId, expires)}`;
}

/** Whether a presented token opens the invoice now; compared in constant time. */
export function opensInvoice(
  tokenSecret: string,
  invoiceId: string,
  presented: string,
  now: number,
): boolean {
  const [expires = '', signature = ''] = presented.split('.');
  const expected = Buffer.from(sign(tokenSecret, invoiceId, expires));
  const given = Buffer.from(signature);
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned && Number.parseInt(expires, 36) > now;
}

function sign(tokenSecret: string, invoiceId: string, expires: string): string {
  return createHmac('sha256', tokenSecret).update(`invoice:${invoiceId}:${expires}`).digest('base64url');
}
