import type { KeyObject } from 'node:crypto';
import { createHash, createSecretKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { ServerContext } from '#server/server-context.ts';

/** Life of an access token in seconds. */
const lifetimeSeconds = 600;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), iat: z.number(), exp: z.number() });

interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

type Signing = Pick<ServerContext, 'clock' | 'settings'>;

/** Signs the access token of a session: a JWT (HS256) with `sub`, `sid`, `iat` and `exp`, good for 10 minutes. */
export function signAccessToken({ clock, settings }: Signing, claims: AccessClaims): Promise<string> {
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(signerOf(settings.tokenSecret).key);
}

/**
 * The claims of a token that this shop signed and that has not expired; null for any other text. A signature that was
 * proved once is not proved again while the token lives: every call brings the same one, and what a signature covers does
 * not change. Expiry is looked at each time, and so is the session by whoever asks.
 */
async function readAccessToken({ clock, settings }: Signing, token: string): Promise<AccessClaims | null> {
  const { key, verified } = signerOf(settings.tokenSecret);
  const digest = createHash('sha256').update(token).digest('base64');
  const known = verified.get(digest);
  if (known !== undefined) return known.exp > Math.floor(clock.now() / 1000) ? known.claims : null;
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: new Date(clock.now()),
    });
    const read = claimsSchema.safeParse(payload);
    if (!read.success) return null;
    const claims = { userId: read.data.sub, sessionId: read.data.sid };
    remember(verified, digest, { claims, exp: read.data.exp });
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

interface VerifiedToken {
  readonly claims: AccessClaims;
  /** Seconds since the epoch. */
  readonly exp: number;
}

interface Signer {
  /** jose takes a key object over once and knows it again; bytes it would take over for each token. */
  readonly key: KeyObject;
  /** By digest, so that the memory holds nothing that opens an account. */
  readonly verified: Map<string, VerifiedToken>;
}

/** One in a shop; tests have several. */
const signers = new Map<string, Signer>();

/** Tokens in use at one time, more than a server serves in ten minutes. */
const maxVerified = 10_000;

function signerOf(secret: string): Signer {
  const known = signers.get(secret);
  if (known !== undefined) return known;
  const signer: Signer = { key: createSecretKey(secret, 'utf8'), verified: new Map() };
  signers.set(secret, signer);
  return signer;
}

/** The oldest makes room. */
function remember(verified: Signer['verified'], digest: string, token: VerifiedToken): void {
  const oldest = verified.keys().next();
  if (verified.size >= maxVerified && !oldest.done) verified.delete(oldest.value);
  verified.set(digest, token);
}

/**
 * The user of an `Authorization` header, or null when it is not a bearer of a running session: every access token is
 * checked against its session, so that logging out ends access at once. One query.
 */
export async function authenticate(
  context: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  authorization: string,
): Promise<{ readonly id: string; readonly sessionId: string } | null> {
  const token = /^Bearer +([^ ]+)$/i.exec(authorization)?.[1];
  if (token === undefined) return null;
  const claims = await readAccessToken(context, token);
  if (claims === null) return null;
  const session = await context.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('sessions.id')
    .where('sessions.id', '=', claims.sessionId)
    .where('sessions.user_id', '=', claims.userId)
    .where('sessions.revoked_at', 'is', null)
    .where('users.is_active', '=', true)
    .executeTakeFirst();
  return session === undefined ? null : { id: claims.userId, sessionId: claims.sessionId };
}
