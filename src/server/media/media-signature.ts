import { createHmac, timingSafeEqual } from 'node:crypto';

/** How long an address of a paid film works, in milliseconds: longer than a lesson and the pauses one makes in it. */
const lifetime = 4 * 60 * 60_000;

/**
 * The query that opens one file of one lesson for four hours: when it ends, and a signature of lesson, file and end. A
 * `<video>` element cannot send the access token.
 */
export function mediaSignature(tokenSecret: string, name: string, ending: string, now: number): string {
  const expires = (now + lifetime).toString(36);
  return new URLSearchParams({
    expires,
    signature: sign(tokenSecret, name, ending, expires),
  }).toString();
}

interface Presented {
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/** Whether what was presented opens this file of this lesson now; compared in constant time. */
export function opensMedia(
  tokenSecret: string,
  { name, ending }: { readonly name: string; readonly ending: string },
  { expires = '', signature = '' }: Presented,
  now: number,
): boolean {
  const expected = Buffer.from(sign(tokenSecret, name, ending, expires));
  const given = Buffer.from(signature);
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned && Number.parseInt(expires, 36) > now;
}

function sign(tokenSecret: string, name: string, ending: string, expires: string): string {
  return createHmac('sha256', tokenSecret).update(`media:${name}.${ending}:${expires}`).digest('base64url');
}
