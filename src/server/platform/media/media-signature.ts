import { createHmac, timingSafeEqual } from 'node:crypto';

/** Validity of the URL of a paid film in milliseconds: enough for a lesson with a pause. */
const lifetime = 60 * 60_000;

interface SignedFile {
  readonly name: string;
  readonly ending: string;
  /** Session of the user the file is for. */
  readonly sessionId: string;
}

/**
 * Returns the query string that gives one session access to one file of one lesson for an hour: session, expiry time
 * and a signature of all four. Needed because a `<video>` element cannot send the access token.
 */
export function mediaSignature(tokenSecret: string, file: SignedFile, now: number): string {
  const expires = (now + lifetime).toString(36);
  return new URLSearchParams({
    session: file.sessionId,
    expires,
    signature: sign(tokenSecret, file, expires),
  }).toString();
}

interface Presented {
  readonly session: string | undefined;
  readonly expires: string | undefined;
  readonly signature: string | undefined;
}

/**
 * Returns the session of a valid signature of this file, else null; compared in constant time. The caller checks that
 * the session is active and its user may watch.
 */
export function readMediaSession(
  tokenSecret: string,
  { name, ending }: { readonly name: string; readonly ending: string },
  { session = '', expires = '', signature = '' }: Presented,
  now: number,
): string | null {
  const expected = sign(tokenSecret, { name, ending, sessionId: session }, expires);
  return isSame(expected, signature) && Number.parseInt(expires, 36) > now ? session : null;
}

/** Window in milliseconds in which all addresses of a part are the same, so that caches serve many viewers. */
const partWindow = 5 * 60_000;

/**
 * Returns when an address of a part that is made now expires: after five to ten minutes, in milliseconds since 1970.
 */
export function partExpiry(now: number): number {
  return (Math.floor(now / partWindow) + 2) * partWindow;
}

/**
 * Returns the query string for a part of a packaged film that the shop sends itself. It names no viewer: the part is
 * encrypted, and access to the key is checked (docs/behaviour/learning.md#streaming).
 */
export function partSignature(tokenSecret: string, file: string, end: number): string {
  const expires = end.toString(36);
  return new URLSearchParams({ expires, signature: signPart(tokenSecret, file, expires) }).toString();
}

/** Whether the signature is valid for this part and has not expired. */
export function isPartSignatureValid(
  tokenSecret: string,
  file: string,
  { expires = '', signature = '' }: Omit<Presented, 'session'>,
  now: number,
): boolean {
  return isSame(signPart(tokenSecret, file, expires), signature) && Number.parseInt(expires, 36) > now;
}

function signPart(tokenSecret: string, file: string, expires: string): string {
  return createHmac('sha256', tokenSecret).update(`part:${file}:${expires}`).digest('base64url');
}

/** Compares in constant time. */
function isSame(expected: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), given);
}

function sign(tokenSecret: string, { name, ending, sessionId }: SignedFile, expires: string): string {
  return createHmac('sha256', tokenSecret)
    .update(`media:${sessionId}:${name}.${ending}:${expires}`)
    .digest('base64url');
}
