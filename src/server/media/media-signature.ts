import { createHmac, timingSafeEqual } from 'node:crypto';

/** Validity of the URL of a paid film in milliseconds: a lesson with a pause. */
const lifetime = 60 * 60_000;

interface SignedFile {
  readonly name: string;
  readonly ending: string;
  /** Of the user the file is for. */
  readonly sessionId: string;
}

/**
 * The query string that gives one session access to one file of one lesson for an hour: session, expiry time and a
 * signature of all four. Needed because a `<video>` element cannot send the access token.
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
 * The session that a valid signature of this file names, else null; compared in constant time. Whether the session still
 * runs and its user may watch is checked by the caller.
 */
export function readMediaSession(
  tokenSecret: string,
  { name, ending }: { readonly name: string; readonly ending: string },
  { session = '', expires = '', signature = '' }: Presented,
  now: number,
): string | null {
  const expected = Buffer.from(sign(tokenSecret, { name, ending, sessionId: session }, expires));
  const given = Buffer.from(signature);
  const isSigned = expected.length === given.length && timingSafeEqual(expected, given);
  return isSigned && Number.parseInt(expires, 36) > now ? session : null;
}

function sign(tokenSecret: string, { name, ending, sessionId }: SignedFile, expires: string): string {
  return createHmac('sha256', tokenSecret)
    .update(`media:${sessionId}:${name}.${ending}:${expires}`)
    .digest('base64url');
}
