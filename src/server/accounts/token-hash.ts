import { createHash, createHmac } from 'node:crypto';

/** How secrets with 128 or more random bits are kept: SHA-256, so that a copy of the database opens nothing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * How six-digit codes are kept: a plain hash of one million values is undone in a moment, so the host's secret and
 * the user are part of it.
 */
export function hashLoginCode(secret: string, userId: string, code: string): Buffer {
  return createHmac('sha256', secret).update(`login_code:${userId}:${code}`).digest();
}
