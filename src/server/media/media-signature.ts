import { createHmac, timingSafeEqual } from 'node:crypto';

/** Validity of the URL of a paid film in milliseconds: longer than a lesson with pauses. */
const lifetime = 4 * 60 * 60_000;

/**
 * The query string that gives access to one file of one lesson for four hours: expiry time and a signature of lesson,
 * file and expiry. Needed because a `<video>` element cannot send the access token.
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

/** Whether the signature is valid for this file now; compared in constant time. */
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
