import { createHash, createSecretKey, type KeyObject } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { Caller } from '#server/platform/caller.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Lifetime of an access token in seconds. */
const lifetimeSeconds = 600;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid(), iat: z.number(), exp: z.number() });

interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

type Signing = Pick<ServerContext, 'clock' | 'settings'>;

/** Signs the access token of a session: a JWT (HS256) with `sub`, `sid`, `iat` and `exp`. */
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
 * Returns the claims of a valid token, else null. A verified signature is cached for the lifetime of the token. Expiry
 * is checked on every call.
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
  /** jose converts a key object once, but raw bytes again for each token. */
  readonly key: KeyObject;
  /** Keyed by the token's digest, so that memory holds no usable tokens. */
  readonly verified: Map<string, VerifiedToken>;
}

/** One entry per secret: one in production, several in tests. */
const signers = new Map<string, Signer>();

/** Upper limit of cached tokens; more than are in use within ten minutes. */
const maxVerified = 10_000;

function signerOf(secret: string): Signer {
  const known = signers.get(secret);
  if (known !== undefined) return known;
  const signer: Signer = { key: createSecretKey(secret, 'utf8'), verified: new Map() };
  signers.set(secret, signer);
  return signer;
}

/** Evicts the oldest entry when the cache is full. */
function remember(verified: Signer['verified'], digest: string, token: VerifiedToken): void {
  const oldest = verified.keys().next();
  if (verified.size >= maxVerified && !oldest.done) verified.delete(oldest.value);
  verified.set(digest, token);
}

/** User and session of a valid access token. Whether the session is active is not known yet. */
export type SessionUser = NonNullable<Caller['user']>;

/** Returns user and session of the bearer token in an `Authorization` header; null without a valid one. */
export async function readBearer(
  context: Pick<ServerContext, 'clock' | 'settings'>,
  authorization: string,
): Promise<SessionUser | null> {
  const token = /^Bearer +([^ ]+)$/i.exec(authorization)?.[1];
  const claims = token === undefined ? null : await readAccessToken(context, token);
  return claims && { id: claims.userId, sessionId: claims.sessionId };
}

/** Condition that the session is active. Every request of a user checks it, so logging out ends access immediately. */
export function isActiveSession({ id, sessionId }: SessionUser): RawBuilder<boolean> {
  return sql`exists (
    select from sessions join users on users.id = sessions.user_id
    where sessions.id = ${sessionId} and sessions.user_id = ${id}
      and sessions.revoked_at is null and users.is_active
  )`;
}

/** Whether the session is active; one query. */
export async function hasActiveSession(db: Kysely<Database>, user: SessionUser): Promise<boolean> {
  const { is_active } = await db
    .selectNoFrom(isActiveSession(user).as('is_active'))
    .executeTakeFirstOrThrow();
  return is_active;
}
