import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { HostContext } from '#host/host-context.ts';

/** Life of an access token in seconds (decisions §5). */
const lifeSeconds = 600;

const claimsSchema = z.object({ sub: z.uuid(), sid: z.uuid() });

interface AccessClaims {
  readonly userId: string;
  readonly sessionId: string;
}

type Signing = Pick<HostContext, 'clock' | 'settings'>;

/** Signs the access token of a session: a JWT (HS256) with `sub`, `sid`, `iat` and `exp`, good for 10 minutes. */
export function signAccessToken({ clock, settings }: Signing, claims: AccessClaims): Promise<string> {
  const now = Math.floor(clock.now() / 1000);
  return new SignJWT({ sid: claims.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(claims.userId)
    .setIssuedAt(now)
    .setExpirationTime(now + lifeSeconds)
    .sign(keyOf(settings.tokenSecret));
}

/** The claims of a token that this shop signed and that has not expired; null for any other text. */
export async function readAccessToken(
  { clock, settings }: Signing,
  token: string,
): Promise<AccessClaims | null> {
  try {
    const { payload } = await jwtVerify(token, keyOf(settings.tokenSecret), {
      algorithms: ['HS256'],
      requiredClaims: ['sub', 'sid', 'iat', 'exp'],
      currentDate: new Date(clock.now()),
    });
    const claims = claimsSchema.safeParse(payload);
    return claims.success ? { userId: claims.data.sub, sessionId: claims.data.sid } : null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** jose takes a key object over once and knows it again; bytes it would take over for each token. */
const keys = new Map<string, KeyObject>();

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const key = createSecretKey(secret, 'utf8');
  keys.set(secret, key);
  return key;
}
