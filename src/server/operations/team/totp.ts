import { createHmac, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;

/** Codes of the step before and after are accepted too, for clocks that differ and people who type slowly. */
const tolerance = 1;

/** The time step of a moment in milliseconds (RFC 6238, section 4). */
function stepOf(now: number): number {
  return Math.floor(now / 1000 / stepSeconds);
}

/** The code of a time step: RFC 6238 with HMAC-SHA-1 and six digits, which every authenticator knows. */
function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The code that an authenticator shows at a moment in milliseconds. */
export function totpCode(secret: Uint8Array, now: number): string {
  return codeOfStep(secret, stepOf(now));
}

/**
 * Returns the time step around `now` that has this code; null if there is none. Codes are compared in constant time.
 */
export function totpStep(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  for (let step = stepOf(now) - tolerance; step <= stepOf(now) + tolerance; step += 1) {
    const expected = Buffer.from(codeOfStep(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** Returns the URI from which an authenticator reads the secret, usually as a QR code. */
export function otpauthUri(secret: Uint8Array, { issuer, email }: { issuer: string; email: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?${new URLSearchParams({ secret: base32(secret), issuer })}`;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes as base32 (RFC 4648, without padding), as people type them into an authenticator. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => letters[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}
