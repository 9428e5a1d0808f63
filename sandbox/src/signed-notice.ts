import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Webhook } from 'meisterhand/ports';
import * as z from 'zod';
import { amount } from './amount.ts';

/** The header with the signature of a webhook: `t=<milliseconds>,v1=<HMAC-SHA256 in hexadecimal>`. */
const signatureHeader = 'sandbox-signature';

/** The body of a webhook, as JSON. `amount` is in cents, `happened_at` in milliseconds since the epoch. */
export const noticeBody = z.object({
  kind: z.string(),
  transaction_id: z.string().min(1).max(200),
  attempt_key: z.string().min(1).max(200).nullable(),
  amount: amount.nullable(),
  happened_at: z.int(),
});

export type NoticeBody = z.input<typeof noticeBody>;

function signatureOf(time: string, body: Uint8Array, secret: string): Buffer {
  return createHmac('sha256', secret).update(`notice ${time}.`).update(body).digest();
}

/** Returns a signed webhook of the gateway. `now` is in milliseconds since the epoch. */
export function signNotice(notice: NoticeBody, secret: string, now: number): Webhook {
  return signBody(Buffer.from(JSON.stringify(notice)), secret, now);
}

/** Returns a signed webhook with any body. `now` is in milliseconds since the epoch. */
export function signBody(body: Uint8Array, secret: string, now: number): Webhook {
  const signature = `t=${now},v1=${signatureOf(String(now), body, secret).toString('hex')}`;
  return { headers: { 'content-type': 'application/json', [signatureHeader]: signature }, body };
}

/** Returns whether the gateway has signed a webhook. */
export function isSigned({ headers, body }: Webhook, secret: string): boolean {
  const [, time = '', signature = ''] =
    /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(headers[signatureHeader] ?? '') ?? [];
  if (signature === '') return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(time, body, secret));
}
